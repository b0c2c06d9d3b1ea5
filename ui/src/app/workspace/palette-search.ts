// What the command palette finds besides screens and actions: the lists' own searches, only those this person has.
import { listResource } from '../../api/requests.ts';
import { menuOfNow } from '../../lib/session/session.ts';

export type RecordKind = 'users' | 'applications' | 'vacancies' | 'organizations';

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

type Search = (q: string, signal: AbortSignal) => Promise<FoundRecord[]>;

const page = { size: AT_MOST };

const SEARCHES: Readonly<Record<RecordKind, { right: string; search: Search }>> = {
  users: {
    right: 'users',
    search: async (q, signal) => {
      const { items } = await listResource('users', { filter: { q }, page }, { signal });
      return items.map(({ id, fullName, email }) => ({
        kind: 'users',
        id,
        title: fullName || email || id,
        hint: fullName ? (email ?? '') : '',
        href: `/users/${id}`,
      }));
    },
  },
  applications: {
    right: 'applications',
    search: async (q, signal) => {
      const filter = { mineEq: false, q };
      const { items } = await listResource('applications', { filter, page, sort: '-created_at' }, { signal });
      return items.map(({ id, name, vacancyTitle }) => ({
        kind: 'applications',
        id,
        title: name || id,
        hint: vacancyTitle,
        href: `/applications/${id}`,
      }));
    },
  },
  vacancies: {
    right: 'my_vacancies',
    search: async (q, signal) => {
      const { items } = await listResource('vacancies', { filter: { mineEq: true, q }, page }, { signal });
      return items.map(({ id, title, organizationName, can }) => ({
        kind: 'vacancies',
        id,
        title,
        hint: organizationName ?? '',
        href: can.includes('update') ? `/vacancies/${id}/edit` : `/vacancies/${id}`,
      }));
    },
  },
  organizations: {
    right: 'organizations_approve',
    search: async (q, signal) => {
      const { items } = await listResource('organizations', { filter: { q }, page }, { signal });
      return items.map(({ id, name, address }) => ({
        kind: 'organizations',
        id,
        title: name,
        hint: address?.city ?? '',
        href: `/organizations/${id}`,
      }));
    },
  },
};

export const RECORD_KINDS = Object.keys(SEARCHES) as RecordKind[];

/** A list that fails is a list in which nothing was found. */
export async function searchRecords(
  q: string,
  kinds: readonly RecordKind[],
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const mine = kinds.filter((kind) => menuOfNow.peek().includes(SEARCHES[kind].right));
  const found = await Promise.all(mine.map((kind) => SEARCHES[kind].search(q, signal).catch(() => [])));
  // What is called so comes before what only speaks of it.
  const isNamedSo = ({ title }: FoundRecord): boolean => title.toLowerCase().includes(q.toLowerCase());
  return found.flatMap((records) =>
    [...records].sort((one, other) => Number(isNamedSo(other)) - Number(isNamedSo(one))),
  );
}
