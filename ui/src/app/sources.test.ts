// What may stand in which file: who imports whom, no text in jsx, no role's name, no fetch, files short and kebab-case.
import { describe, expect, test } from 'vitest';

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../api/{schema.d,constraints}.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

const files = Object.entries(sources).map(([name, text]) => ({
  name: name.startsWith('./') ? `app/${name.slice(2)}` : name.slice(3),
  text,
}));
const isTest = (name: string): boolean => /\.test\.tsx?$/.test(name) || name.startsWith('testing/');
const product = files.filter((file) => !isTest(file.name));

function importsOf(file: { name: string; text: string }): string[] {
  const from = [...file.text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) => path);
  const folder = file.name.split('/').slice(0, -1);
  return from.map((path) => {
    const parts = [...folder];
    for (const part of path.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.') parts.push(part);
    }
    return parts.join('/');
  });
}

const area = (path: string): string => path.split('/')[0] ?? '';
const feature = (path: string): string => path.split('/').slice(0, 2).join('/');

/** An import that must not be, or null. */
function wrong(from: string, to: string): string | null {
  const [one, other] = [area(from), area(to)];
  const isRefused =
    (one === 'features' && (other === 'app' || (other === 'features' && feature(from) !== feature(to)))) ||
    (one === 'components' && ['api', 'features', 'app'].includes(other)) ||
    (one === 'lib' && ['components', 'features', 'app'].includes(other)) ||
    (one === 'api' && ['lib', 'components', 'features', 'app'].includes(other)) ||
    other === 'testing';
  return isRefused ? `${from} imports ${to}` : null;
}

test('imports go one way', () => {
  const found = product.flatMap((file) => importsOf(file).map((to) => wrong(file.name, to)));
  expect(found.filter((each) => each !== null)).toEqual([]);
});

/** Words between tags, or in an attribute that people read. */
const WORDS_IN_TAGS =
  /(?:<\/?[a-zA-Z][\w.]*(?:\s[^<>{}]*)?>|\})\s*([^<>{}=;()\n]*\p{L}{2,}[^<>{}=;()\n]*)\s*(?=<\/?[a-zA-Z]|\{)/gu;
const WORDS_IN_ATTRIBUTES = /\s(?:aria-label|title|placeholder|alt|label)="([^"]*\p{L}[^"]*)"/gu;

// The gallery is a developer's page; its examples are no words of the product.
describe('no text stands in jsx', () => {
  test.each(
    product
      .filter((file) => file.name.endsWith('.tsx') && !file.name.startsWith('features/test-pages/gallery/'))
      .map((file) => [file.name, file.text] as const),
  )('%s', (_, text) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '').replace(/`[^`]*`/g, '``');
    const jsx = code.slice(Math.max(0, code.search(/(?:=>|return)\s*\(?\s*</)));
    const found = [...jsx.matchAll(WORDS_IN_TAGS), ...code.matchAll(WORDS_IN_ATTRIBUTES)].map(
      ([, words = '']) => words.trim(),
    );
    const isCode =
      /^(?:return|const|let|if|else|export|function|async|await|case|default|import|type|interface|while|for|switch|try|catch|finally|as)\b|[:;?&|]|=>/;
    expect(found.filter((words) => !isCode.test(words))).toEqual([]);
  });
});

test('no role has a name in the ui', () => {
  const names =
    /['"](?:organization_superuser|center_superuser|content_manager|page_manager|mentor|student)['"]/;
  expect(product.filter((file) => names.test(file.text)).map((file) => file.name)).toEqual([]);
});

test('only the client fetches', () => {
  const fetching = product.filter((file) => /\bfetch\(/.test(file.text)).map((file) => file.name);
  // What stands in frames of other sites is no part of the app.
  expect(fetching).toEqual(['api/client.ts', 'api/download.ts', 'embed/social-map.ts']);
});

test('files are short and named in kebab-case', () => {
  const odd = files.filter((file) => !/^[a-z0-9/.-]+$/.test(file.name)).map((file) => file.name);
  const long = files.filter((file) => file.text.split('\n').length > 401).map((file) => file.name);
  expect({ odd, long }).toEqual({ odd: [], long: [] });
});
