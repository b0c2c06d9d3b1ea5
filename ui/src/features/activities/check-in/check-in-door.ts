// The door of one date: its list, the taps, and when they are sent.
import { batch, type Signal, signal } from '@preact/signals-react';
import { useEffect, useRef, useState } from 'react';
import { asApiError } from '../../../api/cache.ts';
import type { ApiError } from '../../../api/client.ts';
import { listResource, readResource } from '../../../api/requests.ts';
import type { ActivityOccurrence, ActivityRegistration } from '../../../api/schema.d.ts';
import { requireRight } from '../../../lib/feedback/errors.ts';
import { isOnline } from '../../../lib/unsaved/drafts.ts';
import { personOf, type Shown, shownPeople, timeOfTap, withCode, withTold } from './check-in-people.ts';
import { openQueue, type Queue, sendWhatWaits } from './check-in-queue.ts';
import { dropList, dropOldLists, readList, type StoredList, storeList } from './check-in-storage.ts';

const PAGE_SIZE = 200;
/** Of a code that is not on the list: so many pages of the activity are looked through for it. */
const PAGES_LOOKED_THROUGH = 5;
const FIRST_WAIT_MS = 4000;
const LONGEST_WAIT_MS = 60_000;

async function registrationsOf(
  query: Parameters<typeof listResource<'activity_registrations'>>[1],
  most = Number.POSITIVE_INFINITY,
): Promise<ActivityRegistration[]> {
  const all: ActivityRegistration[] = [];
  for (let number = 1, pages = 1; number <= Math.min(pages, most); number += 1) {
    const { items, meta } = await listResource(
      'activity_registrations',
      { ...query, page: { number, size: PAGE_SIZE } },
      { fresh: true },
    );
    all.push(...items);
    pages = Number(meta.pages ?? 1);
  }
  return all;
}

/** All who have a place on a date, page after page. */
export const everybodyOn = (
  { id, activityId }: Pick<ActivityOccurrence, 'id' | 'activityId'>,
  statusIn: readonly ActivityRegistration['status'][],
): Promise<ActivityRegistration[]> =>
  registrationsOf({ filter: { activityIdEq: activityId, occurrenceIdEq: id, statusIn }, sort: 'name' });

/** Of a date: how many places there are in all; null without a limit. */
export const placesOf = ({
  spotsLeft,
  placesTaken,
  placesOffered,
}: Pick<ActivityOccurrence, 'spotsLeft' | 'placesTaken' | 'placesOffered'>): number | null =>
  spotsLeft === null ? null : spotsLeft + placesTaken + placesOffered;

async function loadList(occurrenceId: string): Promise<StoredList> {
  const read = await readResource('activity_occurrences', occurrenceId, {}, { fresh: true });
  requireRight(read, 'manage');
  const { id, activityId, title, startsAt, endsAt, startsLocal, endsLocal, allDay, status } = read;
  const date = { id, activityId, title, startsAt, endsAt, startsLocal, endsLocal, allDay, status };
  const [people, activity] = await Promise.all([
    everybodyOn(read, ['registered']),
    // The door opens without it: people come in, though they cannot go out.
    readResource('activities', activityId, {}, { fresh: true }).catch(() => null),
  ]);
  return {
    date,
    capacity: placesOf(read),
    countsHours: (activity as { countsHours?: boolean } | null)?.countsHours === true,
    people: people.map((each) => personOf(each, date)),
  };
}

export interface Door {
  queue: Queue;
  list: Signal<StoredList | null>;
  /** Why the list could not be loaded anew. */
  error: Signal<unknown>;
  load: () => Promise<void>;
  tap: (person: Shown) => void;
  /** Who is in goes out: the time between becomes hours. */
  tapOut: (person: Shown) => void;
  /** Who has a code, of those on the list of the device. */
  personWith: (code: string) => Shown | null;
  /** A registration for this activity that is not on the list: of another date, or withdrawn. */
  findElsewhere: (code: string) => Promise<ActivityRegistration | null>;
  addWalkIn: (person: { firstName: string; lastName: string | null; partySize: number }) => void;
}

function openDoor(activityId: string, occurrenceId: string): Door {
  const list = signal(readList(occurrenceId));
  const error = signal<unknown>(null);
  const show = (next: StoredList): void => {
    list.value = next;
    storeList(next);
  };
  const queue = openQueue(activityId, occurrenceId, (told) => {
    const now = list.peek();
    if (now) show(withTold(now, told));
  });

  async function load(): Promise<void> {
    try {
      const next = await loadList(occurrenceId);
      batch(() => {
        show(next);
        error.value = null;
      });
    } catch (cause) {
      const { statusCode } = cause as Partial<ApiError>;
      // No longer theirs, or gone: nothing of it stays on the device.
      if (statusCode === 403 || statusCode === 404) {
        dropList(occurrenceId);
        list.value = null;
      }
      error.value = statusCode === 403 || statusCode === 404 ? cause : asApiError(cause);
    }
  }

  function add(item: Parameters<Queue['add']>[0]): void {
    queue.add(item);
    void queue.send();
  }

  return {
    queue,
    list,
    error,
    load,
    personWith: (code) => withCode(shownPeople(list.peek()?.people ?? [], queue.state.peek().waiting), code),
    findElsewhere: async (code) => {
      const query = { filter: { activityIdEq: activityId }, sort: '-created_at' } as const;
      const all = await registrationsOf(query, PAGES_LOOKED_THROUGH);
      return all.find(({ checkInCode }) => checkInCode === code) ?? null;
    },
    tap: ({ id, name, isPresent, at, isNew }) => {
      if (isNew) queue.takeBack(id);
      else
        add({
          kind: 'tap',
          id: crypto.randomUUID(),
          registrationId: id,
          name,
          isPresent: !isPresent,
          at: timeOfTap(at),
        });
    },
    tapOut: ({ id, name, at, outAt }) =>
      add({
        kind: 'tap',
        id: crypto.randomUUID(),
        registrationId: id,
        name,
        isPresent: true,
        isOut: true,
        at: timeOfTap(outAt ?? at),
      }),
    addWalkIn: (person) =>
      add({ kind: 'walk_in', id: crypto.randomUUID(), at: new Date().toISOString(), ...person }),
  };
}

/** Sends what waits as soon as there is a line again, when somebody looks again, and every so often in between. */
export function useDoor(activityId: string, occurrenceId: string): Door {
  const [door] = useState(() => openDoor(activityId, occurrenceId));
  const { queue, load } = door;
  const tries = useRef(0);
  const count = queue.state.value.waiting.length;
  const isSending = queue.isSending.value;
  const isStuck = queue.isStuck.value;
  const hasLine = isOnline.value;

  useEffect(() => {
    dropOldLists();
    async function lookAgain() {
      if (document.visibilityState === 'hidden') return;
      queue.readAgain();
      await queue.send();
      await load();
    }
    const readAgain = () => queue.readAgain();
    void lookAgain().then(sendWhatWaits);
    const look = () => void lookAgain();
    addEventListener('online', look);
    addEventListener('storage', readAgain);
    document.addEventListener('visibilitychange', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('storage', readAgain);
      document.removeEventListener('visibilitychange', look);
    };
  }, [queue, load]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that is back is one more reason to send.
  useEffect(() => {
    if (!isStuck) tries.current = 0;
    if (count === 0 || isSending || !hasLine) return undefined;
    const wait = isStuck ? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries.current) : 0;
    const timer = setTimeout(() => {
      tries.current += 1;
      void queue.send();
    }, wait);
    return () => clearTimeout(timer);
  }, [queue, count, isSending, isStuck, hasLine]);

  return door;
}
