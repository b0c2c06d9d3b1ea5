// Where each thing that waits is done, and how pressing it is. Pure.

import type { Dashboard, DashboardApproval, DashboardHat, DashboardPart } from '../../api/matching-calls.ts';

export type Side = 'own' | 'organization' | 'school' | 'centre' | 'content';

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
    hours_questioned: '/uren',
    unread: '/conversations?folder=unread',
  },
  organization: {
    unanswered: '/applications?stage=new',
    offered: '/applications?stage=offered',
    hours: '/uren/bevestigen',
    unread: '/conversations?folder=unread',
    checks: '/verklaringen',
    checks_at_risk: '/verklaringen',
    needs_work: '/vacancies?filter=drafts',
    expiring: '/vacancies?filter=expiring',
    expired: '/vacancies?status=expired',
    drafts: '/vacancies?filter=drafts',
    online: '/vacancies?status=published',
    applications: '/applications',
    answered: '/applications',
    accepted: '/applications?stage=accepted',
    volunteers: '/applications?stage=accepted,started',
  },
  school: {
    to_approve: '/applications?stage=mentor_review',
    hours: '/uren/bevestigen',
    unread: '/conversations?folder=unread',
    students: '/students',
    placed: '/students',
    unplaced: '/students',
  },
  centre: {
    silent: '/applications?stage=new&waiting=7',
    to_review: '/moderation',
    organizations: '/organizations/approve',
    activities: '/moderation?kind=activity',
    reports: '/moderation?kind=report',
    unread: '/conversations?folder=unread',
    hours: '/uren/bevestigen',
    checks: '/verklaringen',
    checks_at_risk: '/verklaringen',
    quiet: '/organizations?check=quiet',
    changes: '/organizations?check=change',
    moves: '/organizations?check=incoming',
    suggestions: '/organizations/suggestions',
    unconfirmed: '/organizations?check=unconfirmed',
    expiring: '/vacancies?filter=expiring',
    applications: '/applications',
    answered: '/applications',
    accepted: '/applications?stage=accepted',
    vacancies: '/vacancies?status=published',
    people: '/users',
  },
  content: {
    drafts: '/content/pages?status=draft',
    changes: '/content/pages',
    scheduled: '/content/pages?status=scheduled',
    untranslated: '/content/pages',
    newsletters: '/content/newsletters',
    activity_drafts: '/activiteitenkalender/overzicht',
    pages: '/content/pages',
    submissions: '/form_builder',
    registrations: '/activiteitenkalender/overzicht',
  },
};

export const addressOf = (side: Side, key: string): string => ADDRESSES[side][key] ?? '/';

const LATE = new Set(['centre.silent', 'centre.reports', 'own.offered', 'organization.unanswered']);
const SOON = new Set([
  'own.help_offers',
  'own.help_needs_work',
  'centre.to_review',
  'centre.organizations',
  'organization.needs_work',
  'own.hours_questioned',
  'centre.activities',
  'organization.hours',
  'school.hours',
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
  content: {},
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
export const dueTodos: ReadonlySet<string> = new Set(['expiring', 'offered', 'checks_at_risk', 'scheduled']);

/** Said by a card of their own. */
const IN_OTHER_CARDS = new Set([
  'own.open',
  'own.accepted',
  'own.unread',
  'centre.quiet',
  'content.scheduled',
]);

/** What a to-do card names: the first draft of an organisation is a step of its first day. */
export const todosOf = (side: Side, { todos, steps, approval }: DashboardPart) =>
  todos.filter(
    ({ key }) =>
      !IN_OTHER_CARDS.has(`${side}.${key}`) && !(key === 'drafts' && steps.length > 0 && approval?.draftId),
  );

/** The parts on the screen: who works for one organisation sees that one, and at a school the students whom they guide there; the centre's own work belongs to its own hat. */
export function sidesOf(
  board: Dashboard,
  { own, organization, isAtSchool }: { own: boolean; organization: string | null; isAtSchool: boolean },
): readonly (readonly [Side, DashboardPart])[] {
  const sides: readonly (readonly [Side, DashboardPart | null])[] = own
    ? [['own', board.own]]
    : organization
      ? [
          ['school', isAtSchool || !board.organization ? board.mentor : null],
          ['organization', board.organization],
          ['content', board.content],
        ]
      : [
          ['centre', board.centre],
          ['school', board.mentor],
          ['organization', board.centre ? null : board.organization],
          ['content', board.content],
        ];
  return sides.flatMap(([side, part]) => (part ? [[side, part] as const] : []));
}

/** They are there to go back to: nobody waits for them. */
export const keptTodos: ReadonlySet<string> = new Set(['saved', 'accepted']);
