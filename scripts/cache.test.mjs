// In CI libraries are built once for all clones, and a full run says what it came to; neither needs a cache folder.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { cacheFolder, lastRun, pruneTarget, targetFolder, treeState, writeLastRun } from './cache.mjs';
import { ROOT } from './run.mjs';

const made = mkdtempSync(join(tmpdir(), 'voluntr-cache-'));
after(() => rmSync(made, { recursive: true }));

/** A path below a file: no folder can be made there, whoever asks. */
const FORBIDDEN = join(made, 'file/below');
writeFileSync(join(made, 'file'), '');

test('the cache folder is the one of the desktop specification', () => {
  assert.equal(cacheFolder({ XDG_CACHE_HOME: '/c', HOME: '/h' }), '/c/voluntr');
  assert.equal(cacheFolder({ HOME: '/h' }), '/h/.cache/voluntr');
});

test('what is built goes to the cache folder in CI alone, and never away from where it was asked', () => {
  const env = { XDG_CACHE_HOME: join(made, 'a') };
  assert.equal(targetFolder('/clone', env), '/clone/target');
  assert.equal(targetFolder('/clone', { ...env, CI: 'false' }), '/clone/target');
  assert.equal(targetFolder('/clone', { ...env, CI: 'true' }), join(made, 'a/voluntr/target'));
  assert.equal(targetFolder('/clone', { ...env, CI: '1', CARGO_TARGET_DIR: '/elsewhere' }), '/elsewhere');
  assert.equal(targetFolder('/clone', { ...env, CI: '1', CARGO_TARGET_DIR: 'near' }), '/clone/near');
  assert.equal(targetFolder('/clone', { XDG_CACHE_HOME: FORBIDDEN, CI: '1' }), '/clone/target');
});

test('every script and test finds the program where it is built', () => {
  const own = spawnSync('git', ['grep', '-lE', "ROOT, '?target|target/debug/voluntr'"], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  assert.deepEqual(own.stdout.trim().split('\n'), ['scripts/cache.test.mjs']);
  const env = { ...process.env, XDG_CACHE_HOME: join(made, 'b'), CI: '1' };
  delete env.CARGO_TARGET_DIR;
  const script = "const { TARGET } = await import('./scripts/run.mjs'); console.log(TARGET)";
  const said = spawnSync('node', ['--input-type=module', '-e', script], { cwd: ROOT, env, encoding: 'utf8' });
  assert.equal(said.stdout.trim(), join(made, 'b/voluntr/target'));
});

const CLAIM = `
  const { claimTarget } = await import('./scripts/cache.mjs');
  console.log(claimTarget('/clone'));
  if (process.argv.includes('stays')) setInterval(() => {}, 1000);
`;

test('of two clones that are tested at once the second builds in a folder of its own', async () => {
  const env = { ...process.env, XDG_CACHE_HOME: join(made, 'c'), CI: '1' };
  delete env.CARGO_TARGET_DIR;
  const shared = join(made, 'c/voluntr/target');
  const claims = () =>
    spawnSync('node', ['--input-type=module', '-e', CLAIM], {
      cwd: ROOT,
      env,
      encoding: 'utf8',
    }).stdout.trim();
  assert.equal(claims(), shared);
  const first = spawn('node', ['--input-type=module', '-e', CLAIM, 'stays'], { cwd: ROOT, env });
  const [said] = await first.stdout.setEncoding('utf8').take(1).toArray();
  assert.equal(said.trim(), shared);
  assert.equal(claims(), '/clone/target');
  // One that was ended leaves its claim, and holds nothing.
  first.kill('SIGKILL');
  await new Promise((done) => first.once('close', done));
  assert.ok(existsSync(join(shared, 'in-use')));
  assert.equal(claims(), shared);
});

test('what a clone of days ago built goes, libraries stay', () => {
  const deps = join(made, 'd/voluntr/target/debug/deps');
  mkdirSync(deps, { recursive: true });
  const old = new Date(Date.now() - 10 * 24 * 3600_000);
  for (const [name, isOld] of [
    ['libvoluntr-12.rlib', true],
    ['it-34', true],
    ['voluntr-56', false],
    ['libserde-78.rlib', true],
  ]) {
    writeFileSync(join(deps, name), '');
    if (isOld) utimesSync(join(deps, name), old, old);
  }
  const env = { XDG_CACHE_HOME: join(made, 'd') };
  pruneTarget(join(made, 'd/voluntr/target'), { XDG_CACHE_HOME: '/elsewhere' });
  assert.ok(existsSync(join(deps, 'it-34')), 'a folder of its own is left alone');
  pruneTarget(join(made, 'd/voluntr/target'), env);
  assert.deepEqual(
    ['libvoluntr-12.rlib', 'it-34', 'voluntr-56', 'libserde-78.rlib'].map((name) =>
      existsSync(join(deps, name)),
    ),
    [false, false, true, true],
  );
  pruneTarget(join(made, 'f/voluntr/target'), { XDG_CACHE_HOME: join(made, 'f') });
});

test('a full run is kept with its commit, and a folder that cannot be written fails nothing', () => {
  const { commit } = treeState(ROOT);
  assert.match(commit, /^[0-9a-f]{40}$/);
  assert.deepEqual(treeState(made), { commit: null, clean: false });
  const counts = { passed: 12, failed: 0, flaky: 1, seconds: 1500 };
  const run = lastRun({ commit: 'a', clean: true }, { commit: 'a', clean: true }, counts);
  assert.deepEqual(run, { commit: 'a', clean: true, ...counts });
  assert.equal(lastRun({ commit: 'a', clean: true }, { commit: 'a', clean: false }, counts).clean, false);
  assert.equal(lastRun({ commit: 'a', clean: true }, { commit: 'b', clean: true }, counts).clean, false);
  const env = { XDG_CACHE_HOME: join(made, 'e') };
  assert.equal(writeLastRun(run, env), true);
  assert.deepEqual(JSON.parse(readFileSync(join(made, 'e/voluntr/last-run.json'), 'utf8')), run);
  assert.equal(writeLastRun(run, { XDG_CACHE_HOME: FORBIDDEN }), false);
});
