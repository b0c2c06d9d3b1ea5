// The search over everything: its address, and what it asks. The server reads the same parameters and asks the same
// (`src/web/search_all.rs`).

export const SEARCH_ALL_PATH = '/zoeken';
export const SEARCH_KINDS = ['vacancies', 'activities', 'organizations', 'pages', 'news_items'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Characters of a question. */
export const LONGEST_QUESTION = 200;
/** Results of one type, where only that is asked for. */
export const OF_ONE = 50;

export interface SearchAll {
  q: string;
  only: SearchKind | null;
}

export function readSearchAll(query: string): SearchAll {
  const params = new URLSearchParams(query);
  const asked = params.get('types');
  return {
    q: [...(params.get('q') ?? '').trim()].slice(0, LONGEST_QUESTION).join(''),
    only: SEARCH_KINDS.find((kind) => kind === asked) ?? null,
  };
}

export function pathOfSearch({ q, only }: SearchAll): string {
  if (q === '') return SEARCH_ALL_PATH;
  return `${SEARCH_ALL_PATH}?q=${encodeURIComponent(q)}${only ? `&types=${only}` : ''}`;
}

/** The question for the API, by the keys of its parameters. */
export const askedOf = ({ q, only }: SearchAll, locale: string) => ({
  locale,
  ...(only ? { 'page[size]': OF_ONE } : {}),
  q,
  ...(only ? { types: only } : {}),
});
