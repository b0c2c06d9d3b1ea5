// Kinds of help between people with their signs, and how often, in the order of the server (help_requests.rs). Pure.
import type { Vacancy } from '../../../api/schema.d.ts';
import type { IconName } from '../../../components/media/icon.tsx';

export const KINDS = [
  { key: 'company', icon: 'people' },
  { key: 'groceries', icon: 'food' },
  { key: 'transport', icon: 'bus' },
  { key: 'chore', icon: 'tools' },
  { key: 'garden_pet', icon: 'leaf' },
  { key: 'computer_papers', icon: 'laptop' },
] as const satisfies readonly { key: string; icon: IconName }[];

export type HelpKind = (typeof KINDS)[number]['key'];

export const FREQUENCIES = ['once', 'often'] as const;
export type HelpFrequency = (typeof FREQUENCIES)[number];

export const iconOf = (kind: Vacancy['helpKind']): IconName =>
  KINDS.find(({ key }) => key === kind)?.icon ?? 'people';

const LONGEST = 180;

/** The beginning of a text, to the end of a word. */
export function excerptOf(html: string): string {
  const text = (
    new DOMParser().parseFromString(html.replaceAll('</p>', ' </p>'), 'text/html').body.textContent ?? ''
  )
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 1)).replace(/[,. ]+$/, '')}…`;
}

/** What is ticked in the address, in the order of the page: `kind=chore,company`, or once for each. */
export function chosenOf<K extends string>(params: URLSearchParams, name: string, known: readonly K[]): K[] {
  const asked = params.getAll(name).flatMap((value) => value.split(','));
  return known.filter((each) => asked.includes(each));
}
