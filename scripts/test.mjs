// Everything that must hold: format, lints, Rust tests, types, unit tests, generated files, the app, browser tests.
//   npm test                 all of it
//   npm test -- rust ui      only these parts: format, scripts, rust, ui, e2e
//   npm run check            what is quick: format, lints, types and unit tests of what changed since the branch left main;
//                            what else uses a changed part is for the whole run
//   npm run check -- --since HEAD~3        or since another commit
// Steps that do not need each other run side by side. Every step runs, whatever failed before it, unless what it needs
// failed; failures are listed at the end with the time that each step took.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { counted, flakyLines, judge, readFlaky } from './browser-report.mjs';
import { claimTarget, lastRun, pruneTarget, treeState, writeLastRun } from './cache.mjs';
import { appFilter, changedSince, libraryFilter, stepsFor } from './changes.mjs';
import {
  fail,
  fullDisk,
  installChromium,
  installFaultTools,
  installPackages,
  installPebble,
  installTools,
  makeAppFolder,
  needCargo,
  ROOT,
} from './run.mjs';

const GENERATED = ['schema.d.ts', 'constraints.ts'];
const PARTS = ['format', 'scripts', 'rust', 'ui', 'e2e'];
const asked = process.argv.slice(2);
const isCheck = asked[0] === 'check';
const wants = (part) => !isCheck && (asked.length === 0 || asked.includes(part));

const unknown = isCheck ? [] : asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0)
  fail(`There is no part "${unknown[0]}": npm test -- ${PARTS.join(' | ')}, or none for all.`);
const sinceAt = asked.indexOf('--since');
if (isCheck && asked.length > 1 && (sinceAt !== 1 || asked.length !== 3))
  fail(`"${asked.slice(1).join(' ')}" is not understood: npm run check -- [--since COMMIT]`);
const changes = isCheck ? changedSince(sinceAt > 0 ? asked[sinceAt + 1] : undefined) : undefined;
const affected = changes ? stepsFor(changes.files) : undefined;

const started = Date.now();
const before = treeState(ROOT);
// Whatever this starts builds there, and finds there what was built.
process.env.CARGO_TARGET_DIR = claimTarget(ROOT);
pruneTarget(process.env.CARGO_TARGET_DIR);
const steps = new Map();
const done = [];

/**
 * Declares a step. It starts when the steps of `needs` have passed and those of `after` have ended, as far as they take
 * part; it is skipped when one that it needs has not passed.
 */
function step(name, run, { needs = [], after = [] } = {}) {
  const results = (names) =>
    Promise.all(names.filter((each) => steps.has(each)).map((each) => steps.get(each)));
  const needed = results(needs);
  const earlier = results(after);
  steps.set(
    name,
    Promise.all([needed, earlier]).then(async ([passes]) => {
      if (passes.includes(false)) return report({ name, state: 'skipped', seconds: 0, out: '' });
      const begun = Date.now();
      const { isGood, out } = await run();
      return report({ name, state: isGood ? 'good' : 'FAILED', seconds: (Date.now() - begun) / 1000, out });
    }),
  );
}

function report(result) {
  const isGood = result.state === 'good';
  const lines = result.out.trimEnd().split('\n');
  console.log(`\n── ${result.name}`);
  if (result.out.trim()) console.log((isGood ? lines.slice(-6) : lines.slice(-400)).join('\n'));
  console.log(`── ${result.name}: ${result.state} in ${result.seconds.toFixed(0)} s`);
  const counts = counted(result.out);
  if (result.state === 'FAILED' && counts.failed === 0) counts.failed = 1;
  done.push({ ...result, ...counts });
  return isGood;
}

/** Runs a command; its output is shown when it has ended. */
function command(program, args, env = {}) {
  return () =>
    new Promise((resolve) => {
      let out = '';
      const child = spawn(program, args, {
        cwd: ROOT,
        env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1', ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const keep = (piece) => {
        out += piece;
      };
      child.stdout.setEncoding('utf8').on('data', keep);
      child.stderr.setEncoding('utf8').on('data', keep);
      child.on('error', (error) =>
        resolve({
          isGood: false,
          out: `${out}${program} does not start (${error.message}): is it installed?`,
        }),
      );
      child.on('close', (code) => resolve({ isGood: code === 0, out }));
    });
}

/** What is generated from docs/openapi.json must be what stands in the tree. screens.test.mjs says the same of the screens. */
async function generatedFiles() {
  const folder = join(ROOT, 'ui/src/api');
  const read = () => GENERATED.map((name) => readFileSync(join(folder, name), 'utf8')).join('\0');
  const before = read();
  const result = await command('npm', ['run', '-s', 'generate'])();
  if (!result.isGood || read() === before) return result;
  return {
    isGood: false,
    out: `${result.out}\nui/src/api was old: "npm run generate" has written it anew; commit that`,
  };
}

/** Flaky tests of this run, for its end. */
let flaky = [];

async function browserTests() {
  const path = join(ROOT, 'test-results/report.json');
  rmSync(path, { force: true });
  const { isGood, out } = await command('npx', [
    'playwright',
    'test',
    '--config',
    'tests/e2e/playwright.config.ts',
  ])();
  const found = readFlaky(path);
  if (!found) return { isGood: false, out: `${out}\nthe browser tests left no report` };
  flaky = found;
  return { isGood: judge(isGood, flaky), out };
}

const buildOfTests = command('cargo', ['test', '--all-targets', '--no-run', '--quiet']);

/** What the lints said while all was compiled: cargo repeats it for what is compiled already. */
async function lintsOfServer() {
  const { isGood, out } = await buildOfTests();
  return { isGood: isGood && !/^(warning|error)\b/m.test(out), out };
}

const vitest = (...args) => command('npx', ['vitest', 'run', '--config', 'ui/vite.config.ts', ...args]);

const usesCargo =
  affected?.server ?? (asked.length === 0 || ['format', 'rust', 'e2e'].some((part) => asked.includes(part)));
if (usesCargo) needCargo();
installPackages();
makeAppFolder();
if (wants('scripts')) installTools();
if (wants('e2e')) installChromium();
if (wants('e2e')) installFaultTools();
if (wants('rust')) installPebble();

// The lints run while the server is compiled for its tests: asked by themselves they would read all libraries once more.
if (wants('rust')) process.env.RUSTC_WORKSPACE_WRAPPER = 'clippy-driver';

const SERVER = 'the server and its tests';
const APP = 'the app';
const NATIVE_APP = 'the app of a device';
const TYPES = 'types of the app';
const UNITS = 'unit tests of the app';
const BROWSER = 'browser tests';

const formatOfServer = () => step('format of the server', command('cargo', ['fmt', '--check']));
const lintsOfApp = () =>
  step(
    'format and lints of the app',
    command('npx', ['biome', 'check', '--error-on-warnings', '--diagnostic-level=error']),
  );
const typesOfApp = () => step(TYPES, command('npx', ['tsc', '--noEmit', '-p', 'ui/tsconfig.json']));
const scripts = () => {
  const tests = readdirSync(join(ROOT, 'scripts')).filter((name) => name.endsWith('.test.mjs'));
  step('scripts and the map', command('node', ['--test', ...tests.map((name) => `scripts/${name}`)]));
};

if (affected) {
  console.log(`${changes.files.length} files changed since ${changes.since}`);
  scripts();
  if (affected.app || affected.scripts) lintsOfApp();
  if (affected.generated) step('generated files', generatedFiles);
  if (affected.app) {
    typesOfApp();
    const places = appFilter(changes.files);
    if (places.length > 0)
      step(
        'unit tests beside what changed in the app',
        vitest('--changed', changes.since, '--passWithNoTests', ...places),
        { after: ['generated files'] },
      );
  }
  if (affected.server) {
    const LINTS = 'lints of the server';
    formatOfServer();
    const targets = changes.files.some((file) => file.startsWith('tests/it/'))
      ? ['--tests']
      : ['--lib', '--bins'];
    step(LINTS, command('cargo', ['clippy', ...targets, '--quiet', '--', '-D', 'warnings']));
    const modules = libraryFilter(changes.files);
    if (modules)
      step(
        'unit tests of the server that changed',
        command('cargo', ['test', '--quiet', '--lib', '--', ...modules]),
        { needs: [LINTS] },
      );
  }
}
if (wants('format')) {
  formatOfServer();
  lintsOfApp();
}
if (wants('scripts')) scripts();
if (wants('ui') || wants('e2e')) typesOfApp();
if (wants('rust') || wants('e2e')) {
  step(APP, command('npm', ['run', '-s', 'build']));
  step(SERVER, wants('rust') ? buildOfTests : command('cargo', ['build', '--bin', 'voluntr', '--quiet']));
}
if (wants('e2e'))
  step(
    NATIVE_APP,
    command('npm', ['run', '-s', 'build:native'], { VOLUNTR_API_ORIGIN: 'http://voluntr.test' }),
    {
      after: [APP],
    },
  );
if (wants('rust')) {
  step('tests of the server', command('cargo', ['test', '--quiet', '--lib', '--tests']), {
    needs: [SERVER, APP],
  });
  step('lints of the server', lintsOfServer, { needs: [SERVER] });
}
if (wants('rust') || wants('ui')) step('generated files', generatedFiles, { after: [TYPES, APP] });
if (wants('ui')) step(UNITS, vitest(), { after: ['generated files'] });
if (wants('e2e')) {
  step(BROWSER, browserTests, { needs: [SERVER, APP, NATIVE_APP], after: [UNITS, 'tests of the server'] });
  step('attacks on the program', command('node', ['scripts/attack.mjs', '--short']), {
    needs: [SERVER, APP],
    after: [BROWSER],
  });
  step('faults put in the way of the program', command('node', ['scripts/faults.mjs', '--short']), {
    needs: [SERVER, APP],
    after: [BROWSER, 'attacks on the program'],
  });
  step('nodes that share a directory', command('node', ['scripts/cells.mjs', '--short']), {
    needs: [SERVER, APP],
    after: [BROWSER, 'attacks on the program', 'faults put in the way of the program'],
  });
  step('a generated client', command('node', ['tests/clients/run.mjs', 'typescript']), {
    needs: [SERVER],
    after: [BROWSER],
  });
}

await Promise.all(steps.values());

const passed = done.reduce((sum, each) => sum + each.passed, 0);
const failed = done.reduce((sum, each) => sum + each.failed, 0);
console.log('\n── what each part took');
for (const { name, state, seconds } of done)
  console.log(`${seconds.toFixed(0).padStart(5)} s  ${state.padEnd(8)}${name}`);
const seconds = Math.round((Date.now() - started) / 1000);
console.log(`${String(seconds).padStart(5)} s  in all`);
const full = failed > 0 ? fullDisk() : undefined;
if (full) console.log(`\nWhat failed may have failed for this: ${full}`);
if (flaky.length > 0) console.log(`\n── flaky\n${flakyLines(flaky).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed${flaky.length > 0 ? `, ${flaky.length} flaky` : ''}`);
if (!isCheck && asked.length === 0)
  writeLastRun(lastRun(before, treeState(ROOT), { passed, failed, flaky: flaky.length, seconds }));
process.exit(done.some(({ state }) => state !== 'good') ? 1 : 0);
