// What a page says, and what it must not say: a word's key, or a sentence of the other language.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROUTES } from '../../ui/src/app/routes.ts';

const SOURCES = new URL('../../ui/src/', import.meta.url).pathname;

type Tree = { readonly [key: string]: string | Tree };

function flat(tree: Tree, before = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value] as [string, string]] : flat(value, `${before}${key}.`),
  );
}

function readWords(language: string): [string, string][] {
  const ending = `.${language}.json`;
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .flatMap((file) => {
      const words = JSON.parse(readFileSync(join(SOURCES, file), 'utf8')) as Tree;
      return flat(words, `${basename(file, ending)}:`);
    });
}

const ALL: Readonly<Record<string, [string, string][]>> = { nl: readWords('nl'), en: readWords('en') };
const FIRST_PARTS = new Set((ALL['nl'] ?? []).map(([key]) => key.replace(/^[^:]*:/, '').split('.')[0]));

/** The title that the table of screens gives. */
export function titleOf(screen: string, language: string): string {
  const key = ROUTES.find(({ path }) => path === screen)?.titleKey;
  return ALL[language]?.find(([name]) => name === `routes:${key}`)?.[1] ?? '';
}

/** Sentences that only that language has: one word may well be the same in both, or be somebody's name. */
export function sentencesOf(language: string, not: string): ReadonlySet<string> {
  const own = new Set((ALL[not] ?? []).map(([, value]) => value));
  return new Set((ALL[language] ?? []).map(([, value]) => value).filter((value) => value.includes(' ') && !own.has(value)));
}

/** Names of words that were not found, such as `own.title`. */
export function namesIn(text: string): string[] {
  const found = text.match(/(?<![\w@./-])(?:[a-z-]+:)?[a-z]\w*(?:\.[a-z_]\w*)+(?![\w@/-])/g) ?? [];
  return found.filter((name) => FIRST_PARTS.has(name.replace(/^[^:]*:/, '').split('.')[0] ?? ''));
}

/** Each piece of text that is seen or read out. The centre writes its footer itself, in the language it likes. */
export function wordsOnPage(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, template, textarea, .site-footer, [lang]:not(html)')) said.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) said.push(element.getAttribute(name) ?? '');
    }
    return [...new Set(said.map((each) => each.trim()).filter((each) => each !== ''))];
  });
}
