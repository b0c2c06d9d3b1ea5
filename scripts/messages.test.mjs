// What goes wrong is said in a sentence that helps, and not with a stack.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { appFilter, libraryFilter, stepsFor } from './changes.mjs';
import { isAtLeast, isFree, nodeFault, ROOT } from './run.mjs';

/** What a script says as it ends with a failure. */
function refusal(words, env = {}) {
  const { status, stderr } = spawnSync(process.execPath, words, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  assert.equal(status, 1, stderr);
  assert.doesNotMatch(stderr, /\n {4}at /, 'a stack');
  return stderr;
}

test('a version is compared by its numbers', () => {
  assert.ok(isAtLeast('20.20.2', '20.19'));
  assert.ok(isAtLeast('22.0.0', '20.19'));
  assert.ok(isAtLeast('1.100.0-nightly', '1.95'));
  assert.ok(!isAtLeast('20.9.0', '20.19'));
  assert.ok(!isAtLeast('1.94.1', '1.95'));
});

test('an old Node.js is named, with the version that is needed', () => {
  assert.match(nodeFault('18.20.4'), /Node\.js is 18\.20\.4 here, and 20\.19 or newer is needed/);
  assert.equal(nodeFault(process.versions.node), undefined);
});

test('without Rust a script says where to get it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'voluntr-path-'));
  symlinkSync('/bin/sh', join(folder, 'sh'));
  const said = refusal(['scripts/dev.mjs'], { PATH: folder });
  rmSync(folder, { recursive: true });
  assert.match(said, /Rust is missing: install it from https:\/\/rustup\.rs/);
});

test('a port in use is named, and how to take another', async () => {
  const listener = createServer();
  await new Promise((done) => listener.listen(0, '127.0.0.1', done));
  const { port } = listener.address();
  assert.equal(await isFree(port), false);
  const said = refusal(['scripts/dev.mjs', '--port', String(port)]);
  assert.match(said, new RegExp(`Port ${port} is in use.*-- --port ${port + 1}`, 's'));
  await new Promise((done) => listener.close(done));
  assert.equal(await isFree(port), true);
});

test('a part or a flag that is not known is named with those that are', () => {
  assert.match(
    refusal(['scripts/test.mjs', 'rusty']),
    /There is no part "rusty".*format \| scripts \| rust/s,
  );
  assert.match(refusal(['scripts/dev.mjs', '--prot', '1']), /--prot.*npm run dev -- \[--port/s);
  assert.match(refusal(['scripts/test.mjs', 'check', '--since', 'nowhere']), /no commit "nowhere".*HEAD~1/s);
  assert.match(refusal(['scripts/hook.mjs', 'of']), /"of" is not understood/);
  assert.match(refusal(['scripts/attack.mjs', '--only']), /--only takes a word/);
  assert.match(refusal(['scripts/faults.mjs', '--only']), /--only takes a word/);
  assert.match(refusal(['scripts/faults.mjs', '--kills', 'many']), /--kills takes a number/);
});

test('what changed says what is looked at', () => {
  const none = { server: false, app: false, scripts: false, generated: false };
  assert.deepEqual(stepsFor(['README.md', 'docs/api.md']), none);
  assert.deepEqual(stepsFor(['src/mail/mod.rs']), { ...none, server: true });
  assert.deepEqual(stepsFor(['ui/src/lib/idle.ts']), { ...none, app: true });
  assert.deepEqual(stepsFor(['docs/openapi.json']), { ...none, app: true, generated: true });
});

test('unit tests of the app are asked for beside what changed', () => {
  assert.deepEqual(appFilter(['ui/src/features/home/home-page.tsx', 'ui/src/features/home/home.nl.json']), [
    'src/features/home/',
  ]);
  assert.deepEqual(appFilter(['ui/src/lib/idle.ts', 'ui/src/main.tsx', 'package.json']), ['src/lib/idle.']);
  assert.deepEqual(appFilter(['ui/src/api/schema.d.ts']), ['src/api/']);
});

test('unit tests of the server are asked for by module', () => {
  assert.deepEqual(libraryFilter(['src/mail/outbox/mod.rs', 'src/mail/outbox/retry.rs']), ['mail::outbox::']);
  assert.deepEqual(libraryFilter(['src/jobs/content_tests.rs', 'src/db/pool.rs']), ['jobs::', 'db::pool::']);
  assert.deepEqual(libraryFilter(['src/db/pool.rs', 'migrations/V1__a.sql']), []);
  assert.equal(libraryFilter(['tests/it/main.rs']), undefined);
});
