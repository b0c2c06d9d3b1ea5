// What waits for who looks, and how they arranged their cards.
import { useEffect, useState } from 'react';
import { refresh } from '../../api/cache.ts';
import { keyOf, useCall } from '../../api/hooks.ts';
import { type DashboardCardState, MATCHING_CALLS } from '../../api/matching-calls.ts';
import { send } from '../../api/requests.ts';
import { onOutcome } from '../../lib/decisions/pending-decisions.ts';
import { selectedOrganizationId } from '../../lib/session/session.ts';

/** What a decision on this screen can change. */
const LISTS = ['/dashboard', '/applications', '/vacancies', '/organizations', '/hours_entries'].map(keyOf);

export function useBoard() {
  const {
    data,
    status,
    refresh: again,
  } = useCall(MATCHING_CALLS.dashboard, {}, { scope: selectedOrganizationId.value });
  useEffect(() => onOutcome(() => void refresh(...LISTS)), []);
  return { board: data?.item ?? null, isFailed: status === 'error', again };
}

/** Shown at once, kept at the server; the newest arrangement is sent last. */
export function useArrangement(stored: readonly DashboardCardState[]) {
  const [changed, setChanged] = useState<readonly DashboardCardState[] | null>(null);
  const arrange = async (cards: readonly DashboardCardState[]): Promise<void> => {
    setChanged(cards);
    const sent = last.then(() => send(MATCHING_CALLS.arrangeDashboard, { body: { cards } }));
    last = sent.catch(() => undefined);
    try {
      await sent;
    } catch (cause) {
      setChanged(null);
      throw cause;
    }
  };
  return { saved: changed ?? stored, arrange };
}

/** One after the other: the newest arrangement is the one that is kept. */
let last: Promise<unknown> = Promise.resolve();
