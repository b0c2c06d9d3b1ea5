// Which language: the path's prefix, then the cookie, then Dutch.
import { signal } from '@preact/signals-react';
import { readCookie, writeCookie } from '../storage.ts';

export const LANGUAGES = ['nl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export const DEFAULT_LANGUAGE: Language = 'nl';
export const LANGUAGE_COOKIE = 'language';
export const LANGUAGE_COOKIE_DAYS = 365;

const isLanguage = (value: unknown): value is Language => LANGUAGES.includes(value as Language);

/** '/en/vacancies' → { prefix: '/en', language: 'en', path: '/vacancies' } */
export function splitPath(pathname: string): { prefix: string; language: Language | null; path: string } {
  const [, first = '', ...rest] = pathname.split('/');
  if (!isLanguage(first)) return { prefix: '', language: null, path: pathname };
  return { prefix: `/${first}`, language: first, path: `/${rest.join('/')}` };
}

export function chooseLanguage(pathname: string, cookie: string | null): Language {
  return splitPath(pathname).language ?? (isLanguage(cookie) ? cookie : DEFAULT_LANGUAGE);
}

export const language = signal<Language>(DEFAULT_LANGUAGE);

/** Reads the address and the cookie; called once, before the first words. */
export function readLanguage(): Language {
  language.value = chooseLanguage(location.pathname, readCookie(LANGUAGE_COOKIE));
  return language.value;
}

/** The same page in another language. Dutch has no prefix. */
export function pathIn(to: Language, pathname: string, search = '', hash = ''): string {
  const { path } = splitPath(pathname);
  const prefix = to === DEFAULT_LANGUAGE ? '' : `/${to}`;
  return `${prefix}${path === '/' && prefix ? '' : path}${search}${hash}`;
}

/** Kept for a year, so that an address without a prefix comes back in this language. */
export function rememberLanguage(to: Language): void {
  writeCookie(LANGUAGE_COOKIE, to, LANGUAGE_COOKIE_DAYS);
}
