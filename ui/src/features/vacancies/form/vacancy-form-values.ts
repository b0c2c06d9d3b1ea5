// A vacancy as the form has it, and back to what the server takes. Pure.
import type { VacancyType } from '../../../api/choices.ts';
import type { NewOf } from '../../../api/params.ts';
import type { Address, Vacancy, VacancyInput } from '../../../api/schema.d.ts';
import { addressFromForm, addressToForm } from '../../../components/form/controls/address-fields.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { paragraphsOf } from '../../../components/form/prose.ts';
import {
  questionsOf,
  questionsToForm,
  withKnownIds,
} from '../../../components/form/questions/asked-questions.ts';
import { groupsOf, groupsToForm } from '../../../components/form/repeated-groups.tsx';
import type { FieldValue } from '../../../components/form/rules.ts';
import { dayAfter, dayOf, LIFETIME_DAYS } from '../../../lib/vacancies/expiry.ts';
import { isRhythm } from '../../../lib/vacancies/rhythm.ts';

export const MAX_REQUIREMENTS = 5;
export const REQUIREMENT_LENGTH = 100;
export const DESCRIPTION_AT_LEAST = 50;
export const DESCRIPTION_AT_MOST = 5000;
export const MOST_HOURS = 20;

export const PLACES = {
  name: 'places',
  fields: ['name', 'postalCode', 'houseNumber', 'street', 'city'],
  atMost: 5,
};
export const DATES = { name: 'dates', fields: ['day', 'from', 'until'], atMost: 10 };

export type Attributes = VacancyInput;

const text = (value: FieldValue): string | null => {
  const trimmed = typeof value === 'string' ? value.trim() : '';
  return trimmed === '' ? null : trimmed;
};
const number = (value: FieldValue): number | null => (typeof value === 'number' ? value : null);
const list = (value: FieldValue): readonly string[] => (Array.isArray(value) ? value : []);

/** One a line; signs before a line are typed by habit. */
export function linesOf(value: FieldValue): string[] {
  return (typeof value === 'string' ? value : '')
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter(Boolean);
}

const spot = ({ street, houseNumber, postalCode }: Address): string =>
  [street, houseNumber, postalCode].map((part) => (part ?? '').replace(/\s/g, '').toLowerCase()).join('|');

/** The same street and number is the same place, also when it was typed again. */
export function placeOf(
  { online, address }: Pick<Vacancy, 'online' | 'address'>,
  organizationAddress: Address | null,
): string {
  if (online) return 'online';
  const isOwn = !address || (organizationAddress !== null && spot(address) === spot(organizationAddress));
  return isOwn ? 'organization' : 'elsewhere';
}

export function newForm(organizationId: string | null, contactPersonId: string | null): FormValue {
  return {
    organizationId,
    contactPersonId,
    vacancyType: 'volunteering',
    place: 'organization',
    expiresAt: dayAfter(LIFETIME_DAYS),
    languages: ['nl'],
    contactPhoneVisible: false,
    publishAfterApproval: false,
  };
}

export function toForm(vacancy: Vacancy, organizationAddress: Address | null): FormValue {
  const place = placeOf(vacancy, organizationAddress);
  // A draft without a day gets one when it is published: this one.
  const day = dayOf(vacancy.expiresAt) || (vacancy.status === 'draft' ? dayAfter(LIFETIME_DAYS) : null);
  return {
    organizationId: vacancy.organizationId,
    title: vacancy.title,
    vacancyType: vacancy.vacancyType,
    summary: vacancy.summary ?? '',
    description: vacancy.description ?? '',
    requirements: vacancy.requirements.join('\n'),
    offer: vacancy.offer ?? '',
    expenses: vacancy.expenses ?? '',
    activityTypeIds: vacancy.activityTypeIds,
    rhythm: vacancy.tags.filter(isRhythm),
    tags: vacancy.tags.filter((tag) => !isRhythm(tag)),
    schedule: vacancy.schedule ?? '',
    hoursPerWeek: vacancy.hoursPerWeek,
    capacity: vacancy.capacity,
    expiresAt: day,
    place,
    ...addressToForm(place === 'elsewhere' ? (vacancy.address as unknown as Record<string, unknown>) : null),
    ageGroupIds: vacancy.ageGroupIds,
    minAge: vacancy.minAge,
    languages: vacancy.languages,
    requiredChecks: vacancy.requiredChecks,
    contactPersonId: vacancy.contactPersonId,
    contactPhoneVisible: vacancy.contactPhoneVisible,
    publishAfterApproval: vacancy.publishAfterApproval ?? false,
    youtubeUrl: vacancy.youtubeUrl ?? '',
    imageUrl: vacancy.imageUrl,
    imageAlt: vacancy.imageAlt ?? '',
    availability: vacancy.availability ?? [],
    skills: vacancy.skills ?? [],
    gains: vacancy.gains ?? [],
    socialSetting: vacancy.socialSetting ?? null,
    wheelchairAccessible: vacancy.wheelchairAccessible ?? false,
    forGroups: vacancy.forGroups ?? false,
    otherContactIds: vacancy.otherContactIds ?? [],
    ...groupsToForm(PLACES.name, vacancy.places ?? [], PLACES.fields),
    ...groupsToForm(DATES.name, vacancy.dates ?? [], DATES.fields),
    ...questionsToForm(vacancy.questions ?? []),
  };
}

/** Questions of another vacancy, as new ones. */
const unnumbered = (questions: readonly object[]): object[] =>
  questions.map((question) => {
    const { is_required: isRequired, ...rest } = question as { is_required?: boolean };
    return { isRequired, ...rest, id: '' };
  });

/** The content of a template, as the form has it: what it does not say stays as it is. */
export function contentToForm(content: Readonly<Record<string, unknown>>): FormValue {
  const words: Record<string, FieldValue> = {};
  for (const [name, each] of Object.entries(content)) {
    const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (key === 'requirements') words[key] = (each as readonly string[]).join('\n');
    else if (key === 'tags') {
      words.rhythm = (each as readonly string[]).filter(isRhythm);
      words.tags = (each as readonly string[]).filter((tag) => !isRhythm(tag));
    } else if (key === 'places')
      Object.assign(words, groupsToForm(PLACES.name, each as object[], PLACES.fields));
    else if (key === 'questions')
      Object.assign(words, questionsToForm(unnumbered(each as readonly object[])));
    else if (key === 'online') words.place = each === true ? 'online' : 'organization';
    else if (key !== 'address') words[key] = each as FieldValue;
  }
  return words;
}

/** All that the form holds. With the organisation's own place the server fills the address in by itself. */
export function toAttributes(value: FormValue): Attributes {
  const address = value.place === 'elsewhere' ? addressFromForm(value) : null;
  return {
    organizationId: String(value.organizationId ?? ''),
    title: text(value.title) ?? '',
    vacancyType: value.vacancyType as VacancyType,
    // A card shows one line, and the box it is typed in has more.
    summary: text(value.summary)?.replace(/\s+/g, ' ') ?? null,
    description: typeof value.description === 'string' ? value.description : '',
    requirements: linesOf(value.requirements),
    offer: text(value.offer),
    expenses: text(value.expenses),
    activityTypeIds: list(value.activityTypeIds),
    tags: [...list(value.rhythm), ...list(value.tags)],
    schedule: text(value.schedule),
    hoursPerWeek: number(value.hoursPerWeek),
    capacity: number(value.capacity),
    expiresAt: text(value.expiresAt),
    online: value.place === 'online',
    ...(address ? { address: { ...address, country: 'NL' } } : {}),
    ageGroupIds: list(value.ageGroupIds),
    minAge: number(value.minAge),
    languages: list(value.languages),
    requiredChecks: list(value.requiredChecks),
    contactPersonId: text(value.contactPersonId),
    contactPhoneVisible: value.contactPhoneVisible === true,
    publishAfterApproval: value.publishAfterApproval === true,
    youtubeUrl: text(value.youtubeUrl),
    imageUrl: text(value.imageUrl),
    imageAlt: text(value.imageAlt) ?? '',
    availability: list(value.availability),
    skills: list(value.skills),
    gains: list(value.gains),
    socialSetting: text(value.socialSetting) as NonNullable<VacancyInput['socialSetting']> | null,
    wheelchairAccessible: value.wheelchairAccessible === true,
    forGroups: value.forGroups === true,
    otherContactIds: list(value.otherContactIds).filter((id) => id !== value.contactPersonId),
    places: groupsOf(value, PLACES) as unknown as NonNullable<VacancyInput['places']>,
    dates: groupsOf(value, DATES) as unknown as NonNullable<VacancyInput['dates']>,
    questions: questionsOf(value) as unknown as NonNullable<VacancyInput['questions']>,
  };
}

/** A new one: what is empty is left out. */
export function newAttributes(value: FormValue): NewOf<'vacancies'> {
  const { title = '', organizationId = '', ...rest } = toAttributes(value);
  const filled = Object.fromEntries(Object.entries(rest).filter(([, each]) => each !== null));
  return { organizationId, title, ...filled };
}

/** Only what changed: what somebody else wrote in another field stays. */
export function changedAttributes(
  before: FormValue,
  after: FormValue,
  organizationAddress: Address | null,
): Attributes {
  const old: Readonly<Record<string, unknown>> = { ...toAttributes(before) };
  const now = {
    ...toAttributes(after),
    questions: withKnownIds(questionsOf(after), questionsOf(before)) as unknown as Attributes['questions'],
  };
  const changed: Attributes = Object.fromEntries(
    Object.entries(now).filter(([name, each]) => JSON.stringify(each) !== JSON.stringify(old[name])),
  );
  const isBack = after.place === 'organization' && before.place !== 'organization';
  if (isBack && organizationAddress) {
    const { street, houseNumber, postalCode, city } = organizationAddress;
    changed.address = { street, houseNumber, postalCode, city, country: 'NL' };
  }
  return changed;
}

/** What has to be there before anybody else reads it: names of parts, in the order of the form. */
export function missingParts(
  vacancy: Pick<Vacancy, 'description' | 'online' | 'postalCode' | 'city'>,
): ('description' | 'address')[] {
  const length = [...paragraphsOf(vacancy.description ?? '').trim()].length;
  const hasPlace = vacancy.online || Boolean(vacancy.postalCode ?? vacancy.city);
  return [
    ...(length < DESCRIPTION_AT_LEAST ? (['description'] as const) : []),
    ...(hasPlace ? [] : (['address'] as const)),
  ];
}
