// The address of the list of news, with what is chosen in it.

export const NEWS_PATH = '/nieuws';
export const KINDS = ['all', 'news', 'success_story'] as const;

export type Kind = (typeof KINDS)[number];

export interface Choice {
  kind: Kind;
  tag: string;
  page: number;
}

export function newsPath({ kind, tag, page }: Partial<Choice>): string {
  const query = new URLSearchParams();
  if (kind && kind !== 'all') query.set('type', kind);
  if (tag) query.set('tag', tag);
  if (page && page > 1) query.set('page', String(page));
  return query.size > 0 ? `${NEWS_PATH}?${query}` : NEWS_PATH;
}
