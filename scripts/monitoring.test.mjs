// Alert rules and dashboard speak of figures that the program gives.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './run.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const NAME = /\b(?:voluntr|process)_[a-z_]+\b/g;
const given = new Set(read('src/base/metrics.rs').match(NAME));
/** A histogram is given as three series. */
const isGiven = (name) => given.has(name) || given.has(name.replace(/_(?:bucket|sum|count)$/, ''));

for (const file of ['docs/monitoring/alerts.yml', 'docs/monitoring/grafana.json', 'docs/running.md'])
  test(`${file} names figures that are given`, () => {
    const names = [...new Set(read(file).match(NAME) ?? [])];
    assert.ok(names.length > 5);
    assert.deepEqual(
      names.filter((name) => !isGiven(name)),
      [],
    );
  });

test('each figure is explained to whoever runs the program', () => {
  const text = read('docs/running.md');
  assert.deepEqual(
    [...given].filter((name) => name.startsWith('voluntr_') && !text.includes(name)),
    [],
  );
});
