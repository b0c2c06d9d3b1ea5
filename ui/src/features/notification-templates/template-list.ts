// What the list of mails shows: chips with their counts, what is looked for, and the groups. Pure.
import { MAIL_GROUPS, type MailGroup, type MailTemplate, type TextLocale } from '../../api/template-calls.ts';

export const VIEWS = ['all', 'own', 'off', 'mandatory', 'untranslated'] as const;
export type View = (typeof VIEWS)[number];

export interface ListState {
  view: View;
  q: string;
}

const PATH = '/notification_templates';

export function readState(params: URLSearchParams): ListState {
  return { view: VIEWS.find((each) => each === params.get('view')) ?? 'all', q: params.get('q') ?? '' };
}

export function hrefOf({ view, q }: ListState): string {
  const query = new URLSearchParams({ ...(view === 'all' ? {} : { view }), ...(q ? { q } : {}) });
  return query.size > 0 ? `${PATH}?${query}` : PATH;
}

export const editPath = (kind: string): string => `${PATH}/${kind}/edit`;

/** Whoever wrote in one language has a text of their own, also where that is not the reader's. */
export const hasOwnText = (row: MailTemplate): boolean => row.isChanged || row.isMissingTranslation;

/** The language that has no text of its own while the other has. */
export function lackingLanguage({
  isMissingTranslation,
  isChanged,
  locale,
}: MailTemplate): TextLocale | null {
  if (!isMissingTranslation) return null;
  const other = locale === 'nl' ? 'en' : 'nl';
  return isChanged ? other : locale;
}

const FITS: Readonly<Record<View, (row: MailTemplate) => boolean>> = {
  all: () => true,
  own: hasOwnText,
  off: (row) => !row.isActive,
  mandatory: (row) => row.isMandatory,
  untranslated: (row) => lackingLanguage(row) === 'en',
};

export const countsOf = (rows: readonly MailTemplate[]): Readonly<Record<View, number>> =>
  Object.fromEntries(VIEWS.map((view) => [view, rows.filter(FITS[view]).length])) as Record<View, number>;

/** Accents and capitals aside. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** What people call a mail, and what its subject reads like. */
export interface ListWords {
  nameOf: (kind: string) => string;
  subjectOf: (subject: string) => string;
}

/** Every word that is typed stands in the name or the subject. */
export function found(
  rows: readonly MailTemplate[],
  { view, q }: ListState,
  { nameOf, subjectOf }: ListWords,
): MailTemplate[] {
  const words = plain(q).split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = plain(`${nameOf(row.kind)} ${subjectOf(row.subject)}`);
    return FITS[view](row) && words.every((word) => text.includes(word));
  });
}

export interface Group {
  group: MailGroup;
  rows: readonly MailTemplate[];
}

export const groupsOf = (rows: readonly MailTemplate[]): Group[] =>
  MAIL_GROUPS.map((group) => ({ group, rows: rows.filter((row) => row.group === group) })).filter(
    (each) => each.rows.length > 0,
  );
