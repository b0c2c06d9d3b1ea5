// The practical facts of a vacancy: only those that are known, in the order people ask for them.

import type { TFunction } from 'i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import type { PracticalFact } from '../../../components/content/practical-list.tsx';
import { ageGroups, nameOf, termOf } from '../../../lib/centre/taxonomies.ts';
import { language } from '../../../lib/locale/language.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate, formatDistance } from '../../../lib/locale/time.ts';
import { hoursText, placeText } from '../../../lib/vacancies/vacancy-card.ts';
import { datesText, daysText, placesText } from '../../../lib/vacancies/vacancy-when.ts';

const VOG = 'vog';

function placeLine(t: TFunction<'vacancies-public'>, vacancy: Vacancy): string | null {
  const place = placeText(t, vacancy);
  const distance = vacancy.distanceKm;
  return place && distance !== null && distance !== undefined
    ? `${place}, ${formatDistance(distance)}`
    : place;
}

function whoFor(t: TFunction<'vacancy'>, vacancy: Vacancy): string | null {
  if (vacancy.minAge !== null) return t('page.min_age', { age: vacancy.minAge });
  const groups = vacancy.ageGroupIds.flatMap((id) => {
    const term = termOf(ageGroups, id);
    return term ? [nameOf(term)] : [];
  });
  return groups.length === 0 ? null : groups.join(', ');
}

/** 'Rolstoeltoegankelijk, als groep' */
const suits = (t: TFunction<'vacancies-public'>, { wheelchairAccessible, forGroups }: Vacancy): string =>
  [wheelchairAccessible && t('filters.also.accessible'), forGroups && t('filters.also.group')]
    .filter(Boolean)
    .join(', ');

/** 'nl' → 'Nederlands', in the reader's language. */
function languagesLine(codes: readonly string[]): string | null {
  if (codes.length === 0) return null;
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  const known = codes.map((code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      return code;
    }
  });
  return new Intl.ListFormat(language.value, { type: 'disjunction' }).format(known);
}

/** `card` says what stands on a vacancy's card too. */
export function practicalFacts(
  t: TFunction<'vacancy'>,
  card: TFunction<'vacancies-public'>,
  vacancy: Vacancy,
): PracticalFact[] {
  const word = (key: string): string => serverWords(t)(`page.${key}`);
  const others = vacancy.requiredChecks.filter((check) => check !== VOG);
  const facts: (Omit<PracticalFact, 'value'> & { value: string | null })[] = [
    { icon: 'clock', label: word('time'), value: hoursText(card, vacancy) },
    { icon: 'calendar', label: word('when'), value: vacancy.schedule },
    { icon: 'calendar', label: word('days'), value: daysText(card, vacancy) },
    { icon: 'calendar', label: word('dates'), value: datesText(vacancy) },
    { icon: 'pin', label: word('place'), value: placeLine(card, vacancy) },
    { icon: 'pin', label: word('also_at'), value: placesText(vacancy) },
    { icon: 'people', label: word('who'), value: whoFor(t, vacancy) },
    { icon: 'check', label: word('suits'), value: suits(card, vacancy) },
    { icon: 'lang', label: word('languages'), value: languagesLine(vacancy.languages) },
    { icon: 'euro', label: word('expenses'), value: vacancy.expenses },
    {
      icon: 'shield',
      label: word('check_vog'),
      value: vacancy.requiredChecks.includes(VOG) ? word('check_vog_text') : null,
    },
    { icon: 'check', label: word('check_other'), value: others.length > 0 ? others.join(', ') : null },
    {
      icon: 'wait',
      label: word('until'),
      value: vacancy.expiresAt === null ? null : formatDate(vacancy.expiresAt),
    },
    { icon: 'external', label: word('origin'), value: vacancy.origin },
  ];
  return facts.flatMap(({ value, ...fact }) => (value ? [{ ...fact, value }] : []));
}

/** 'Kerkstraat 18, Lindewaard' */
export function addressLine(vacancy: Vacancy): string | null {
  const address = vacancy.address;
  const street = [address?.street, address?.houseNumber].filter(Boolean).join(' ');
  const line = [street, address?.city ?? vacancy.city].filter(Boolean).join(', ');
  return line === '' ? null : line;
}
