// How often what is recommended is shown, opened and applied for: a number for the centre, of nobody in particular. Which
// vacancy was opened stays in this tab.
import { MATCHING_CALLS } from '../../api/matching-calls.ts';
import { send } from '../../api/requests.ts';

const KEY = 'voluntr-opened-match';

function count(event: 'shown' | 'opened' | 'applied', number = 1): void {
  // A number that is missed is no loss to who looks for something.
  void send(MATCHING_CALLS.countMatches, { body: { event, count: number } }).catch(() => undefined);
}

export function countShown(number: number): void {
  if (number > 0) count('shown', Math.min(number, 50));
}

export function countOpened(id: string): void {
  sessionStorage.setItem(KEY, id);
  count('opened');
}

export function countApplied(id: string): void {
  if (sessionStorage.getItem(KEY) !== id) return;
  sessionStorage.removeItem(KEY);
  count('applied');
}
