// Whether a page loads the style of what it shows: a class that only the sheet of another feature has looks right as long as
// somebody came from there, and is lost with a reload.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** By its path from `src/`. Vitest leaves style sheets out of what it imports, so they are read from the disk. */
const files = new Map(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.startsWith('api/'))
    .map((name) => [name, readFileSync(join(SOURCES, name), 'utf8')] as const),
);

function resolved(from: string, path: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** A file and all that comes with it; what is imported later brings its own. */
function loadedBy(start: string, found = new Set<string>()): Set<string> {
  const text = files.get(start);
  if (text === undefined || found.has(start)) return found;
  found.add(start);
  for (const [, path = ''] of text.matchAll(/(?:from|import) ['"](\.[^'"]+)/g))
    loadedBy(resolved(start, path), found);
  return found;
}

const classesOf = new Map(
  [...files].flatMap(([name, text]) =>
    name.endsWith('.css')
      ? [[name, new Set([...text.matchAll(/\.([a-z][a-z0-9-]+)/g)].map(([, each = '']) => each))] as const]
      : [],
  ),
);
const styled = new Set([...classesOf.values()].flatMap((each) => [...each]));

/** Two drawings in one file, each for a page that has its style. */
const BY_PAGE = new Set(['error-art', 'hero-people']);
/** What stands around every page. */
const AROUND = ['main.tsx', 'app/shell/layout.tsx', 'app/workspace/workspace.tsx'];

test('a page loads the style of every class that it shows', () => {
  expect(styled.has('page')).toBe(true);
  expect(AROUND.filter((each) => !files.has(each))).toEqual([]);
  const around = AROUND.flatMap((each) => [...loadedBy(each)]);
  const missing = [...files.keys()]
    .filter((name) => name.endsWith('-page.tsx'))
    .flatMap((page) => {
      const loaded = new Set([...around, ...loadedBy(page)]);
      const known = new Set([...loaded].flatMap((name) => [...(classesOf.get(name) ?? [])]));
      return [...loadedBy(page)].flatMap((name) =>
        [...(files.get(name) ?? '').matchAll(/className="([^"]+)"/g)]
          .flatMap(([, list = '']) => list.split(' '))
          .filter((each) => styled.has(each) && !known.has(each) && !BY_PAGE.has(each))
          .map((each) => `${page}: .${each} of ${name}`),
      );
    });
  expect(missing).toEqual([]);
});
