// Everything that must hold: format, lints, Rust tests, types, unit tests, generated files, the app, browser tests.
//   npm test                 all of it
//   npm test -- rust ui      only these parts: format, rust, ui, e2e
//   npm run check            the fast part: format, and what is tested without building the whole
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, installChromium, installPackages, makeAppFolder, needCargo, ROOT, run } from './run.mjs';

const GENERATED = ['schema.d.ts', 'constraints.ts'];
const asked = process.argv.slice(2);
const wants = (part) => asked.length === 0 || asked.includes(part);
const counts = { passed: 0, failed: 0 };

/** Runs a step, shows what it prints, and counts the tests it speaks of. */
function step(name, command, args, env = {}) {
  console.log(`\n── ${name}`);
  const begun = Date.now();
  const done = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
    maxBuffer: 1 << 28,
  });
  const out = `${done.stdout ?? ''}${done.stderr ?? ''}`;
  const isGood = done.status === 0;
  const lines = out.trimEnd().split('\n');
  console.log((isGood ? lines.slice(-6) : lines.slice(-400)).join('\n'));
  count(out, isGood);
  console.log(`── ${name}: ${isGood ? 'good' : 'FAILED'} in ${((Date.now() - begun) / 1000).toFixed(0)} s`);
  if (!isGood) finish(1);
}

function count(out, isGood) {
  for (const [, passed, failed] of out.matchAll(/test result: \w+\. (\d+) passed; (\d+) failed/g)) {
    counts.passed += Number(passed);
    counts.failed += Number(failed);
  }
  const vitest = /Tests\s+(?:(\d+) failed \| )?(\d+) passed/.exec(out);
  if (vitest) {
    counts.passed += Number(vitest[2]);
    counts.failed += Number(vitest[1] ?? 0);
  }
  const attacks = /^(\d+) passed, (\d+) failed$/m.exec(out);
  if (attacks) {
    counts.passed += Number(attacks[1]);
    counts.failed += Number(attacks[2]);
  }
  const browser = /^\s+(\d+) passed \(/m.exec(out);
  if (browser) counts.passed += Number(browser[1]);
  if (!isGood && counts.failed === 0) counts.failed = 1;
}

function finish(code) {
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exit(code);
}

/** What is generated from docs/openapi.json must be what stands in the tree. */
function checkGenerated() {
  const folder = join(ROOT, 'ui/src/api');
  const read = () => GENERATED.map((name) => readFileSync(join(folder, name), 'utf8')).join('\0');
  const before = read();
  step('generated files', 'npm', ['run', '-s', 'generate']);
  if (read() === before) return;
  console.log('ui/src/api was old: "npm run generate" has written it anew; commit that');
  counts.failed += 1;
  finish(1);
}

needCargo();
installPackages();
makeAppFolder();
if (wants('format')) {
  step('format of the server', 'cargo', ['fmt', '--check']);
  step('format and lints of the app', 'npx', [
    'biome',
    'check',
    '--error-on-warnings',
    '--diagnostic-level=error',
  ]);
}
if (asked.includes('check')) {
  step('types of the app', 'npx', ['tsc', '--noEmit', '-p', 'ui/tsconfig.json']);
  step('unit tests of the app', 'npx', ['vitest', 'run', '--config', 'ui/vite.config.ts']);
  step('unit tests of the server', 'cargo', ['test', '--quiet', '--lib']);
}
if (wants('ui') || wants('e2e')) {
  step('types of the app', 'npx', ['tsc', '--noEmit', '-p', 'ui/tsconfig.json']);
  step('the app', 'npm', ['run', '-s', 'build']);
}
if (wants('ui')) step('unit tests of the app', 'npx', ['vitest', 'run', '--config', 'ui/vite.config.ts']);
if (wants('rust')) {
  step('lints of the server', 'cargo', ['clippy', '--all-targets', '--quiet', '--', '-D', 'warnings']);
  step('tests of the server', 'cargo', ['test', '--quiet', '--lib', '--tests']);
  checkGenerated();
}
if (wants('e2e')) {
  installChromium();
  if (!run('cargo', ['build', '--quiet', '--bin', 'voluntr'])) fail('the program does not build');
  step('a generated client', 'node', ['tests/clients/run.mjs', 'typescript']);
  step('attacks on the program', 'node', ['scripts/attack.mjs', '--short']);
  step('browser tests', 'npx', ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts']);
}
finish(0);
