// What the project's tasks share: running a command with its output shown, and finding what a machine lacks.
// A task that cannot go on ends with `fail`: one sentence that says what is wrong and what to do.
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, statfsSync, statSync, unlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { targetFolder } from './cache.mjs';

export const ROOT = new URL('..', import.meta.url).pathname;
/**
 * For the compiler, of a program that needs no file of the machine it runs on. Without libraries there is no `dlsym`,
 * by which getrandom finds the system call: it would read /dev/urandom, which a bare container lacks.
 */
export const STATIC = '-C target-feature=+crt-static --cfg getrandom_backend="linux_getrandom"';
/** Chromium without what draws windows: the same engine, quicker to start and to paint. */
export const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell';
export const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Runs a command; true if it ended well. */
export function run(command, args, { env = {}, quiet = false } = {}) {
  const done = spawnSync(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: quiet ? 'ignore' : 'inherit',
  });
  return done.status === 0;
}

export const has = (command) => run('sh', ['-c', `command -v ${command}`], { quiet: true });

export function fail(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}

/** Ends after a command that failed and said why itself; a full disk is named, because commands hide it well. */
export function failAfter(what, advice = 'the lines above say why') {
  const full = fullDisk();
  fail(full ? `${what}: ${full}` : `${what}; ${advice}`);
}

const LEAST_FREE = 200_000_000;

/** A sentence about the disk that has no room left, if one has none. */
export function fullDisk(folders = [ROOT, tmpdir()]) {
  for (const folder of folders) {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    if (free < LEAST_FREE)
      return `the disk of ${folder} has ${Math.floor(free / 1_000_000)} MB left. Make room ("cargo clean" frees some gigabytes) and run this again.`;
  }
}

/** Whether the dotted version is `least` or newer. */
export function isAtLeast(version, least) {
  const parts = (text) => text.split('.').map((part) => Number.parseInt(part, 10) || 0);
  const [have, want] = [parts(version), parts(least)];
  for (const [index, number] of want.entries())
    if ((have[index] ?? 0) !== number) return (have[index] ?? 0) > number;
  return true;
}

/** What is wrong with this version of Node.js, if something is. */
export function nodeFault(
  version,
  { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')),
) {
  const least = engines.node.replace('>=', '');
  if (isAtLeast(version, least)) return undefined;
  return `Node.js is ${version} here, and ${least} or newer is needed: take it from https://nodejs.org (or "nvm install ${least.split('.')[0]}"), then run this again.`;
}

export function needNode() {
  const fault = nodeFault(process.versions.node);
  if (fault) fail(fault);
}

/** The packages of package-lock.json, if they are not there yet or older than it. */
export function installPackages() {
  needNode();
  const marker = join(ROOT, 'node_modules/.package-lock.json');
  const isCurrent =
    existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs;
  if (isCurrent) return;
  const folder = join(ROOT, 'node_modules');
  // Packages that another clone lent are left to it: npm would empty them where they are.
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkSync(folder);
  console.log('fetching the packages of the app …');
  if (!run('npm', ['ci', '--no-audit', '--no-fund']))
    failAfter(
      'The packages could not be fetched',
      'the lines above say why. Without a network, or behind a proxy that npm does not know ("npm config set https-proxy ADDRESS"), it cannot; when it can, "npm ci" is enough.',
    );
}

/** An authority of certificates for the tests of the server, by apt where it is missing. */
export function installPebble() {
  if (has('pebble') && has('pebble-challtestsrv')) return;
  installByApt(
    ['pebble'],
    'The tests of certificates need pebble, a small ACME server',
    'npm test -- ui e2e',
  );
}

/** apt-get as root; nothing where there is none, or no right to it without a password. */
function aptGet({ quiet = false } = {}) {
  const asRoot =
    process.getuid?.() === 0
      ? []
      : has('sudo') && run('sudo', ['-n', 'true'], { quiet: true })
        ? ['sudo', '-n']
        : undefined;
  if (!asRoot || !has('apt-get')) return undefined;
  return (...words) => {
    const [command, ...args] = [
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      ...words,
    ];
    return run(command, args, { quiet });
  };
}

/** Takes packages from Debian, or ends with what to do by hand. */
function installByApt(packages, what, instead) {
  const apt = aptGet();
  if (!apt)
    fail(
      `${what}: install it, for instance with "sudo apt-get install ${packages.join(' ')}", or leave that out: ${instead}`,
    );
  console.log(`installing ${packages.join(', ')} …`);
  apt('update');
  if (!apt('install', '-y', '--no-install-recommends', ...packages))
    failAfter(
      `${packages.join(', ')} could not be installed`,
      `the lines above say why (it takes a network). Without it: ${instead}`,
    );
}

/** A browser for the tests, by apt where it is missing; its build without windows, which is quicker, where apt has that. */
export function installChromium() {
  if (!CHROMIUM.some((path) => existsSync(path)))
    installByApt(
      ['chromium'],
      `The browser tests need Chromium in one of ${CHROMIUM.join(', ')}`,
      'npm test -- rust ui',
    );
  if (!existsSync(HEADLESS_SHELL))
    aptGet({ quiet: true })?.('install', '-y', '--no-install-recommends', 'chromium-headless-shell');
}

/** Tools of the system by the command that is asked for, each with the package of Debian that has it. */
export const TOOLS = { 'systemd-analyze': 'systemd', umoci: 'umoci' };

/** What looks at units and images in the tests of scripts, by apt where it is missing. */
export function installTools(commands = Object.keys(TOOLS)) {
  const missing = commands.filter((command) => !has(command));
  if (missing.length === 0) return;
  installByApt(
    missing.map((command) => TOOLS[command]),
    `The tests of what is installed need ${missing.join(' and ')}`,
    'npm test -- format rust ui e2e',
  );
}

/** What puts faults in the way of the program and looks into its files, by apt where it is missing. */
export function installFaultTools() {
  const missing = ['strace', 'sqlite3', 'openssl', 'pebble'].filter((command) => !has(command));
  if (missing.length === 0) return;
  installByApt(
    missing,
    `Faults are put in the way with ${missing.join(' and ')}`,
    'npm test -- format scripts rust ui',
  );
}

export function needCargo() {
  if (!has('cargo')) fail('Rust is missing: install it from https://rustup.rs, then run this again.');
  if (!has('cc'))
    fail(
      'A C compiler is missing (SQLite is built from its source): "sudo apt-get install build-essential".',
    );
  const least = /^rust-version = "(.+)"/m.exec(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))[1];
  const version = rustc('release');
  if (!isAtLeast(version, least))
    fail(`Rust is ${version} here, and ${least} or newer is needed: "rustup update stable".`);
}

/** A line of what the compiler says of itself: `release`, `host`. */
export function rustc(line) {
  const { stdout } = spawnSync('rustc', ['-vV'], { cwd: ROOT, encoding: 'utf8' });
  const told = new RegExp(`^${line}: (.+)$`, 'm').exec(stdout ?? '')?.[1];
  return told ?? fail('rustc does not say its version: "rustup default stable" sets up a compiler.');
}

/** Where cargo puts what it builds, whichever task starts it. */
export const TARGET = targetFolder(ROOT);
process.env.CARGO_TARGET_DIR = TARGET;

/** Whether nobody listens there. */
export const isFree = (port, host = '127.0.0.1') =>
  new Promise((done) => {
    const server = createServer();
    server.on('error', () => done(false));
    server.listen(port, host, () => server.close(() => done(true)));
  });

/** The program embeds the app: without a folder to embed it does not compile. */
export function makeAppFolder() {
  mkdirSync(join(ROOT, 'ui/dist'), { recursive: true });
}
