// What stands under a task: the first rows of the resource's own list, and what can be done with each in one press.
import { CALLS } from '../../api/calls.ts';
import { CONVERSATION_CALLS, type Conversation } from '../../api/conversation-calls.ts';
import { HOURS_CALLS, type HoursEntry } from '../../api/hours-calls.ts';
import type { Resource } from '../../api/jsonapi.ts';
import { listResource, send } from '../../api/requests.ts';
import type { Application, Organization, Page, Vacancy } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import type { IconName } from '../../components/media/icon.tsx';
import type { DecisionCall } from '../../lib/decisions/pending-decisions.ts';
import { hoursText } from '../../lib/hours/hours.ts';
import { formatDate, formatShortDate } from '../../lib/locale/time.ts';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import { dayAfter, LIFETIME_DAYS } from '../../lib/vacancies/expiry.ts';
import type { Side } from './dashboard.ts';

export const SHOWN_ROWS = 3;
const SOON_DAYS = 21;

type Words = (key: string, values?: object) => string;

export interface RowAction {
  label: string;
  /** What the button shows where it has little room. */
  short?: string;
  icon: IconName;
  /** 'Verlengd tot 1 juni' */
  done: string;
  /** A mail leaves once the time to undo it is over. */
  sendsMail: boolean;
  call: DecisionCall;
}

export interface TodoRow {
  id: string;
  name: string;
  detail: string;
  href: string;
  /** Of a person, who has a face or initials. */
  isPerson?: boolean;
  /** How long somebody waits, in days. */
  days?: number | null;
  /** What stands there instead: hours, a date. */
  note?: string;
  action?: RowAction | undefined;
}

interface Source<R extends Resource> {
  /** The address of the list, so that a change of its rows reaches these too. */
  path: string;
  type: string;
  load: (signal: AbortSignal) => Promise<readonly R[]>;
  rowOf: (row: R, words: Words) => TodoRow;
  /** The same for all, where all of them are on the screen. */
  all?: { label: string; icon: IconName; done: string };
}

export type AnySource = Omit<Source<Resource>, 'rowOf'> & {
  rowOf: (row: never, words: Words) => TodoRow;
};

const page = { size: SHOWN_ROWS };

/** Who works for one organisation knows which. */
const withOrganization = (words: string, name: string | null): string =>
  [words, selectedOrganizationId.peek() === null ? name : null].filter(Boolean).join(' · ');

const daysSince = (moment: string): number =>
  Math.max(0, Math.floor((Date.now() - new Date(moment).getTime()) / 86_400_000));

function stepOf(application: Application, event: string): DecisionCall {
  const { operation, document } = STAFF_CALLS.applicationStep;
  return {
    operation,
    document,
    id: application.id,
    body: { event },
    version: application.rowVersion,
    bulk: STAFF_CALLS.applicationSteps.operation,
    name: application.name,
  };
}

const APPLICATION_STEPS = {
  contact: 'message',
  approve_as_mentor: 'check',
} as const satisfies Record<string, IconName>;

function applications(
  filter: object,
  event: keyof typeof APPLICATION_STEPS | null,
  sort: 'created_at' = 'created_at',
): Source<Application> {
  return {
    path: '/applications',
    type: 'applications',
    load: async (signal) => (await listResource('applications', { filter, sort, page }, { signal })).items,
    rowOf: (row, words) => ({
      id: row.id,
      name: row.name,
      isPerson: true,
      detail: withOrganization(row.vacancyTitle, row.organizationName),
      href: `/applications/${row.id}`,
      ...(row.stage === 'offered' && row.offerExpiresAt
        ? { note: words('row.until', { date: formatShortDate(row.offerExpiresAt) }) }
        : { days: row.waitingDays ?? daysSince(row.createdAt) }),
      action:
        event !== null && row.transitions.includes(event)
          ? {
              label: words(`row.${event}`),
              short: words(`row.${event}Short`),
              icon: APPLICATION_STEPS[event],
              done: words(`applications:decision.${event}.done`, { first: row.firstName, name: row.name }),
              sendsMail: true,
              call: stepOf(row, event),
            }
          : undefined,
    }),
  };
}

function vacancies(filter: () => object, does: 'renew' | 'approve' | null): Source<Vacancy> {
  return {
    path: '/vacancies',
    type: 'vacancies',
    load: async (signal) =>
      (
        await listResource(
          'vacancies',
          { filter: filter(), sort: does === 'renew' ? 'expires_at' : 'created_at', page },
          { signal },
        )
      ).items,
    rowOf: (row, words) => ({
      id: row.id,
      name: row.title,
      detail: withOrganization('', row.organizationName),
      href: `/vacancies/${row.id}/edit`,
      ...(does === 'renew' && row.expiresAt
        ? { note: formatShortDate(row.expiresAt) }
        : does === 'approve'
          ? { days: daysSince(row.updatedAt ?? row.createdAt) }
          : {}),
      action: does === 'renew' ? renewal(row, words) : does === 'approve' ? approval(row, words) : undefined,
    }),
  };
}

/** While changes wait it is not known what would be renewed. */
function renewal(row: Vacancy, words: Words): RowAction | undefined {
  if (row.revision || !row.transitions.includes('renew')) return undefined;
  const { operation, document } = STAFF_CALLS.vacancyStep;
  const expiresAt = dayAfter(LIFETIME_DAYS);
  const date = formatDate(expiresAt);
  return {
    label: words('row.renew'),
    icon: 'calendar',
    done: words('row.renewed', { title: row.title, date }),
    sendsMail: false,
    call: {
      operation,
      document,
      id: row.id,
      body: { event: 'renew', expiresAt },
      version: row.rowVersion,
      name: row.title,
    },
  };
}

function approval(row: Vacancy, words: Words): RowAction | undefined {
  if (!row.transitions.includes('approve')) return undefined;
  const { operation, document } = STAFF_CALLS.moderateVacancy;
  return {
    label: words('row.approve'),
    icon: 'check',
    done: words('row.approved', { name: row.title }),
    sendsMail: true,
    call: {
      operation,
      document,
      id: row.id,
      body: { event: 'approve' },
      version: row.rowVersion,
      name: row.title,
    },
  };
}

const organizations: Source<Organization> = {
  path: '/organizations',
  type: 'organizations',
  load: async (signal) =>
    (
      await listResource(
        'organizations',
        { filter: { statusEq: 'pending' }, sort: 'created_at', page },
        { signal },
      )
    ).items,
  rowOf: (row, words) => {
    const { operation, document } = CALLS.decideOrganization;
    return {
      id: row.id,
      name: row.name,
      detail: row.address?.city ?? '',
      href: `/organizations/${row.id}/edit`,
      days: daysSince(row.createdAt),
      action: row.transitions.includes('approve')
        ? {
            label: words('row.approve'),
            icon: 'check',
            done: words('row.approved', { name: row.name }),
            sendsMail: true,
            call: {
              operation,
              document,
              id: row.id,
              body: { status: 'approved' },
              version: row.rowVersion,
              name: row.name,
            },
          }
        : undefined,
    };
  },
};

const hours: Source<HoursEntry> = {
  path: '/hours_entries',
  type: 'hours_entries',
  load: async (signal) => {
    const query = {
      'filter[status_in]': 'logged',
      'filter[mine_eq]': false,
      sort: 'day',
      'page[size]': SHOWN_ROWS,
    };
    return (await send(HOURS_CALLS.hours, { query, signal })).items;
  },
  rowOf: (row, words) => {
    const { operation, document } = HOURS_CALLS.hoursStep;
    const amount = words('row.hours', { count: row.hours, hours: hoursText(row.hours) });
    // What stands out is looked at first.
    const isPlain = row.hints.length === 0;
    return {
      id: row.id,
      name: row.personName,
      isPerson: true,
      detail: `${row.work}, ${formatShortDate(row.day)}`,
      href: '/uren/bevestigen',
      note: amount,
      action: isPlain
        ? {
            label: words('row.confirm'),
            icon: 'check',
            done: words('row.confirmed', { name: row.personName, hours: amount }),
            sendsMail: false,
            call: {
              operation,
              document,
              id: row.id,
              body: { event: 'confirm' },
              version: row.rowVersion,
              bulk: HOURS_CALLS.manyHoursSteps.operation,
              name: row.personName,
            },
          }
        : undefined,
    };
  },
  all: { label: 'row.confirmAll', icon: 'check', done: 'row.confirmedAll' },
};

const unread: Source<Conversation> = {
  path: '/conversations',
  type: 'conversations',
  load: async (signal) => {
    const query = { 'filter[folder_eq]': 'unread', 'page[size]': SHOWN_ROWS } as const;
    return (await send(CONVERSATION_CALLS.list, { query, signal })).items;
  },
  rowOf: (row, words) => ({
    id: row.id,
    name: row.otherName || words('row.somebody'),
    isPerson: true,
    detail: row.lastMessage,
    href: `/conversations?open=${row.id}`,
    days: daysSince(row.lastMessageAt),
  }),
};

const drafts: Source<Page> = {
  path: '/pages',
  type: 'pages',
  load: async (signal) =>
    (await listResource('pages', { filter: { statusEq: 'draft' }, sort: 'updated_at', page }, { signal }))
      .items,
  rowOf: (row, words) => ({
    id: row.id,
    name: row.title,
    detail: row.updatedByName ? words('row.by', { name: row.updatedByName }) : '',
    href: `/content/pages/${row.id}/edit`,
    ...(row.updatedAt ? { note: formatShortDate(row.updatedAt) } : {}),
  }),
};

const expiring = () => ({
  mineEq: true,
  statusEq: 'published',
  expiresAtLteq: dayAfter(SOON_DAYS),
});

const SOURCES: Readonly<Record<string, AnySource>> = {
  'organization.unanswered': applications({ mineEq: false, stageIn: ['new'] }, 'contact'),
  'organization.offered': applications({ mineEq: false, stageIn: ['offered'] }, null),
  'organization.hours': hours,
  'organization.unread': unread,
  'organization.expiring': vacancies(expiring, 'renew'),
  'organization.needs_work': vacancies(() => ({ mineEq: true, moderationStateEq: 'needs_work' }), null),
  'organization.drafts': vacancies(() => ({ mineEq: true, statusEq: 'draft' }), null),
  'school.to_approve': applications({ mineEq: false, stageIn: ['mentor_review'] }, 'approve_as_mentor'),
  'school.hours': hours,
  'school.unread': unread,
  'centre.silent': applications({ mineEq: false, waitingLongerThanDays: '7' }, null),
  'centre.to_review': vacancies(() => ({ mineEq: true, toReviewEq: true }), 'approve'),
  'centre.organizations': organizations,
  'centre.unread': unread,
  'centre.expiring': vacancies(expiring, 'renew'),
  'content.drafts': drafts,
};

export const sourceOf = (side: Side, key: string): AnySource | undefined => SOURCES[`${side}.${key}`];
