// How many organisations there are to look at, for the views of the list.
import { useLoaded } from '../../../api/hooks.ts';
import { countResource } from '../../../api/requests.ts';
import { CHECKS, type Check, filterOf } from './organizations-url.ts';

export const COUNTS = 'organization-checks';

type Counts = Readonly<Partial<Record<Check | 'suggestions', number>>>;

export function useCheckCounts(): Counts {
  const { data } = useLoaded(
    COUNTS,
    async (signal): Promise<Counts> => {
      const counted = CHECKS.map(async (check) => {
        const filter = filterOf({ state: 'all', check, kind: '', q: '' });
        return [check, (await countResource('organizations', { filter }, { signal })) ?? 0] as const;
      });
      const suggestions = countResource(
        'organization_suggestions',
        { filter: { handledEq: false } },
        { signal },
      );
      const [waiting, checks] = await Promise.all([suggestions, Promise.all(counted)]);
      return { ...Object.fromEntries(checks), suggestions: waiting ?? 0 };
    },
    { keeps: true },
  );
  return data ?? {};
}
