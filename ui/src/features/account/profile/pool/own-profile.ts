// Between the form of one's own profile, what the server takes and the card that organisations see. Pure.
import {
  type LanguageLevel,
  levelOf,
  type OwnProfile,
  type OwnProfileInput,
  type PoolProfile,
} from '../../../../api/pool-calls.ts';
import type { FormValue } from '../../../../components/form/form-context.ts';
import { LEVELS } from '../../../../lib/pool/profile.ts';

export const MOST_LANGUAGES = 10;
export const HEADLINE_LENGTH = 80;
/** Younger than this nobody is shown to organisations. */
export const POOL_AGE = 16;

/** The name of the field that says how well somebody speaks a language. */
export const levelField = (code: string): string => `level.${code}`;

export const listIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const choiceIn = <T extends string>(value: unknown): T | null =>
  typeof value === 'string' && value !== '' ? (value as T) : null;

export function profileToForm(profile: OwnProfile): FormValue {
  const levels = profile.languages.flatMap((code) => {
    const level = levelOf(profile.languageLevels, code);
    return level === null ? [] : [[levelField(code), level] as const];
  });
  return {
    themeIds: profile.themeIds,
    skills: profile.skills,
    languages: profile.languages,
    ...Object.fromEntries(levels),
    practisesDutch: profile.practisesDutch,
    availability: profile.availability,
    frequency: profile.frequency,
    hoursPerWeek: profile.hoursPerWeek,
    transport: profile.transport,
    wantsOnline: profile.wantsOnline,
    postalCode4: profile.postalCode4 ?? '',
    maxDistanceKm: profile.maxDistanceKm,
    gains: profile.gains,
    socialSetting: profile.socialSetting,
    headline: profile.headline ?? '',
    about: profile.about ?? '',
    consent: isConsentGiven(profile),
    elsewhere: profile.isFoundElsewhere,
  };
}

export const isConsentGiven = (profile: Pick<OwnProfile, 'consentedAt' | 'visibility'>): boolean =>
  Boolean(profile.consentedAt) || profile.visibility === 'visible';

export function levelsIn(value: FormValue): Record<string, LanguageLevel> {
  const found = listIn(value.languages).flatMap((code) => {
    const level = LEVELS.find((each) => each === value[levelField(code)]);
    return level === undefined ? [] : [[code, level] as const];
  });
  return Object.fromEntries(found);
}

function inputOf(value: FormValue): OwnProfileInput {
  return {
    themeIds: listIn(value.themeIds),
    skills: listIn(value.skills),
    languages: listIn(value.languages),
    languageLevels: levelsIn(value),
    practisesDutch: value.practisesDutch === true,
    availability: listIn(value.availability),
    frequency: choiceIn(value.frequency),
    // What is no number goes as it was typed, so that it is refused.
    hoursPerWeek: value.hoursPerWeek === '' ? null : (value.hoursPerWeek as number | null),
    transport: choiceIn(value.transport),
    wantsOnline: value.wantsOnline === true,
    postalCode4: textIn(value.postalCode4) || null,
    maxDistanceKm: typeof value.maxDistanceKm === 'number' ? value.maxDistanceKm : null,
    gains: listIn(value.gains),
    socialSetting: choiceIn(value.socialSetting),
    headline: textIn(value.headline) || null,
    about: textIn(value.about) || null,
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Only what differs: what was answered elsewhere meanwhile stays. */
export function changesOf(before: FormValue, after: FormValue): OwnProfileInput {
  const [old, now] = [inputOf(before), inputOf(after)];
  const names = Object.keys(now) as (keyof OwnProfileInput)[];
  const changed = names.filter((name) => !isSame(old[name], now[name]));
  return Object.fromEntries(changed.map((name) => [name, now[name]]));
}

export interface OwnName {
  firstName: string | null | undefined;
  lastName: string | null | undefined;
}

/** The card as it would be with what is typed now. Name and month are those that the server gives. */
export function previewOf(value: FormValue, shown: PoolProfile | null, me: OwnName): PoolProfile {
  const now = inputOf(value);
  const firstName = shown?.firstName ?? me.firstName ?? '';
  const initial = (me.lastName ?? '').trim().charAt(0).toUpperCase();
  return {
    id: 'preview',
    type: 'pool_profiles',
    can: [],
    transitions: [],
    firstName,
    initials: shown?.initials ?? `${firstName.charAt(0)}${initial}`.toUpperCase(),
    name: shown?.name ?? (initial ? `${firstName} ${initial}.` : firstName),
    headline: now.headline ?? null,
    about: now.about ?? null,
    themeIds: now.themeIds ?? [],
    skills: now.skills ?? [],
    languages: listIn(value.languages).map((code) => ({ code, level: levelsIn(value)[code] ?? null })),
    availability: now.availability ?? [],
    frequency: now.frequency ?? null,
    hoursPerWeek: typeof now.hoursPerWeek === 'number' ? now.hoursPerWeek : null,
    transport: now.transport ?? null,
    postalCode4: now.postalCode4 ?? null,
    distanceKm: null,
    confirmedMonth: shown?.confirmedMonth ?? null,
    match: null,
    reply: null,
    writableFrom: null,
  };
}

/** How it stands with being found. */
export type Finding = 'visible' | 'paused' | 'over' | 'hidden';

export function findingOf({ visibility, visibleUntil, consentedAt }: OwnProfile, today: string): Finding {
  if (visibility === 'paused') return 'paused';
  const isOver = visibleUntil !== null && visibleUntil !== undefined && visibleUntil.slice(0, 10) < today;
  if (visibility === 'visible') return isOver ? 'over' : 'visible';
  return consentedAt ? 'over' : 'hidden';
}

interface WireProblem {
  field: string;
  code: string;
  meta: Readonly<Record<string, unknown>>;
}

/** The words in the texts that say how to reach somebody, by field. */
export function contactWordsIn(
  problems: readonly WireProblem[],
): Readonly<Record<string, readonly string[]>> {
  const found = problems
    .filter(isAboutContact)
    .map(({ field, meta }) => [field, listIn(meta.passages)] as const);
  return Object.fromEntries(found);
}

export const isAboutContact = ({ code, meta }: Pick<WireProblem, 'code' | 'meta'>): boolean =>
  code === 'contact_details' || meta.rule === 'contact_details';
