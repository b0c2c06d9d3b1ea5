// The README's map and the index of docs/ say what is there, and all of it.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { foldersOf, mapText } from './map.mjs';
import { ROOT } from './run.mjs';

/** Those of which the map shows every folder. */
const SHOWN_WHOLE = ['src', 'ui/src', 'tests', 'scripts', 'docs'];
const MADE = /^(node_modules|target|dist|data|test-results|playwright-report)$/;
const LONGEST = 40;

const foldersIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !MADE.test(entry.name))
    .map((entry) => `${join(folder, entry.name)}/`);

test('the map reads an entry by its indent and by two blanks', () => {
  const text =
    '\n    src/    all of it\n      db/   only db/ and web/ know\n      a/    one;  b/  two\n    c/d/  deep\n';
  assert.deepEqual(foldersOf(text), ['src/', 'src/db/', 'src/a/', 'src/b/', 'c/d/']);
});

test('every folder of the map is there', () => {
  assert.deepEqual(
    foldersOf(mapText()).filter((folder) => !existsSync(join(ROOT, folder))),
    [],
  );
});

test('every folder that is there stands in the map', () => {
  const shown = new Set(foldersOf(mapText()));
  const parents = new Set([...shown].map((folder) => `${dirname(folder)}/`));
  const whole = ['.', ...SHOWN_WHOLE, ...[...parents].filter((folder) => shown.has(folder))];
  const missing = [...new Set(whole.flatMap(foldersIn))].filter(
    // A folder alone with another is shown with it: scripts/attack/.
    (folder) => !shown.has(folder) && ![...shown].some((other) => other.startsWith(folder)),
  );
  assert.deepEqual(missing, []);
});

test('the map shows the layers in the order that the test of layers holds', () => {
  const source = readFileSync(join(ROOT, 'tests/it/source/layout.rs'), 'utf8');
  const [, list] = /const LAYERS: \[&str; \d+\] = \[([^\]]+)\]/.exec(source);
  const order = [...list.matchAll(/"(\w+)"/g)].map(([, name]) => `src/${name}/`);
  const shown = foldersOf(mapText()).filter((folder) => order.includes(folder));
  assert.deepEqual(
    shown,
    order.filter((folder) => shown.includes(folder)),
  );
});

test(`the map fits in ${LONGEST} lines`, () => {
  const lines = mapText()
    .split('\n')
    .filter((line) => line.trim());
  assert.ok(lines.length <= LONGEST, `${lines.length} lines`);
});

test('the index of docs/ names all that lies there, and no more', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const named = [...index.matchAll(/\]\(([^):#]+)\)/g)].map(([, path]) => path).sort();
  const there = readdirSync(join(ROOT, 'docs'), { withFileTypes: true })
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .filter((name) => name !== 'README.md');
  assert.deepEqual(
    there.filter((name) => !named.includes(name)),
    [],
    'not in docs/README.md',
  );
  assert.deepEqual(
    named.filter((path) => !existsSync(join(ROOT, 'docs', path))),
    [],
    'named in docs/README.md and not there',
  );
});

test('links in README.md and CONTRIBUTING.md lead to files', () => {
  const dead = ['README.md', 'CONTRIBUTING.md'].flatMap((name) =>
    [...readFileSync(join(ROOT, name), 'utf8').matchAll(/\]\(([^):#]+)[^)]*\)/g)]
      .map(([, path]) => path)
      .filter((path) => path !== 'https' && path !== 'http' && !existsSync(join(ROOT, path))),
  );
  assert.deepEqual(dead, []);
});
