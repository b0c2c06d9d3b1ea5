// Where each thing that waits is done, and how pressing it is. Pure.

import type { DashboardApproval, DashboardHat } from '../../api/matching-calls.ts';

export type Side = 'own' | 'organization' | 'school' | 'centre';

const ADDRESSES: Readonly<Record<Side, Readonly<Record<string, string>>>> = {
  own: {
    offered: '/applications?own=1',
    open: '/applications?own=1',
    accepted: '/applications?own=1',
    saved: '/profiel/bewaard',
    checks: '/account/verklaringen',
    help_offers: '/profiel/hulpvragen',
    help_needs_work: '/profiel/hulpvragen',
    help_requests: '/profiel/hulpvragen',
  },
  organization: {
    unanswered: '/applications?stage=new',
    checks: '/verklaringen',
    checks_at_risk: '/verklaringen',
    needs_work: '/vacancies?filter=drafts',
    expiring: '/vacancies?filter=expiring',
    expired: '/vacancies?status=expired',
    drafts: '/vacancies?filter=drafts',
    online: '/vacancies?status=published',
    applications: '/applications',
  },
  school: { to_approve: '/applications?stage=mentor_review' },
  centre: {
    silent: '/applications?stage=new&waiting=7',
    to_review: '/moderation',
    organizations: '/organizations/approve',
    checks: '/verklaringen',
    changes: '/organizations?check=change',
    moves: '/organizations?check=incoming',
    suggestions: '/organizations/suggestions',
    unconfirmed: '/organizations?check=unconfirmed',
    expiring: '/vacancies?filter=expiring',
    online: '/vacancies?status=published',
    applications: '/applications',
    people: '/users',
    approved: '/organizations',
  },
};

export const addressOf = (side: Side, key: string): string => ADDRESSES[side][key] ?? '/';

const LATE = new Set(['centre.silent', 'own.offered', 'organization.unanswered']);
const SOON = new Set([
  'own.help_offers',
  'own.help_needs_work',
  'centre.to_review',
  'centre.organizations',
  'organization.needs_work',
  'organization.checks',
  'organization.expiring',
  'school.to_approve',
]);

export function urgencyOf(side: Side, key: string): 'late' | 'soon' | undefined {
  const name = `${side}.${key}`;
  return LATE.has(name) ? 'late' : SOON.has(name) ? 'soon' : undefined;
}

/** Where each of the first steps is taken. */
const STEPS: Readonly<Record<Side, Readonly<Record<string, string>>>> = {
  own: { wishes: '/profiel?vraag=1', look: '/vacancies/search', apply: '/vacancies/search' },
  organization: { vacancy: '/vacancies/add' },
  school: { students: '/users/add' },
  centre: {
    logo: '/instellingen/design',
    contact: '/instellingen/contact-person',
    home: '/content/pages',
    organization: '/organizations/add',
    vacancy: '/vacancies/add',
  },
};

/** What somebody else does: it is waited for, and no step of one's own. */
export const isWaitedFor = (side: Side, key: string): boolean =>
  (side === 'organization' && key === 'approval') || (side === 'school' && key === 'first');

/** Null: there is nothing to do but wait. */
export function addressOfStep(
  side: Side,
  key: string,
  approval: Pick<DashboardApproval, 'organizationId' | 'draftId'> | null,
): string | null {
  if (side === 'organization' && approval) {
    if (key === 'profile' || key === 'photo') return `/organizations/${approval.organizationId}/edit`;
    if (key === 'vacancy' && approval.draftId) return `/vacancies/${approval.draftId}/edit`;
  }
  return STEPS[side][key] ?? null;
}

interface Worn {
  /** The selected organisation. */
  organization: string | null;
  isForOneself: boolean;
  isForCentre: boolean;
}

/** Open tasks in the roles that are not selected. Without a selection: of all organisations. */
export function hatsElsewhere(
  hats: readonly DashboardHat[],
  { organization, isForOneself, isForCentre }: Worn,
): readonly DashboardHat[] {
  return hats.filter(({ kind, organizationId }) => {
    if (kind === 'oneself') return !isForOneself;
    if (isForOneself) return true;
    if (kind === 'centre') return organization !== null;
    return organization === null ? isForCentre : organizationId !== organization;
  });
}

/** Their moment is when the first is due, not since when the oldest waits. */
export const dueTodos: ReadonlySet<string> = new Set(['expiring', 'offered']);
