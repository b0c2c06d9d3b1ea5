// A program that is built without libraries asks the kernel for random numbers, and needs no /dev/urandom.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT, STATIC } from './run.mjs';

test('whatever builds a static program names the source of its random numbers', () => {
  const [, source] = STATIC.split(' --cfg ');
  const places = execFileSync(
    'git',
    ['grep', '-lF', '+crt-static', '--', ':!scripts/static.test.mjs', ':!docs'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  const named = places.trim().split('\n');
  assert.deepEqual(named.toSorted(), ['install.sh', 'scripts/run.mjs']);
  for (const place of named) {
    const text = readFileSync(join(ROOT, place), 'utf8').replaceAll('\\"', '"');
    assert.ok(text.includes(`+crt-static --cfg ${source}`), place);
  }
});
