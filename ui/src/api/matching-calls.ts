// The calls about what somebody looks for, what fits and what waits, apart from the table that every first view carries.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';
import type { Vacancy, VolunteerProfile, VolunteerProfileInput } from './schema.d.ts';

export interface DashboardTodo {
  key: string;
  count: number;
  since: string | null;
}

export interface DashboardPart {
  todos: readonly DashboardTodo[];
  figures: readonly { key: string; count: number; before: number | null }[];
  /** What somebody who has just begun does first; empty once they have. */
  steps: readonly { key: string; isDone: boolean }[];
  approval: DashboardApproval | null;
}

/** How an organisation stands with its centre. */
export interface DashboardApproval {
  organizationId: string;
  name: string;
  status: string;
  waitingDays: number | null;
  termDays: number;
  draftId: string | null;
}

/** Open tasks in one role. */
export interface DashboardHat {
  kind: 'centre' | 'organization' | 'oneself';
  organizationId: string | null;
  name: string | null;
  count: number;
  side: 'own' | 'organization' | 'school' | 'centre' | 'content';
  first: DashboardTodo;
}

/** Open tasks of a user, by role. */
export interface Dashboard extends Resource {
  own: DashboardPart;
  organization: DashboardPart | null;
  mentor: DashboardPart | null;
  centre: DashboardPart | null;
  /** The site, for who makes it and is not of the centre's staff. */
  content: DashboardPart | null;
  hats: readonly DashboardHat[];
  cards: readonly DashboardCardState[];
  /** What could not be counted: `centre.silent`, `centre.figures.people`. */
  failed: readonly string[];
}

/** A card as the person arranged it. */
export interface DashboardCardState {
  key: string;
  isHidden: boolean;
}

export const MATCHING_CALLS = {
  ownProfile: call('GET /volunteer_profiles/current')<VolunteerProfile>(),
  changeProfile: call('PATCH /volunteer_profiles/current', 'volunteer_profiles')<
    VolunteerProfile,
    Meta,
    VolunteerProfileInput
  >(),
  recommended: call('GET /vacancies/recommended')<
    Vacancy,
    { hasWishes?: boolean; total?: number },
    Nothing,
    { 'page[size]'?: number }
  >(),
  dismiss: call('PUT /vacancies/{id}/dismissal')<Resource, Meta, { reason: string }>(),
  undismiss: call('DELETE /vacancies/{id}/dismissal')(),
  countMatches: call('PUT /match_counts')<
    Resource,
    Meta,
    { event: 'shown' | 'opened' | 'applied'; count: number }
  >(),
  dashboard: call('GET /dashboard')<Dashboard>(),
  arrangeDashboard: call('PATCH /dashboard', 'dashboards')<
    Dashboard,
    Meta,
    { cards: readonly DashboardCardState[] }
  >(),
} as const;
