// What the command palette finds besides screens and actions: records of the work, of the types that this person has a
// list of. What of them may be found is the server's to say.
import { send } from '../../api/requests.ts';
import { SEARCH_CALLS } from '../../api/search-calls.ts';
import { language } from '../../lib/locale/language.ts';
import { menuOfNow } from '../../lib/session/session.ts';

/** Each type, and whose entry of the menu stands for it. */
const RIGHTS = {
  users: 'users',
  applications: 'applications',
  vacancies: 'my_vacancies',
  activities: 'activities',
  organizations: 'organizations_approve',
  pages: 'pages',
  forms: 'forms',
} as const;

export type RecordKind = keyof typeof RIGHTS;

export interface FoundRecord {
  kind: RecordKind;
  id: string;
  title: string;
  /** What tells it apart. */
  hint: string;
  href: string;
}

const AT_MOST = 4;
export const SHORTEST_WORD = 2;

export const RECORD_KINDS = Object.keys(RIGHTS) as RecordKind[];

/** A search that fails is one in which nothing was found. */
export async function searchRecords(
  q: string,
  kinds: readonly RecordKind[],
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const mine = kinds.filter((kind) => menuOfNow.peek().includes(RIGHTS[kind]));
  if (mine.length === 0) return [];
  const query = {
    locale: language.peek(),
    'page[size]': AT_MOST,
    q,
    scope: 'work',
    types: mine.join(),
  } as const;
  const groups = await send(SEARCH_CALLS.search, { query, signal }).then(
    ({ items }) => items,
    () => [],
  );
  // What is called so comes before what only speaks of it.
  const isNamedSo = ({ title }: { title: string }): boolean => title.toLowerCase().includes(q.toLowerCase());
  return groups.flatMap(({ id: kind, results }) =>
    [...results]
      .sort((one, other) => Number(isNamedSo(other)) - Number(isNamedSo(one)))
      .map(({ id, title, hint, path }) => ({
        kind: kind as RecordKind,
        id,
        title,
        hint: hint ?? '',
        href: path,
      })),
  );
}
