// A sheet of A4 for a notice board, in either language: a file that the server draws of what is online.
import type { MenuEntry } from './menu.tsx';

type PosterWord = 'menu.poster' | 'menu.posterEnglish';

export const posterPath = (kind: 'vacancies' | 'activities', id: string, language: 'nl' | 'en'): string =>
  `${language === 'en' ? '/en' : ''}/posters/${kind}/${id}.pdf`;

export const posterEntries = (
  kind: 'vacancies' | 'activities',
  id: string,
  t: (word: PosterWord) => string,
): MenuEntry[] => [
  {
    label: t('menu.poster'),
    icon: 'print',
    apart: true,
    onSelect: () => window.open(posterPath(kind, id, 'nl'), '_blank', 'noopener'),
  },
  {
    label: t('menu.posterEnglish'),
    icon: 'print',
    onSelect: () => window.open(posterPath(kind, id, 'en'), '_blank', 'noopener'),
  },
];
