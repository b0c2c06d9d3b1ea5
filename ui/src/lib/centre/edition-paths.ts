// Where the legal texts of a centre stand on its site.
export type EditionKind = 'privacy' | 'terms' | 'accessibility';

export const EDITION_PATHS: Readonly<Record<EditionKind, string>> = {
  privacy: '/privacy',
  terms: '/voorwaarden',
  accessibility: '/toegankelijkheid',
};
