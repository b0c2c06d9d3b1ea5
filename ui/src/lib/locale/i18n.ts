// Words. The base of a language is one file; a screen's own words come with the screen.
import { effect } from '@preact/signals-react';
import i18next, { type ParseKeys, type TOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { AllWords, WordsName } from '../../i18n/words-nl.ts';
import { wording } from '../centre/centre.ts';
import { DEFAULT_LANGUAGE, type Language, language, readLanguage } from './language.ts';
import { serverWords } from './server-words.ts';
import { formatNumber } from './time.ts';

interface Base {
  words: Record<string, object>;
  files: Record<WordsName, () => Promise<{ default: object }>>;
}

const bases: Record<Language, () => Promise<Base>> = {
  nl: () => import('../../i18n/words-nl.ts'),
  en: () => import('../../i18n/words-en.ts'),
};

async function loadBase(of: Language): Promise<void> {
  const { words } = await bases[of]();
  for (const [name, resources] of Object.entries(words)) i18next.addResourceBundle(of, name, resources);
}

/** Fetches the words of a screen in the language of now. */
export async function loadWords(names: readonly WordsName[]): Promise<void> {
  const of = language.value;
  const { files } = await bases[of]();
  await Promise.all(
    names.map(async (name) => {
      if (i18next.hasResourceBundle(of, name)) return;
      i18next.addResourceBundle(of, name, (await files[name]()).default);
    }),
  );
}

/** A centre's own word for a thing ("burenhulp") is a context: `key_neighbour` goes before `key`. */
function addWording(): void {
  const plain = i18next.t.bind(i18next) as (key: string | string[], options?: TOptions) => string;
  const withWording = (key: string | string[], options?: TOptions | string, more?: TOptions): string => {
    const given: TOptions =
      typeof options === 'string' ? { ...more, defaultValue: options } : (options ?? {});
    return plain(key, wording.value === null ? given : { context: wording.value, ...given });
  };
  i18next.t = withWording as unknown as typeof i18next.t;
}

/** Every number in the words is written as the reader writes it, whoever fills it in: "214 van 2.000". */
const writeNumbers = {
  type: 'formatter' as const,
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown): string => (typeof value === 'number' ? formatNumber(value) : (value as string)),
};

/** Starts the words; resolves when the base of the language is there. */
export async function startWords(): Promise<void> {
  const of = readLanguage();
  await i18next
    .use(initReactI18next)
    .use(writeNumbers)
    .init({
      lng: of,
      fallbackLng: false,
      resources: {},
      ns: [],
      defaultNS: 'common',
      initAsync: false,
      showSupportNotice: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false },
      returnNull: false,
    } as Parameters<typeof i18next.init>[0]);
  addWording();
  await loadBase(of);
  effect(() => {
    document.documentElement.lang = language.value;
  });
}

/** For tests and previews: another language without a reload. */
export async function changeLanguage(to: Language): Promise<void> {
  language.value = to;
  if (!i18next.hasResourceBundle(to, 'common')) await loadBase(to);
  await i18next.changeLanguage(to);
}

type AnyKey = Extract<ParseKeys<(keyof AllWords)[]>, `${string}:${string}`>;

/** Words outside components. */
export const translate = (key: AnyKey, options: TOptions = {}): string =>
  serverWords(i18next.t)(key, options);

export const isDutch = (): boolean => language.value === DEFAULT_LANGUAGE;
