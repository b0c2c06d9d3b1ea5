// The steps a vacancy may take: how each looks and what it asks. Which are allowed, the server says. Pure.
import type { Vacancy } from '../../../api/schema.d.ts';
import type { IconName } from '../../../components/media/icon.tsx';

export interface VacancyEvent {
  event: string;
  icon: IconName;
  /** What the dialog asks for besides a yes. */
  asks?: 'message' | 'expiry';
  /** Hard to take back. */
  danger?: boolean;
  /** Judged by the centre. */
  isModeration?: boolean;
}

/** The first that is allowed is the next step. */
const EVENTS: readonly VacancyEvent[] = [
  { event: 'approve', icon: 'check', isModeration: true },
  { event: 'request_changes', icon: 'pen', asks: 'message', isModeration: true },
  { event: 'refuse', icon: 'close', asks: 'message', isModeration: true, danger: true },
  { event: 'publish', icon: 'check' },
  { event: 'submit', icon: 'send' },
  { event: 'renew', icon: 'calendar', asks: 'expiry' },
  { event: 'reopen', icon: 'refresh' },
  { event: 'restore', icon: 'undo' },
  { event: 'withdraw', icon: 'undo' },
  { event: 'fill', icon: 'people' },
  { event: 'unpublish', icon: 'eye-off' },
  { event: 'archive', icon: 'archive', danger: true },
];

type Allowed = Pick<Vacancy, 'transitions' | 'moderationState' | 'revisionState' | 'status'>;

/** Of transitions with the same result, only the suitable one is offered. */
export function offeredEvents(vacancy: Allowed): VacancyEvent[] {
  const { transitions, moderationState, revisionState, status } = vacancy;
  const may = new Set(transitions);
  const isSubmitted =
    revisionState === 'submitted' || (status === 'draft' && moderationState === 'submitted');
  if (isSubmitted && may.has('approve')) {
    for (const event of ['publish', 'submit', 'withdraw']) may.delete(event);
  } else may.delete('approve');
  if (may.has('publish')) may.delete('submit');
  return EVENTS.filter(({ event }) => may.has(event));
}

export const eventNamed = (event: string): VacancyEvent | undefined =>
  EVENTS.find((each) => each.event === event);

/** While changes wait, the next step is about them. */
const ABOUT_CHANGES = ['approve', 'request_changes', 'refuse', 'submit', 'withdraw'];

/** The large buttons of the next step; the rest is in the menu. */
export function splitEvents(vacancy: Allowed): {
  next: VacancyEvent[];
  more: VacancyEvent[];
} {
  const LARGE: Readonly<Record<string, readonly string[]>> = {
    draft: ['approve', 'request_changes', 'refuse', 'publish', 'submit', 'withdraw'],
    published: ['fill'],
    filled: ['reopen', 'renew'],
    expired: ['renew'],
    archived: ['restore'],
    deleted: ['restore'],
  };
  const isWaiting = Boolean(vacancy.revisionState);
  const large = isWaiting ? ABOUT_CHANGES : (LARGE[vacancy.status] ?? []);
  const all = offeredEvents(vacancy);
  return {
    next: all.filter(({ event }) => large.includes(event)),
    more: all.filter(({ event }) => !large.includes(event)),
  };
}
