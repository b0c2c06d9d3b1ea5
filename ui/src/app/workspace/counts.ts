// How much waits, beside the entries of the side menu: the totals of the lists themselves. What cannot be had is not shown.
import { useLoaded } from '../../api/hooks.ts';
import { HOURS_CALLS } from '../../api/hours-calls.ts';
import { countResource, send } from '../../api/requests.ts';
import { isForCentre, menu, selectedOrganizationId } from '../../lib/session/session.ts';
import { countWaiting } from '../moderation/moderation-count.ts';

type Counter = (signal: AbortSignal) => Promise<number | null>;

/** By the key of the entry. Only work is counted, not how large a list is. */
const COUNTERS: Readonly<Record<string, Counter>> = {
  applications: (signal) =>
    countResource(
      'applications',
      { filter: { mineEq: false, stageIn: stagesThatWait() }, fields: { applications: ['stage'] } },
      { signal },
    ),
  checks: (signal) =>
    countResource(
      'checks',
      { filter: { needsAttentionEq: true }, fields: { checks: ['state'] } },
      { signal },
    ),
  vacancies_review: (signal) => countWaiting('', signal),
  organizations_approve: (signal) =>
    countResource(
      'organizations',
      { filter: { statusEq: 'pending' }, fields: { organizations: ['name'] } },
      { signal },
    ),
  hours: async (signal) => {
    const query = { 'filter[status_in]': 'logged', 'filter[mine_eq]': false, 'page[size]': 1 };
    const { meta } = await send(HOURS_CALLS.hours, { query, signal });
    return typeof meta.total === 'number' ? meta.total : null;
  },
};

/** A mentor says yes or no before an organisation hears of a student; an organisation answers what is new. */
function stagesThatWait(): ('new' | 'mentor_review')[] {
  const isMentor = menu.peek().includes('students');
  if (!isMentor || isForCentre(menu.peek())) return ['new'];
  return menu.peek().includes('my_vacancies') ? ['new', 'mentor_review'] : ['mentor_review'];
}

/** Where the cache keeps them. */
export const MENU_COUNTS = 'counts:menu:';

export type Counts = Readonly<Record<string, number>>;

const NONE: Counts = {};

export function useCounts(keys: readonly string[]): Counts {
  const counted = keys.filter((key) => COUNTERS[key] !== undefined);
  const load = async (signal: AbortSignal): Promise<Counts> => {
    const found = await Promise.all(
      counted.map(async (key) => [key, await COUNTERS[key]?.(signal).catch(() => null)] as const),
    );
    return Object.fromEntries(
      found.flatMap(([key, count]) => (typeof count === 'number' ? [[key, count]] : [])),
    );
  };
  const asked = counted.length > 0 ? `${MENU_COUNTS}${counted.join()}` : null;
  return useLoaded(asked, load, { keeps: true, scope: selectedOrganizationId.value }).data ?? NONE;
}
