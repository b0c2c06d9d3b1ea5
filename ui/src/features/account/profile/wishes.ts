// The ten questions about what somebody looks for: which are answered, and what is sent. Pure.
import type { VolunteerProfile, VolunteerProfileInput } from '../../../api/schema.d.ts';
import { language } from '../../../lib/locale/language.ts';
import { DAYS, PARTS } from '../../../lib/matching/match.ts';

export const QUESTIONS = [
  'themes',
  'skills',
  'frequency',
  'hours',
  'availability',
  'place',
  'transport',
  'languages',
  'gains',
  'social',
] as const;

export type Question = (typeof QUESTIONS)[number];

export type Answers = VolunteerProfileInput;

/** Most hours a week that can be chosen. */
export const HOURS = [1, 2, 4, 8, 20] as const;

/** Languages that are spoken most; all others count in the same way. */
export const LANGUAGES = [
  'nl',
  'en',
  'de',
  'fr',
  'es',
  'tr',
  'ar',
  'zgh',
  'pl',
  'uk',
  'fa',
  'ti',
  'so',
  'pap',
] as const;

/** Kilometres that somebody goes, by means of transport; the server's own numbers. */
export const TRANSPORT = { walk: 3, bike: 10, public_transport: 15, car: 25 } as const;

const SLOTS: readonly string[] = DAYS.flatMap((day) => PARTS.map((part) => `${day}_${part}`));

const WEEKEND = ['sat', 'sun'];

export const QUICK: Readonly<
  Record<'daytime' | 'evenings' | 'weekend' | 'always' | 'never', readonly string[]>
> = {
  daytime: SLOTS.filter((slot) => !WEEKEND.includes(slot.slice(0, 3)) && !slot.endsWith('evening')),
  evenings: SLOTS.filter((slot) => slot.endsWith('evening')),
  weekend: SLOTS.filter((slot) => WEEKEND.includes(slot.slice(0, 3))),
  always: SLOTS,
  never: [],
};

export const NOTHING: Answers = {
  themeIds: [],
  skills: [],
  frequency: null,
  hoursPerWeek: null,
  availability: [],
  postalCode4: null,
  transport: null,
  maxDistanceKm: null,
  wantsOnline: false,
  languages: [],
  practisesDutch: false,
  gains: [],
  socialSetting: null,
};

export function isAnswered(question: Question, profile: VolunteerProfile): boolean {
  switch (question) {
    case 'themes':
      return profile.themeIds.length > 0;
    case 'skills':
      return profile.skills.length > 0;
    case 'frequency':
      return profile.frequency !== null;
    case 'hours':
      return profile.hoursPerWeek !== null;
    case 'availability':
      return profile.availability.length > 0;
    case 'place':
      return profile.postalCode4 !== null;
    case 'transport':
      return profile.transport !== null || profile.wantsOnline;
    case 'languages':
      return profile.languages.length > 0 || profile.practisesDutch;
    case 'gains':
      return profile.gains.length > 0;
    case 'social':
      return profile.socialSetting !== null;
  }
}

/** Where one goes on: the first that is not answered, counted from 1. */
export function nextQuestion(profile: VolunteerProfile): number {
  const at = QUESTIONS.findIndex((question) => !isAnswered(question, profile));
  return at < 0 ? 1 : at + 1;
}

export const answered = (profile: VolunteerProfile): number =>
  QUESTIONS.filter((question) => isAnswered(question, profile)).length;

/** In or out, in the order of the choices. */
export function toggled(chosen: readonly string[], value: string, order: readonly string[]): string[] {
  const next = new Set(chosen);
  if (!next.delete(value)) next.add(value);
  return order.filter((each) => next.has(each));
}

/** The question in the address, from 1; none where it names none. */
export function questionIn(query: URLSearchParams): number | null {
  const number = Number(query.get('vraag'));
  return Number.isInteger(number) && number >= 1 && number <= QUESTIONS.length ? number : null;
}

export const questionPath = (number: number): string => `/profiel?vraag=${number}`;

export const languageName = (code: string): string =>
  new Intl.DisplayNames([language.value], { type: 'language' }).of(code) ?? code;
