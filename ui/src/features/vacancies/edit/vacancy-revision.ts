// Changes to a vacancy that is online: they wait until the centre has read them. Pure.
import type { VacancyRevision } from '../../../api/choices.ts';
import type { Address, Vacancy } from '../../../api/schema.d.ts';

const ONLINE: readonly string[] = ['published', 'filled', 'expired'];

type Decided = Pick<Vacancy, 'revision' | 'transitions'>;

/** Whether the user may decide on the pending changes. */
export const mayDecide = ({ transitions }: Pick<Vacancy, 'transitions'>): boolean =>
  transitions.includes('approve');

/** Which words: a step on what waits reads otherwise than the same step on a draft. */
export function stepContext(vacancy: Decided, event: string): { context?: string } {
  if (!vacancy.revision) return {};
  if (event === 'renew' || event === 'reopen') return mayDecide(vacancy) ? {} : { context: 'change' };
  return { context: 'change' };
}

/** Whether new words will wait: said before somebody types them. */
export function willWait({
  status,
  isReviewed,
  can,
}: Pick<Vacancy, 'status' | 'isReviewed' | 'can'>): boolean {
  return isReviewed === true && ONLINE.includes(status) && !can.includes('approve');
}

/** With the pending changes for an author; the published version for a reviewer. */
export function inHand(vacancy: Vacancy): Vacancy {
  const { revision } = vacancy;
  if (!revision || mayDecide(vacancy)) return vacancy;
  const { status: _status, expiresAt: _expiresAt, address, ...words } = revision;
  return { ...vacancy, ...words, ...(address ? { address: address as Address } : {}) };
}

export type Part =
  | 'title'
  | 'summary'
  | 'description'
  | 'activityTypes'
  | 'vacancyType'
  | 'schedule'
  | 'hours'
  | 'place'
  | 'requirements'
  | 'tags'
  | 'ageGroups'
  | 'minAge'
  | 'languages'
  | 'checks'
  | 'offer'
  | 'expenses'
  | 'image'
  | 'video'
  | 'availability'
  | 'dates'
  | 'places'
  | 'skills'
  | 'gains'
  | 'setting'
  | 'wheelchair'
  | 'groups'
  | 'expiresAt';

export interface Change {
  part: Part;
  before: Pick<Vacancy, keyof VacancyRevision & keyof Vacancy>;
  after: Change['before'];
}

const PART_OF: Readonly<Partial<Record<keyof VacancyRevision, Part | null>>> = {
  title: 'title',
  summary: 'summary',
  description: 'description',
  activityTypeIds: 'activityTypes',
  vacancyType: 'vacancyType',
  schedule: 'schedule',
  hoursPerWeek: 'hours',
  online: 'place',
  address: 'place',
  requirements: 'requirements',
  tags: 'tags',
  ageGroupIds: 'ageGroups',
  minAge: 'minAge',
  languages: 'languages',
  requiredChecks: 'checks',
  offer: 'offer',
  expenses: 'expenses',
  imageUrl: 'image',
  imageAlt: 'image',
  youtubeUrl: 'video',
  availability: 'availability',
  dates: 'dates',
  places: 'places',
  skills: 'skills',
  gains: 'gains',
  socialSetting: 'setting',
  wheelchairAccessible: 'wheelchair',
  forGroups: 'groups',
  expiresAt: 'expiresAt',
  status: null,
};

/** What differs, in the order of the form; each part once. */
export function changesOf(vacancy: Vacancy): Change[] {
  const { revision } = vacancy;
  if (!revision) return [];
  const after = { ...vacancy, ...revision } as Change['before'];
  const names = Object.keys(PART_OF) as (keyof VacancyRevision)[];
  const parts = names.flatMap((name) => (name in revision ? (PART_OF[name] ?? []) : []));
  return [...new Set(parts)].map((part) => ({ part, before: vacancy, after }));
}
