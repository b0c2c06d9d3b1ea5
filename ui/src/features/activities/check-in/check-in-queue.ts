// Taps at the door on their way to the server: kept on the device first, sent in their order, each until there is an
// answer. Knows no screen.
import { type Signal, signal } from '@preact/signals-react';
import { ACTIVITY_CALLS } from '../../../api/activity-calls.ts';
import { ApiError } from '../../../api/client.ts';
import { send } from '../../../api/requests.ts';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { beforeLeaving } from '../../../lib/session/sign-in.ts';
import { isOnline } from '../../../lib/unsaved/drafts.ts';
import {
  keptQueues,
  readQueue,
  type StoredPerson,
  type StoredQueue,
  storeQueue,
  type Trouble,
  type Waiting,
} from './check-in-storage.ts';

/** What the server said of what was sent: how somebody stands now. */
export type Told =
  | { kind: 'tap'; id: string; isPresent: boolean; at: string; outAt?: string | null }
  | { kind: 'new'; person: StoredPerson };

export interface Queue {
  state: Signal<StoredQueue>;
  /** The last attempt came to nothing, though there is something to send. */
  isStuck: Signal<boolean>;
  isSending: Signal<boolean>;
  add: (item: Waiting) => void;
  /** Takes back what was not sent. False: it is on its way, or was sent. */
  takeBack: (id: string) => boolean;
  forgetTrouble: (id: string) => void;
  /** Sends what waits. Does not throw. */
  send: () => Promise<void>;
  /** Another tab may have changed it. */
  readAgain: () => void;
}

/** The line or the server is away for a moment, or somebody has to sign in again: it is tried once more. */
const TRIED_AGAIN: readonly number[] = [0, 401, 408, 409, 425, 429];
const ASK_TO_SIGN_IN = ['second_factor_needed', 'session_expired', 'not_signed_in'] as const;

function isForLater(cause: unknown): boolean {
  if (!(cause instanceof ApiError)) return false;
  const { statusCode } = cause;
  return (
    statusCode >= 500 ||
    TRIED_AGAIN.includes(statusCode) ||
    ASK_TO_SIGN_IN.some((code) => cause.hasCode(code))
  );
}

export const nameOf = (item: Waiting): string =>
  item.kind === 'tap' ? item.name : [item.firstName, item.lastName].filter(Boolean).join(' ');

export function openQueue(
  activityId: string,
  occurrenceId: string,
  onTold: (told: Told) => void = () => undefined,
): Queue {
  const empty: StoredQueue = { activityId, occurrenceId, waiting: [], troubles: [] };
  const state = signal<StoredQueue>(readQueue(occurrenceId) ?? empty);
  const isStuck = signal(false);
  const isSending = signal(false);
  let underWay = '';

  function change(next: (now: StoredQueue) => StoredQueue): void {
    // Another tab may have changed it; where nothing can be kept, this tab alone knows.
    const now = readQueue(occurrenceId) ?? state.peek();
    state.value = next(now);
    storeQueue(state.peek());
  }

  function done(item: Waiting, trouble: Trouble | null): void {
    change((now) => ({
      ...now,
      waiting: now.waiting.filter(({ id }) => id !== item.id),
      troubles: trouble ? [...now.troubles.filter(({ id }) => id !== item.id), trouble] : now.troubles,
    }));
  }

  async function sendOne(item: Waiting): Promise<void> {
    const { told, trouble } =
      item.kind === 'tap' ? await sendTap(item, occurrenceId) : await sendWalkIn(item);
    onTold(told);
    done(item, trouble);
  }

  async function sendWalkIn(item: Extract<Waiting, { kind: 'walk_in' }>) {
    const { firstName, lastName, partySize, id, at } = item;
    const body = { occurrenceId, firstName, lastName, partySize, present: true, at };
    const { item: made } = await send(ACTIVITY_CALLS.addWalkIn, { id: activityId, body, idempotencyKey: id });
    const person: StoredPerson = {
      id: made?.id ?? id,
      name: made?.name ?? nameOf(item),
      partySize,
      isPresent: true,
      at: made?.checkedInAt ?? item.at,
      code: made?.checkInCode ?? null,
    };
    return { told: { kind: 'new', person } satisfies Told, trouble: null };
  }

  async function sendAll(): Promise<void> {
    if (isSending.peek() || !isOnline.peek()) return;
    isSending.value = true;
    try {
      for (let item = state.peek().waiting[0]; item; item = state.peek().waiting[0]) {
        underWay = item.id;
        try {
          await sendOne(item);
        } catch (cause) {
          if (isForLater(cause)) {
            isStuck.value = true;
            return;
          }
          done(item, refused(item, cause));
        }
      }
      isStuck.value = false;
    } finally {
      underWay = '';
      isSending.value = false;
    }
  }

  return {
    state,
    isStuck,
    isSending,
    add: (item) => change((now) => ({ ...now, waiting: [...now.waiting, item] })),
    takeBack: (id) => {
      if (underWay === id || !state.peek().waiting.some((item) => item.id === id)) return false;
      change((now) => ({ ...now, waiting: now.waiting.filter((item) => item.id !== id) }));
      return true;
    },
    forgetTrouble: (id) =>
      change((now) => ({ ...now, troubles: now.troubles.filter((trouble) => trouble.id !== id) })),
    send: sendAll,
    readAgain: () => {
      state.value = readQueue(occurrenceId) ?? empty;
    },
  };
}

async function sendTap(item: Extract<Waiting, { kind: 'tap' }>, occurrenceId: string) {
  const { registrationId, isPresent, at, id, name, isOut = false } = item;
  const body = { present: isPresent, at, tapId: id, occurrenceId, ...(isOut ? { out: true } : {}) };
  const { meta } = await send(ACTIVITY_CALLS.checkIn, { id: registrationId, body, idempotencyKey: id });
  const isIn = meta.attendance === undefined ? isPresent : meta.attendance === 'present';
  const told: Told = {
    kind: 'tap',
    id: registrationId,
    isPresent: isIn,
    at: meta.at ?? at,
    ...(meta.outAt === undefined ? {} : { outAt: meta.outAt }),
  };
  // Mine does not count, and what counts says otherwise: another device was later.
  const isOverruled = meta.isYours === false && isIn !== isPresent;
  const trouble: Trouble | null = isOverruled
    ? { id, name, kind: isIn ? 'in_later' : 'out_later', message: '', at: told.at }
    : null;
  return { told, trouble };
}

const refused = (item: Waiting, cause: unknown): Trouble => ({
  id: item.id,
  name: nameOf(item),
  kind: 'refused',
  message: normaliseError(cause).message,
  at: item.at,
});

/** What waits of any date. */
export async function sendWhatWaits(): Promise<void> {
  for (const { activityId, occurrenceId } of keptQueues()) await openQueue(activityId, occurrenceId).send();
}

// As the one who tapped.
beforeLeaving(sendWhatWaits);
