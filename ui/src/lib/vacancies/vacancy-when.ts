// When and where else a vacancy is done, in a line of text. The server writes the same lines (src/web/vacancy_practical.rs).
import type { TFunction } from 'i18next';
import type { Vacancy } from '../../api/schema.d.ts';
import { language } from '../locale/language.ts';

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const PARTS = ['morning', 'afternoon', 'evening'] as const;

const written = (options: Intl.DateTimeFormatOptions, moment: number): string =>
  new Intl.DateTimeFormat(language.value, { ...options, timeZone: 'UTC' }).format(moment);

/** 'ma': 1 January 2024 was a Monday. */
const shortDay = (day: string): string =>
  written({ weekday: 'short' }, Date.UTC(2024, 0, 1 + WEEK.indexOf(day)));

/** What a text says that names days or parts of them itself. */
const DAY_WORDS = /dag|weekend|ochtend|middag|avond|day|morning|evening/i;

/** 'ma, di: ochtend · za': days with the same parts stand together, and a day with all of them by itself. */
export function daysText(
  t: TFunction<'vacancies-public'>,
  { availability, schedule }: Pick<Vacancy, 'availability' | 'schedule'>,
): string {
  if (DAY_WORDS.test(schedule ?? '')) return '';
  const days = new Map<string, string[]>();
  for (const day of WEEK) {
    const parts = PARTS.filter((part) => availability?.includes(`${day}_${part}`));
    const words =
      parts.length < 3 ? parts.map((part) => t(`filters.part.${part}`).toLowerCase()).join(', ') : '';
    if (parts.length > 0) days.set(words, [...(days.get(words) ?? []), shortDay(day)]);
  }
  return [...days].map(([words, names]) => names.join(', ') + (words && `: ${words}`)).join(' · ');
}

/** 'za 12 december 10:00–16:00 · zo 13 december' */
export const datesText = ({ dates }: Pick<Vacancy, 'dates'>): string =>
  (dates ?? [])
    .map(({ day, from, until }) => {
      const name = written({ weekday: 'short', day: 'numeric', month: 'long' }, Date.parse(day));
      return [name, [from, until].filter(Boolean).join('–')].join(' ').trim();
    })
    .join(' · ');

/** 'Buurthuis De Brug, Kerkstraat 4, Lindewaard · Ons Huis, Hoekdorp' */
export const placesText = ({ places }: Pick<Vacancy, 'places'>): string =>
  (places ?? [])
    .map(({ name, street, houseNumber, city }) =>
      [name, [street, houseNumber].filter(Boolean).join(' '), city].filter(Boolean).join(', '),
    )
    .join(' · ');
