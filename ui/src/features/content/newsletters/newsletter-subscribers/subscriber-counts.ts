// How many subscribers each view of the list has.
import { useLoaded } from '../../../../api/hooks.ts';
import { countResource } from '../../../../api/requests.ts';
import { filterOf, STATUSES, type SubscriberStatus } from './subscribers-url.ts';

export const COUNTS = 'newsletter-subscriber-counts';

type Counts = Readonly<Partial<Record<SubscriberStatus, number>>>;

export function useSubscriberCounts(): Counts {
  const { data } = useLoaded(
    COUNTS,
    async (signal): Promise<Counts> => {
      const counted = STATUSES.map(async (status) => {
        const filter = filterOf({ status, q: '' });
        return [
          status,
          (await countResource('newsletter_subscribers', { filter }, { signal })) ?? 0,
        ] as const;
      });
      return Object.fromEntries(await Promise.all(counted));
    },
    { keeps: true },
  );
  return data ?? {};
}
