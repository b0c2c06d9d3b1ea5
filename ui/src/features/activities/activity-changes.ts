// Changes to an activity that is in the calendar: they wait until the centre has read them. Pure.
import type { Activity } from '../../api/schema.d.ts';

const ONLINE: readonly string[] = ['published', 'full', 'running'];

/** Whether the user may decide on the changes that wait. */
export const mayDecideOnChange = ({
  revision,
  transitions,
}: Pick<Activity, 'revision' | 'transitions'>): boolean =>
  Boolean(revision) && transitions.includes('approve');

/** Whether new words will wait. */
export function willWait({
  status,
  isReviewed,
  can,
}: Pick<Activity, 'status' | 'isReviewed' | 'can'>): boolean {
  return isReviewed === true && ONLINE.includes(status) && !can.includes('approve');
}

/** With the changes that wait for who wrote them; as visitors see it for who decides. */
export function inHand(activity: Activity): Activity {
  if (!activity.revision || mayDecideOnChange(activity)) return activity;
  return { ...activity, ...(activity.revision as Partial<Activity>) };
}

const PARTS = [
  'title',
  'summary',
  'description',
  'image',
  'onlineUrl',
  'cost',
  'accessibility',
  'questions',
  'activityCategories',
  'targetGroups',
  'tags',
] as const;
export type Part = (typeof PARTS)[number];
/** Parts that hold keys of a list of the centre. */
export type ListPart = 'activityCategories' | 'targetGroups' | 'tags';

const LISTS: readonly Part[] = ['activityCategories', 'targetGroups', 'tags'] satisfies ListPart[];
export const isList = (part: Part): part is ListPart => LISTS.includes(part);

/** Of a list: its keys, separated by spaces. */
export interface Change {
  part: Part;
  before: string;
  after: string;
}

function textOf(activity: Activity, part: Part): string {
  if (part === 'image') return activity.imageUrl ?? '';
  if (part === 'questions') return activity.questions.map(({ text }) => text).join('\n');
  if (isList(part)) return activity[part].join(' ');
  return activity[part] ?? '';
}

/** What differs, in the order of the form. Another description of the same picture counts as another picture. */
export function changesOf(activity: Activity): Change[] {
  const revision = activity.revision as Partial<Activity> | null;
  if (!revision) return [];
  const asked = { ...activity, ...revision };
  return PARTS.filter((part) =>
    part === 'image' ? 'imageUrl' in revision || 'imageAlt' in revision : part in revision,
  ).map((part) => ({ part, before: textOf(activity, part), after: textOf(asked, part) }));
}
