// The texts and goals of a year as the fields of their form, and back. Pure.
import { GOAL_MEASURES, type YearReport, type YearReportTexts } from '../../../api/year-report-calls.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import { countGroups, groupsOf, groupsToForm } from '../../../components/form/repeated-groups.tsx';

/** Texts that a centre writes in both languages, in the order of the paper. */
export const TEXTS = ['recipient', 'intro', 'setbacks', 'demand'] as const;
export type TextName = (typeof TEXTS)[number];

const STORY_FIELDS = ['quoteNl', 'quoteEn', 'byNl', 'byEn'] as const;
const GOAL_FIELDS = ['measure', 'target'] as const;

export const STORIES = { name: 'stories', fields: STORY_FIELDS, atMost: 3 } as const;
/** One of each. */
export const GOALS = { name: 'goals', fields: GOAL_FIELDS, atMost: GOAL_MEASURES.length } as const;

export function formOfTexts(texts: YearReport | null): FormValue {
  return {
    ...Object.fromEntries(
      TEXTS.flatMap((name) => [
        [`${name}Nl`, texts?.[`${name}Nl`] ?? ''],
        [`${name}En`, texts?.[`${name}En`] ?? ''],
      ]),
    ),
    ...groupsToForm(STORIES.name, texts?.stories ?? [], STORY_FIELDS),
    ...groupsToForm(GOALS.name, texts?.goals ?? [], GOAL_FIELDS),
  };
}

const textIn = (value: FormValue, name: string): string | null => String(value[name] ?? '').trim() || null;

/** What is empty is none; groups without anything in them are left out. */
export function textsOfForm(value: FormValue): YearReportTexts {
  const goals = Array.from({ length: countGroups(value, GOALS) }, (_, at) => {
    const measure = GOAL_MEASURES.find((each) => each === value[`goals.${at}.measure`]);
    return measure ? [{ measure, target: Number(value[`goals.${at}.target`]) }] : [];
  });
  return {
    recipientNl: textIn(value, 'recipientNl'),
    recipientEn: textIn(value, 'recipientEn'),
    introNl: textIn(value, 'introNl'),
    introEn: textIn(value, 'introEn'),
    setbacksNl: textIn(value, 'setbacksNl'),
    setbacksEn: textIn(value, 'setbacksEn'),
    demandNl: textIn(value, 'demandNl'),
    demandEn: textIn(value, 'demandEn'),
    goals: goals.flat(),
    stories: groupsOf(value, STORIES) as unknown as YearReportTexts['stories'],
  };
}

const isFilled = (value: FormValue, name: string): boolean => textIn(value, name) !== null;

/** Somebody is named who says nothing, in either language. */
export const hasNoQuote = (value: FormValue, prefix: string): boolean =>
  !isFilled(value, `${prefix}.quoteNl`) &&
  !isFilled(value, `${prefix}.quoteEn`) &&
  (isFilled(value, `${prefix}.byNl`) || isFilled(value, `${prefix}.byEn`));

export type GoalFault = 'measureMissing' | 'measureTwice' | 'targetMissing' | 'targetTooLow';

export function faultOfMeasure(value: FormValue, prefix: string): GoalFault | null {
  const measure = value[`${prefix}.measure`];
  if (!measure) return isFilled(value, `${prefix}.target`) ? 'measureMissing' : null;
  const same = Array.from({ length: GOALS.atMost }, (_, at) => value[`goals.${at}.measure`]).filter(
    (each) => each === measure,
  );
  return same.length > 1 ? 'measureTwice' : null;
}

export function faultOfTarget(value: FormValue, prefix: string): GoalFault | null {
  const target = value[`${prefix}.target`];
  if (!isFilled(value, `${prefix}.target`)) return value[`${prefix}.measure`] ? 'targetMissing' : null;
  return typeof target === 'number' && target <= 0 ? 'targetTooLow' : null;
}
