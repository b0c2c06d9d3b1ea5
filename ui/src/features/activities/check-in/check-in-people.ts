// Who is in and who is not: what the server said last, with the taps that wait laid over it. Pure.
import type { ActivityRegistration } from '../../../api/schema.d.ts';
import { nameOf, type Told } from './check-in-queue.ts';
import type { StoredList, StoredPerson, Waiting } from './check-in-storage.ts';

export interface Shown extends StoredPerson {
  /** Not sent yet. */
  isWaiting: boolean;
  /** Added at the door and not sent yet: there is no registration to tap. */
  isNew: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** As the server has it: from a day before the start. */
export const isOpen = (startsAt: string, now = new Date()): boolean =>
  Date.parse(startsAt) - DAY_MS <= now.getTime();

/** The day of a moment in the Netherlands, `YYYY-MM-DD`. */
const dutchDay = (moment: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(new Date(moment));

/**
 * Whether somebody was there. Who signed up for all dates at once has the attendance of the date that was checked last:
 * it is about this one where the tap is of its days.
 */
export function attendanceOn(
  registration: Pick<ActivityRegistration, 'occurrenceId' | 'attendance' | 'checkedInAt'>,
  date: { startsLocal: string; endsLocal: string },
): 'present' | 'absent' | null {
  const { occurrenceId, attendance, checkedInAt } = registration;
  if (occurrenceId !== null) return attendance;
  if (checkedInAt === null) return null;
  const day = dutchDay(checkedInAt);
  return day >= date.startsLocal.slice(0, 10) && day <= date.endsLocal.slice(0, 10) ? attendance : null;
}

export const personOf = (
  registration: ActivityRegistration & { checkedOutAt?: string | null },
  date: { startsLocal: string; endsLocal: string },
): StoredPerson => ({
  id: registration.id,
  name: registration.name,
  partySize: registration.partySize,
  isPresent: attendanceOn(registration, date) === 'present',
  at: registration.checkedInAt,
  code: registration.checkInCode,
  ...(registration.checkedOutAt ? { outAt: registration.checkedOutAt } : {}),
});

/** The list after an answer. */
export function withTold(list: StoredList, told: Told): StoredList {
  if (told.kind === 'new') {
    const others = list.people.filter(({ id }) => id !== told.person.id);
    return { ...list, people: [...others, told.person] };
  }
  const people = list.people.map((person) =>
    person.id === told.id
      ? {
          ...person,
          isPresent: told.isPresent,
          at: told.at,
          // Who is not in did not go out either.
          outAt: told.isPresent ? (told.outAt === undefined ? person.outAt : told.outAt) : null,
        }
      : person,
  );
  return { ...list, people };
}

export function shownPeople(people: readonly StoredPerson[], waiting: readonly Waiting[]): Shown[] {
  const shown = new Map<string, Shown>(
    people.map((person) => [person.id, { ...person, isWaiting: false, isNew: false }]),
  );
  for (const item of waiting) {
    const { id, at } = item;
    if (item.kind === 'walk_in')
      shown.set(id, {
        id,
        name: nameOf(item),
        partySize: item.partySize,
        isPresent: true,
        at,
        isWaiting: true,
        isNew: true,
      });
    else {
      const person = shown.get(item.registrationId);
      if (person) {
        const next = item.isOut
          ? { ...person, outAt: at }
          : { ...person, isPresent: item.isPresent, at, outAt: null };
        shown.set(person.id, { ...next, isWaiting: true });
      }
    }
  }
  return [...shown.values()].sort((one, other) => one.name.localeCompare(other.name));
}

export const heads = (people: readonly Pick<StoredPerson, 'partySize'>[]): number =>
  people.reduce((sum, { partySize }) => sum + partySize, 0);

/** Who has this code, of those on the list of the device. */
export const withCode = <T extends Pick<StoredPerson, 'code'>>(
  people: readonly T[],
  code: string,
): T | null => people.find((person) => person.code === code) ?? null;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Every word is somewhere in the name. */
export function found<T extends { name: string }>(people: readonly T[], typed: string): readonly T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return people.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

/** The time of a tap: never before what is known of somebody, whatever the clock of the device says. */
export function timeOfTap(known: string | null, now = Date.now()): string {
  const after = known === null ? 0 : Date.parse(known) + 1;
  return new Date(Math.max(now, Number.isNaN(after) ? 0 : after)).toISOString();
}
