// What the device keeps to check people in without a connection: the names of one date, for its day alone, and the taps
// that wait. Both go when somebody signs out (they are drafts), and whoever signs in after somebody else sees none of it.
import type { ActivityOccurrence } from '../../../api/schema.d.ts';
import { credentials } from '../../../lib/session/session.ts';
import { storedKeys } from '../../../lib/storage.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';

const LISTS = 'check-in/list/';
const QUEUES = 'check-in/queue/';

/** Of a person no more than the door needs. */
export interface StoredPerson {
  id: string;
  name: string;
  partySize: number;
  isPresent: boolean;
  /** Of the latest tap that is known. */
  at: string | null;
  /** In the QR code of their mail. None: not read yet, or not theirs to read. */
  code?: string | null;
  /** When they went, where the activity counts hours. */
  outAt?: string | null | undefined;
}

export type StoredDate = Pick<
  ActivityOccurrence,
  'id' | 'activityId' | 'title' | 'startsAt' | 'endsAt' | 'startsLocal' | 'endsLocal' | 'allDay' | 'status'
>;

export interface StoredList {
  date: StoredDate;
  /** Null: no limit. */
  capacity: number | null;
  /** Whoever comes helps: the time between in and out becomes hours. */
  countsHours?: boolean;
  people: readonly StoredPerson[];
}

export interface Tap {
  kind: 'tap';
  /** Made once for this tap: however often it is sent, it counts once. */
  id: string;
  registrationId: string;
  name: string;
  isPresent: boolean;
  /** They were in, and go. */
  isOut?: boolean;
  at: string;
}

export interface WalkIn {
  kind: 'walk_in';
  /** As of a tap. */
  id: string;
  firstName: string;
  lastName: string | null;
  partySize: number;
  at: string;
}

export type Waiting = Tap | WalkIn;

/** What came of a tap otherwise than it was meant. */
export interface Trouble {
  id: string;
  name: string;
  /** Refused, in the server's words; or another device said otherwise later. */
  kind: 'refused' | 'in_later' | 'out_later';
  message: string;
  at: string;
}

export interface StoredQueue {
  activityId: string;
  occurrenceId: string;
  waiting: readonly Waiting[];
  troubles: readonly Trouble[];
}

interface Stored<T> {
  uid: string;
  /** A moment. None: until it is sent. */
  until: string | null;
  value: T;
}

const uid = (): string => credentials.peek()?.uid ?? '';

function read<T>(name: string, now = new Date()): T | null {
  const stored = readDraft<Stored<T>>(name);
  if (!stored) return null;
  if (stored.uid === uid() && (stored.until === null || stored.until > now.toISOString()))
    return stored.value;
  dropDraft(name);
  return null;
}

function store<T>(name: string, value: T, until: string | null): void {
  saveDraft(name, { uid: uid(), until, value } satisfies Stored<T>);
}

/** Midnight after the date, by the clock of the device. */
function endOfDay({ endsAt }: StoredDate): string {
  const end = new Date(endsAt);
  end.setHours(24, 0, 0, 0);
  return end.toISOString();
}

export const readList = (occurrenceId: string): StoredList | null => read<StoredList>(LISTS + occurrenceId);

/** Of a date that is over there is nothing to keep. */
export function storeList(list: StoredList, now = new Date()): void {
  const until = endOfDay(list.date);
  if (until > now.toISOString()) store(LISTS + list.date.id, list, until);
}

export const dropList = (occurrenceId: string): void => dropDraft(LISTS + occurrenceId);

export const readQueue = (occurrenceId: string): StoredQueue | null =>
  read<StoredQueue>(QUEUES + occurrenceId);

export function storeQueue(queue: StoredQueue): void {
  const isEmpty = queue.waiting.length === 0 && queue.troubles.length === 0;
  if (isEmpty) dropDraft(QUEUES + queue.occurrenceId);
  else store(QUEUES + queue.occurrenceId, queue, null);
}

const idsAfter = (prefix: string): string[] =>
  storedKeys('').flatMap((key) => {
    const at = key.indexOf(prefix);
    return at === -1 ? [] : [key.slice(at + prefix.length)];
  });

/** Dates with something that waits to be sent. */
export const keptQueues = (): StoredQueue[] =>
  idsAfter(QUEUES)
    .map(readQueue)
    .filter((each) => each !== null);

/** Lists of days that are over go, and what somebody else left. */
export function dropOldLists(): void {
  for (const id of idsAfter(LISTS)) readList(id);
}
