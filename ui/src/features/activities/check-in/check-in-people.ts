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

type Checked = Pick<
  ActivityRegistration,
  'occurrenceId' | 'attendance' | 'checkedInAt' | 'checkedOutAt' | 'attendanceByDate'
>;

/** Whether somebody was there on a date, and from when until when. Of all dates at once each date has its own. */
export function checkedOn(
  registration: Checked,
  { id }: { id: string },
): Pick<Checked, 'attendance' | 'checkedInAt' | 'checkedOutAt'> {
  if (registration.occurrenceId !== null) return registration;
  const date = registration.attendanceByDate.find(({ occurrenceId }) => occurrenceId === id);
  return date ?? { attendance: null, checkedInAt: null, checkedOutAt: null };
}

export function personOf(registration: ActivityRegistration, date: { id: string }): StoredPerson {
  const { attendance, checkedInAt, checkedOutAt } = checkedOn(registration, date);
  return {
    id: registration.id,
    name: registration.name,
    partySize: registration.partySize,
    isPresent: attendance === 'present',
    at: checkedInAt,
    code: registration.checkInCode,
    ...(checkedOutAt ? { outAt: checkedOutAt } : {}),
  };
}

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
