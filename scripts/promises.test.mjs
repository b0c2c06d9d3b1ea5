// docs/security-asvs.md: each requirement of levels 1 and 2 once, with a state that it may have, and files that are there. And
// docs/reliability.md: what it says a promise is tried by is there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './run.mjs';

/**
 * The requirements of OWASP ASVS 5.0.0 up to level 2: by section, how many there are at which level, in their order. Those
 * that a section skips (of level 3) are a dot.
 */
const LEVELS = {
  1.1: '22',
  1.2: '111112222.',
  1.3: '11222222222.',
  1.4: '222',
  1.5: '12.',
  2.1: '122',
  2.2: '112',
  2.3: '1222.',
  2.4: '2.',
  3.2: '11.',
  3.3: '1222.',
  3.4: '112222..',
  3.5: '11122...',
  3.7: '22...',
  4.1: '122..',
  4.2: '2....',
  4.3: '22',
  4.4: '1222',
  5.1: '2',
  5.2: '112...',
  5.3: '11.',
  5.4: '222',
  6.1: '122',
  6.2: '111111112222',
  6.3: '1122....',
  6.4: '1122..',
  6.5: '22222...',
  6.6: '222.',
  6.8: '2222',
  7.1: '222',
  7.2: '1111',
  7.3: '22',
  7.4: '11222',
  7.5: '22.',
  7.6: '22',
  8.1: '12..',
  8.2: '112.',
  8.3: '1..',
  8.4: '2.',
  9.1: '111',
  9.2: '1222',
  10.1: '22',
  10.2: '22.',
  10.3: '2222.',
  10.4: '11111222222.....',
  10.5: '22222',
  10.6: '22',
  10.7: '222',
  11.1: '22..',
  11.2: '222..',
  11.3: '112..',
  11.4: '1222',
  11.5: '2.',
  11.6: '2.',
  12.1: '122..',
  12.2: '11',
  12.3: '2222.',
  13.1: '2...',
  13.2: '22222.',
  13.3: '22..',
  13.4: '12222..',
  14.1: '22',
  14.2: '1222....',
  14.3: '122',
  15.1: '122..',
  15.2: '122..',
  15.3: '1222222',
  16.1: '2',
  16.2: '22222',
  16.3: '2222',
  16.4: '222',
  16.5: '222.',
  17.1: '2.',
  17.2: '2222....',
  17.3: '22',
};
const STATES = ['met', 'not applicable', 'open'];

const page = readFileSync(join(ROOT, 'docs/security-asvs.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .flatMap((line) => {
    const [, numbers, level, state, why] = line.split('|').map((cell) => cell.trim());
    return numbers.split(', ').map((number) => ({ number, level, state, why }));
  });

test('every requirement of levels 1 and 2 stands there once, at its level', () => {
  const wanted = Object.entries(LEVELS).flatMap(([section, levels]) =>
    [...levels].flatMap((level, at) => (level === '.' ? [] : [`${section}.${at + 1} at ${level}`])),
  );
  // As many as the standard says that it has.
  assert.equal(wanted.filter((each) => each.endsWith(' 1')).length, 70);
  assert.equal(wanted.length, 253);
  assert.deepEqual(rows.map(({ number, level }) => `${number} at ${level}`).toSorted(), wanted.toSorted());
});

test('what is met names a file that shows it, and every file that is named is there', () => {
  for (const { number, state, why } of rows) {
    assert.ok(STATES.includes(state), `${number}: ${state}`);
    const files = [...why.matchAll(/`([^`]+)`/g)]
      .map(([, path]) => path)
      .filter((path) => path.includes('/'));
    const isPath = (path) => /\.\w+$/.test(path);
    if (state === 'met') assert.ok(files.some(isPath), `${number} names no file`);
    assert.ok(why.length > 0, number);
    for (const path of files.filter(isPath)) assert.ok(existsSync(join(ROOT, path)), `${number}: ${path}`);
  }
});

test('a file that is named as a test has tests', () => {
  const named = new Set(
    rows.flatMap(({ why }) =>
      [...why.matchAll(/`((?:tests|ui|scripts|src)\/[^`]+\.\w+)`/g)].map(([, path]) => path),
    ),
  );
  assert.ok(named.size > 60, `${named.size}`);
  assert.deepEqual(
    [...named].filter(
      (path) =>
        !/#\[(tokio::)?test\b|\b(test|it)(\.each)?\(|\bscenarios\b/.test(
          readFileSync(join(ROOT, path), 'utf8'),
        ),
    ),
    [],
  );
});

test('what docs/reliability.md says a promise is tried by is there', () => {
  const tried = readFileSync(join(ROOT, 'docs/reliability.md'), 'utf8')
    .split('## Figures')[0]
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| When'))
    .map((line) => line.split('|')[3]);
  assert.ok(tried.length > 12, `${tried.length}`);
  for (const cell of tried) {
    const modules = [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
    const called = { attack: 'replay', faults: 'fault', cells: 'cell' };
    const replays = Object.entries(called).flatMap(([folder, kind]) => {
      const [, names = ''] = new RegExp(`${kind}s? ((?:\\*[\\w-]+\\*(?:, )?)+)`).exec(cell) ?? [];
      return [...names.matchAll(/\*([\w-]+)\*/g)].map(([, name]) => `scripts/${folder}/${name}.mjs`);
    });
    assert.equal(
      replays.length,
      cell.match(/\*[\w-]+\*/g)?.length ?? 0,
      `a replay, a fault or a cell? ${cell}`,
    );
    assert.ok(modules.length + replays.length > 0, cell);
    for (const name of modules)
      assert.ok(
        [`tests/it/${name}.rs`, `tests/it/${name}/mod.rs`, name].some((path) => existsSync(join(ROOT, path))),
        name,
      );
    for (const path of replays) assert.ok(existsSync(join(ROOT, path)), path);
  }
});
