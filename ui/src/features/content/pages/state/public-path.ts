// Where visitors find a page.
interface Addressed {
  slug: string;
  pageType: string;
  locale: string;
}

/** The page that a centre opens with. */
export const HOME = 'home';

export function publicPath({ slug, pageType, locale }: Addressed): string {
  const path = pageType === 'news' ? `/nieuws/${slug}` : slug === HOME ? '/' : `/${slug}`;
  if (locale === 'nl') return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

const MARKS = /[\u0300-\u036f]/g;
const LONGEST = 80;

/** The address that a title asks for: what the server would make of it. */
export function slugOf(title: string): string {
  return title
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
}
