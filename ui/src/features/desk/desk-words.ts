// What is typed or scanned at the desk, and how somebody is named there. Pure.
import type { DeskPerson } from '../../api/desk-calls.ts';

export const DESK_PATH = '/balie';

/** The address has the id alone, and only while somebody is helped. */
export const personHref = (id: string): string => `${DESK_PATH}?persoon=${id}`;

export function personIn(query: URLSearchParams): string | null {
  const id = query.get('persoon') ?? '';
  return /^[1-9]\d{0,17}$/.test(id) ? id : null;
}

const OF_ADDRESS = /\/kaart\/([0-9a-z]{4}-?[0-9a-z]{4})\b/i;
const CODE = /^[0-9a-z]{4}[- ]?[0-9a-z]{4}$/i;
const AS_PRINTED = /^[0-9a-z]{4}-[0-9a-z]{4}$/i;

/**
 * The code of a card, as it was typed or as a scanner types the address in it; null: that is a name. A code of letters
 * alone looks like a name (Jean-Marc): it is one where a year stands beside it.
 */
export function codeIn(text: string, year: string): string | null {
  const typed = text.trim();
  const isCode = CODE.test(typed) && (/\d/.test(typed) || (AS_PRINTED.test(typed) && year.trim() === ''));
  const found = OF_ADDRESS.exec(typed)?.[1] ?? (isCode ? typed : null);
  return found === null ? null : found.replace(/[- ]/g, '').toUpperCase();
}

export const FIRST_YEAR = 1900;

/** The year of birth that was typed; null where it is none. */
export function yearIn(text: string, today: string): number | null {
  const year = /^\d{4}$/.test(text.trim()) ? Number(text) : 0;
  return year >= FIRST_YEAR && year <= Number(today.slice(0, 4)) ? year : null;
}

/** The first word is the first name; the rest, with its "van der", is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
}

export const nameOf = ({ firstName, lastName }: Pick<DeskPerson, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** Whole years on a day; null where the day of birth is not known. */
export function ageOn(birthDate: string | null, day: string): number | null {
  if (!birthDate) return null;
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

export type AgeBand = 'young' | 'early' | 'adult' | 'old';

/** Roughly how old somebody is: nobody at the desk has to read a birthday aloud. */
export function bandOf(age: number | null): AgeBand | null {
  if (age === null) return null;
  if (age < 18) return 'young';
  if (age < 27) return 'early';
  return age < 67 ? 'adult' : 'old';
}
