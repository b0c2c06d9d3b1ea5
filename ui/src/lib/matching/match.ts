// Why a vacancy fits somebody: the facts that the server tells, in the words of the reader.
import type { TFunction } from 'i18next';
import { metaOfRows } from '../../api/row-meta.ts';
import { keyedName, skills } from '../centre/keyed-choices.ts';
import { activityTypes, nameOf, tags, termOf } from '../centre/taxonomies.ts';
import { formatNumber } from '../locale/time.ts';
import { SKILLS } from './choices.ts';

export interface MatchFact {
  code: string;
  values?: readonly string[];
  number?: number;
}

export interface VacancyMatch {
  score: number;
  reasons: readonly MatchFact[];
  misses: readonly MatchFact[];
}

export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const PARTS = ['morning', 'afternoon', 'evening'] as const;

type Words = TFunction<'matching'>;

const SHOWN = 3;

/** The matches of a list by id: they stand in the `meta` of its rows. */
export function matchesIn(document: Parameters<typeof metaOfRows>[0]): ReadonlyMap<string, VacancyMatch> {
  const rows = [...metaOfRows<{ match: VacancyMatch }>(document)];
  return new Map(rows.flatMap(([id, { match }]) => (match ? [[id, match] as const] : [])));
}

export function slotText(t: Words, slot: string): string {
  const [day = '', part = ''] = slot.split('_');
  return t('choice.slot', {
    day: t(`choice.day.${day}` as 'choice.day.mon'),
    part: t(`choice.part.${part}` as 'choice.part.morning'),
  });
}

function valueText(t: Words, code: string, value: string): string | null {
  switch (code) {
    case 'theme':
    case 'tag': {
      const term = termOf(code === 'tag' ? tags : activityTypes, value);
      return term ? nameOf(term) : null;
    }
    case 'skill':
      return keyedName(skills, value, (key) =>
        SKILLS.some((known) => known === key) ? t(`choice.skill.${key}` as 'choice.skill.music') : '',
      ).toLowerCase();
    case 'gain':
      return t(`choice.gain.${value}` as 'choice.gain.learn').toLowerCase();
    case 'time':
      return slotText(t, value);
    case 'check':
      return t(`choice.check.${value}` as 'choice.check.vog');
    default:
      return value;
  }
}

const LISTS = ['theme', 'tag', 'skill', 'gain', 'time', 'check'];

/** 'reasonOf': in the words of who reads about somebody else, by their name. */
type Kind = 'reason' | 'miss' | 'reasonOf';

function factText(t: Words, kind: Kind, fact: MatchFact, name: string): string | null {
  const { code, values = [], number } = fact;
  if (LISTS.includes(code)) {
    const named = values.flatMap((value) => valueText(t, code, value) || []);
    if (named.length === 0) return null;
    return t(`${kind}.${code}` as 'reason.theme', { list: named.slice(0, SHOWN).join(', '), name });
  }
  if (code === 'rhythm' || code === 'company') {
    return t(`${kind}.${code}.${values[0] ?? ''}` as 'reason.rhythm.once', { name });
  }
  if (code === 'distance')
    return t(`${kind}.distance` as 'reason.distance', { km: formatNumber(number ?? 0) });
  if (code === 'hours' || code === 'hours_once')
    return t(`${kind}.${code}` as 'reason.hours', { hours: formatNumber(number ?? 0), name });
  return t(`${kind}.${code}` as 'reason.online', { name });
}

const textsOf =
  (kind: 'reason' | 'miss') =>
  (t: Words, facts: readonly MatchFact[]): readonly string[] =>
    facts.flatMap((fact) => factText(t, kind, fact, '') ?? []);

export const reasonTexts = textsOf('reason');
/** The same of somebody else, by name: "je" is only who reads it. Knows what is told of others. */
export const reasonTextsOf = (t: Words, facts: readonly MatchFact[], name: string): readonly string[] =>
  facts.flatMap((fact) => factText(t, 'reasonOf', fact, name) ?? []);
export const missTexts = textsOf('miss');
