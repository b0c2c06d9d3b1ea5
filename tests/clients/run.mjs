// Clients of others, each against the real program: those that are generated from docs/openapi.json and built, and
// those that others have written for JSON:API and for sessions of this kind. Parsers of calendar files read random series,
// and programs that follow a calendar subscribe to it.
// A bucket of another's S3, a server of SFTP and Litestream keep backups.
//   npm run clients                      all of them
//   npm run clients -- typescript kitsu  only these
// Everything that is installed or generated goes under clients/ of cargo's target folder.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, ROOT, TARGET } from '../../scripts/run.mjs';
import { downgrade } from './downgrade.mjs';

const HERE = join(ROOT, 'tests/clients');
const OUT = join(TARGET, 'clients');
const DOCUMENT = join(ROOT, 'docs/openapi.json');
const PROGRAM = process.env.VOLUNTR_TEST_BINARY ?? join(TARGET, 'debug/voluntr');

function run(folder, command, args, env = {}) {
  const done = spawnSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0)
    fail(`${command} ${args.join(' ')} failed\n${done.error ?? ''}${done.stdout ?? ''}${done.stderr ?? ''}`);
  return done.stdout;
}

/** A fresh copy of a client's own files, beside what was installed for it before. */
function workplace(name) {
  const folder = join(OUT, name);
  mkdirSync(folder, { recursive: true });
  cpSync(join(HERE, name), folder, { recursive: true });
  return folder;
}

/** A virtual environment with the packages that a client names; returns its programs' folder. */
function pythonOf(folder) {
  const programs = join(folder, 'venv/bin');
  if (!existsSync(programs)) run(folder, 'python3', ['-m', 'venv', 'venv']);
  run(folder, join(programs, 'python'), ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt']);
  return programs;
}

/** A client of tests/clients/javascript, which share what is installed. */
function javascript(name) {
  return (env) => {
    const folder = workplace('javascript');
    run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--no-package-lock']);
    return run(folder, 'node', [`${name}.mjs`], env);
  };
}

/** What a parser of calendar files is given to read: a test of the server writes it. */
function calendarSeries() {
  run(ROOT, 'cargo', ['test', '--quiet', '--test', 'it', '--', 'calendar::foreign']);
  return { CALENDAR_SERIES: join(TARGET, 'tmp/calendar/series.json') };
}

const CLIENTS = {
  typescript(env) {
    const folder = workplace('typescript');
    run(folder, 'npm', ['install', '--no-audit', '--no-fund', '--no-package-lock']);
    run(folder, 'node', ['validate.mjs', DOCUMENT]);
    run(folder, 'npx', ['openapi-typescript', DOCUMENT, '-o', 'schema.d.ts', '--default-non-nullable', 'false']);
    run(folder, 'npx', ['tsc', '-p', '.']);
    return run(folder, 'node', ['out/client.js'], env);
  },
  python(env) {
    const folder = workplace('python');
    const programs = pythonOf(folder);
    const generator = join(programs, 'openapi-python-client');
    const to = ['--meta', 'none', '--overwrite', '--output-path', 'voluntr_client'];
    const said = run(folder, generator, ['generate', '--path', DOCUMENT, '--config', 'config.yml', ...to]);
    if (/WARNING|ERROR/.test(said)) console.log(said.split('\n').slice(0, 20).join('\n'));
    return run(folder, join(programs, 'python'), ['client.py'], env);
  },
  rust(env) {
    const folder = workplace('rust');
    const document = downgrade(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
    writeFileSync(join(folder, 'openapi-3.0.json'), JSON.stringify(document, null, 2));
    return run(folder, 'cargo', ['run', '--quiet'], { ...env, CARGO_TARGET_DIR: join(folder, 'target') });
  },
  'calendar-javascript': (env) => javascript('calendar')({ ...env, ...calendarSeries() }),
  'calendar-python'(env) {
    const folder = workplace('calendar-python');
    return run(folder, join(pythonOf(folder), 'python'), ['client.py'], { ...env, ...calendarSeries() });
  },
  subscribers(env) {
    const folder = workplace('subscribers');
    return run(folder, join(pythonOf(folder), 'python'), ['client.py'], env);
  },
  'backup-s3'(env) {
    const folder = workplace('backup-s3');
    return run(folder, join(pythonOf(folder), 'python'), ['client.py'], { ...env, VOLUNTR_PROGRAM: PROGRAM });
  },
  'backup-sftp'(env) {
    return run(workplace('backup-sftp'), 'python3', ['client.py'], { ...env, VOLUNTR_PROGRAM: PROGRAM });
  },
  'backup-litestream'(env) {
    const folder = workplace('backup-litestream');
    return run(folder, join(pythonOf(folder), 'python'), ['client.py'], { ...env, VOLUNTR_PROGRAM: PROGRAM });
  },
  devour: javascript('devour'),
  jsona: javascript('jsona'),
  kitsu: javascript('kitsu'),
  'redux-token-auth': javascript('redux-token-auth'),
  spraypaint: javascript('spraypaint'),
  'python-jsonapi'(env) {
    const folder = workplace('python-jsonapi');
    return run(folder, join(pythonOf(folder), 'python'), ['client.py'], env);
  },
};

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function startDemo() {
  if (!existsSync(PROGRAM)) run(ROOT, 'cargo', ['build', '--quiet', '--bin', 'voluntr']);
  const data = mkdtempSync(join(tmpdir(), 'voluntr-clients-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const args = ['--data', data, 'serve', '--demo', '--listen', origin.slice('http://'.length)];
  const env = { ...process.env, VOLUNTR_LOG: 'error' };
  const server = spawn(PROGRAM, args, { env, stdio: 'ignore' });
  process.on('exit', () => {
    server.kill();
    rmSync(data, { recursive: true, force: true });
  });
  for (let tries = 0; tries < 600; tries += 1) {
    const isThere = await fetch(`${origin}/health/live`).then(({ ok }) => ok, () => false);
    if (isThere) return origin;
    if (server.exitCode !== null) break;
    await new Promise((done) => setTimeout(done, 100));
  }
  return fail('the program does not start');
}

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(CLIENTS);
// Who reads files or keeps backups asks no server.
const origin = names.every((name) => /^(calendar|backup)-/.test(name)) ? '' : await startDemo();
for (const name of names) {
  const begun = Date.now();
  const said = CLIENTS[name]({
    VOLUNTR_URL: origin,
    VOLUNTR_EMAIL: 'organisatie@demo.voluntr.example',
    VOLUNTR_PASSWORD: 'welkom-in-lindewaard',
  });
  console.log(`${name}: ${said.trim()} (${((Date.now() - begun) / 1000).toFixed(0)} s)`);
}
process.exit(0);
