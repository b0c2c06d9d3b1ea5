// Somebody in the volunteer pool, in the words of who reads: languages, times, and what fits a vacancy.
import type { TFunction } from 'i18next';
import type { PoolFact, PoolProfile } from '../../api/pool-calls.ts';
import { keyedName, languages, skills } from '../centre/keyed-choices.ts';
import { activityTypes, nameOf, termOf } from '../centre/taxonomies.ts';
import { language } from '../locale/language.ts';
import { formatNumber } from '../locale/time.ts';
import { SKILLS } from '../matching/choices.ts';
import { DAYS, PARTS, slotText } from '../matching/match.ts';

export type { LanguageLevel, PoolFact, PoolProfile } from '../../api/pool-calls.ts';

type Words = TFunction<'pool', 'card'>;
type MatchingWords = TFunction<'matching'>;

export const LEVELS = ['native', 'fluent', 'basic'] as const;

/** More groups of times than these are said as a number. */
const MOST_GROUPS = 3;
const WORKDAYS = DAYS.slice(0, 5);

export function languageName(code: string): string {
  return keyedName(
    languages,
    code,
    (key) => new Intl.DisplayNames([language.value], { type: 'language' }).of(key) ?? key,
  );
}

/** 'Nederlands, een beetje Arabisch' */
export const languagesText = (t: Words, spoken: PoolProfile['languages']): string =>
  spoken
    .map(({ code, level }) =>
      level === 'basic' ? t('languageBasic', { language: languageName(code) }) : languageName(code),
    )
    .join(', ');

export const skillName = (words: MatchingWords, key: string): string =>
  keyedName(skills, key, (known) =>
    SKILLS.some((each) => each === known) ? words(`choice.skill.${known}` as 'choice.skill.music') : known,
  );

export const themeName = (id: string): string | null => {
  const term = termOf(activityTypes, id);
  return term ? nameOf(term) : null;
};

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** 'woensdag- en donderdag' as the first half of a compound, in Dutch; 'Wednesday and Thursday' in English. */
function joined(t: Words, names: readonly string[], isCompound: boolean): string {
  const comma = t(isCompound ? 'when.commaOfPart' : 'when.comma');
  const and = t(isCompound ? 'when.andOfPart' : 'when.and');
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(comma)}${and}${names.at(-1)}`;
}

/** 'Woensdag- en donderdagmiddag'; a number of parts of the week where the list would be long. */
export function availabilityText(t: Words, words: MatchingWords, slots: readonly string[]): string {
  const has = new Set(slots);
  const dayName = (day: string): string => words(`choice.day.${day}` as 'choice.day.mon');
  if (has.size === 0) return t('when.none');
  if (has.size === DAYS.length * PARTS.length) return t('when.always');
  const whole = DAYS.filter((day) => PARTS.every((part) => has.has(`${day}_${part}`)));
  const groups = whole.length > 0 ? [joined(t, whole.map(dayName), false)] : [];
  for (const part of PARTS) {
    const days = DAYS.filter((day) => !whole.includes(day) && has.has(`${day}_${part}`));
    if (days.length === 0) continue;
    const isWorkdays = days.length === WORKDAYS.length && WORKDAYS.every((day) => days.includes(day));
    groups.push(
      isWorkdays
        ? t(`when.workdays.${part}`)
        : t('when.part', {
            days: joined(t, days.map(dayName), true),
            part: words(`choice.part.${part}`),
          }),
    );
  }
  if (groups.length > MOST_GROUPS) return t('when.count', { count: has.size });
  return capitalised(joined(t, groups, false));
}

function valuesOf(words: MatchingWords, { code, values = [] }: PoolFact): readonly string[] {
  switch (code) {
    case 'theme':
      return values.flatMap((id) => themeName(id) ?? []);
    case 'skill':
      return values.map((key) => skillName(words, key));
    case 'time':
      return values.map((slot) => slotText(words, slot));
    case 'language':
      return values.map(languageName);
    case 'gain':
      return values.map((key) => words(`choice.gain.${key}` as 'choice.gain.learn'));
    case 'check':
      return values.map((key) => words(`choice.check.${key}` as 'choice.check.vog'));
    default:
      return [];
  }
}

const WITH_VALUES = ['theme', 'skill', 'time', 'language', 'gain', 'check'];
const BY_VALUE = ['rhythm', 'company'];
const WITH_NUMBER = ['distance', 'hours', 'hours_once'];
const ALONE = ['own_time', 'language_practice', 'online'];

/** What a fact says of somebody else, in a few words; null for what is said of oneself alone. */
export function factText(
  t: Words,
  words: MatchingWords,
  kind: 'fits' | 'misses',
  fact: PoolFact,
): string | null {
  const { code, number = 0 } = fact;
  const key = `${kind}.${code}`;
  if (WITH_VALUES.includes(code)) {
    const named = valuesOf(words, fact);
    return named.length === 0
      ? null
      : capitalised(t(key as 'fits.theme', { list: named.slice(0, 3).join(', ') }));
  }
  if (BY_VALUE.includes(code))
    return fact.values?.[0] ? t(`${key}.${fact.values[0]}` as 'fits.rhythm.once') : null;
  if (WITH_NUMBER.includes(code)) return t(key as 'fits.distance', { number: formatNumber(number) });
  return ALONE.includes(code) && kind === 'fits' ? t(key as 'fits.online') : null;
}

/** 'november', of `2026-11`. */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat(language.value === 'nl' ? 'nl-NL' : 'en-GB', {
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01T12:00:00Z`));
