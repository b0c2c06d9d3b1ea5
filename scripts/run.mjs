// What the project's tasks share: running a command with its output shown, and finding what a machine lacks.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = new URL('..', import.meta.url).pathname;
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
  console.error(sentence);
  process.exit(1);
}

/** The packages of package-lock.json, if they are not there yet or older than it. */
export function installPackages() {
  const marker = join(ROOT, 'node_modules/.package-lock.json');
  const isCurrent =
    existsSync(marker) && statSync(marker).mtimeMs >= statSync(join(ROOT, 'package-lock.json')).mtimeMs;
  if (!isCurrent && !run('npm', ['ci', '--no-audit', '--no-fund']))
    fail('npm ci failed; the lines above say why');
}

/** A browser for the tests, by apt where it is missing. */
export function installChromium() {
  if (CHROMIUM.some((path) => existsSync(path))) return;
  const asRoot =
    process.getuid?.() === 0
      ? []
      : has('sudo') && run('sudo', ['-n', 'true'], { quiet: true })
        ? ['sudo', '-n']
        : undefined;
  if (!asRoot || !has('apt-get'))
    fail('The browser tests need Chromium: install it, for instance with "apt-get install chromium".');
  const apt = (...words) => {
    const [command, ...args] = [
      ...asRoot,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      ...words,
    ];
    return run(command, args);
  };
  console.log('installing Chromium for the browser tests …');
  apt('update');
  if (!apt('install', '-y', '--no-install-recommends', 'chromium'))
    fail('Chromium could not be installed; the lines above say why');
}

export function needCargo() {
  if (!has('cargo')) fail('Rust is missing: install it from https://rustup.rs, then run this again.');
}

/** The program embeds the app: without a folder to embed it does not compile. */
export function makeAppFolder() {
  mkdirSync(join(ROOT, 'ui/dist'), { recursive: true });
}
