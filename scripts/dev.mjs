// Server and app side by side while one works on them: npm run dev
//   npm run dev -- --port 5174 --server-port 8081 --data data/other
// The browser gets the app from vite, which shows a change in ui/ at once and passes calls on to the server. The server
// is built and started again when something that it is made of changes; while that fails, the one before goes on.
// It has the demo's tenant and accounts. Ctrl C stops both.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, fullDisk, installPackages, isFree, makeAppFolder, needCargo, ROOT, TARGET } from './run.mjs';

const USAGE = 'npm run dev -- [--port 5173] [--server-port 8080] [--data data]';
/** What the program is made of. */
const FOLDERS = ['src', 'migrations', 'tenants'];
const FILES = ['Cargo.toml', 'Cargo.lock', 'build.rs'];
/** An editor writes several files in one go, and some of them twice. */
const SETTLE_MS = 300;
/** A server that is not gone by then is killed. */
const STOP_MS = 10_000;

const { port, 'server-port': serverPort, data } = options();
const origin = `http://127.0.0.1:${serverPort}`;
const say = (line) => console.log(`── ${line}`);

function options() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '5173' },
        'server-port': { type: 'string', default: '8080' },
        data: { type: 'string', default: 'data' },
      },
    }).values;
  } catch (error) {
    return fail(`${error.message}\n${USAGE}`);
  }
}

async function needPort(number, flag) {
  if (!/^\d+$/.test(number) || Number(number) < 1 || Number(number) > 65_535)
    fail(`--${flag} ${number} is no port: give a number from 1 to 65535.\n${USAGE}`);
  if (!(await isFree(Number(number))))
    fail(
      `Port ${number} is in use: stop what listens there ("ss -ltnp" says what it is), or take another: npm run dev -- --${flag} ${Number(number) + 1}`,
    );
}

// Links in mails lead to the app as it is being worked on.
const settings = { VOLUNTR_LOG: 'warn', VOLUNTR_PUBLIC_PORT: port, ...process.env };

let builder;
let server;
let isStopping = false;

/** Ends a process in its own time, and after a while in ours. */
function ended(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.once('exit', () => {
      clearTimeout(patience);
      done();
    });
    child.kill('SIGTERM');
  });
}

function build() {
  return new Promise((done) => {
    builder = spawn('cargo', ['build', '--quiet', '--bin', 'voluntr'], { cwd: ROOT, stdio: 'inherit' });
    builder.once('error', () => done(false));
    builder.once('exit', (code) => done(code === 0));
  });
}

async function startServer() {
  await ended(server);
  if (isStopping) return;
  const words = ['--data', data, 'serve', '--demo', '--listen', `127.0.0.1:${serverPort}`];
  // The accounts are told once.
  if (server) words.unshift('--quiet');
  const child = spawn(join(TARGET, 'debug/voluntr'), words, {
    cwd: ROOT,
    stdio: 'inherit',
    env: settings,
  });
  server = child;
  let fault;
  child.once('error', (error) => {
    fault = error.message;
  });
  child.once('exit', (code, signal) => {
    if (isStopping || child !== server) return;
    if (signal !== 'SIGTERM' && code !== 0)
      say(
        `the server ended (${signal ?? code}), its lines above say why; after a change it is started again`,
      );
  });
  while (child === server && child.exitCode === null && child.signalCode === null && !fault) {
    if (await isAnswered()) {
      say(`the app: http://localhost:${port}   the server behind it: ${origin}   Ctrl C stops both`);
      return;
    }
    await new Promise((done) => setTimeout(done, 200));
  }
  if (fault) say(`the server does not start: ${fault}`);
}

const isAnswered = () =>
  fetch(`${origin}/health/live`).then(
    (answer) => answer.ok,
    () => false,
  );

/** Builds and starts; what changes meanwhile is built after it. */
let isBuilding = false;
let isChanged = false;
async function renew() {
  if (isBuilding) {
    isChanged = true;
    return;
  }
  isBuilding = true;
  do {
    isChanged = false;
    const begun = Date.now();
    say('building the server …');
    const isBuilt = await build();
    if (isStopping) return;
    if (isBuilt) {
      say(`the server is built (${((Date.now() - begun) / 1000).toFixed(0)} s)`);
      await startServer();
    } else {
      const state = server ? 'the one before goes on' : 'there is none yet';
      say(fullDisk() ?? `the server does not build, the lines above say why; ${state}. Waiting for a change`);
    }
  } while (isChanged && !isStopping);
  isBuilding = false;
}

function watchSources() {
  let timer;
  const changed = (path) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      say(`${path} changed`);
      renew();
    }, SETTLE_MS);
  };
  const follow = (folder, isOurs) =>
    watch(join(ROOT, folder), (_, name) => {
      if (name && isOurs(name)) changed(join(folder, name));
    }).on('error', (error) =>
      fail(
        `Changes in ${folder || ROOT} cannot be followed (${error.message}): allow more watches with "sudo sysctl fs.inotify.max_user_watches=524288".`,
      ),
    );
  // Folder by folder: what watches a whole tree loses a file that an editor puts in the place of another.
  const followed = new Set();
  const followBelow = (folder) => {
    if (!existsSync(join(ROOT, folder))) return;
    if (!followed.has(folder)) {
      followed.add(folder);
      follow(folder, (name) => {
        for (const known of followed) if (!existsSync(join(ROOT, known))) followed.delete(known);
        followBelow(folder);
        // Editors keep what is not saved yet beside the file.
        return !/^[.#]|~$|\.sw.$/.test(name);
      });
    }
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true }))
      if (entry.isDirectory()) followBelow(join(folder, entry.name));
  };
  for (const folder of FOLDERS) followBelow(folder);
  follow('', (name) => FILES.includes(name));
}

needCargo();
await needPort(port, 'port');
await needPort(serverPort, 'server-port');
installPackages();
makeAppFolder();

// For vite.config.ts; the server has no such setting.
process.env['VOLUNTR_SERVER'] = origin;
const { createServer } = await import('vite');
const app = await createServer({
  root: join(ROOT, 'ui'),
  configFile: join(ROOT, 'ui/vite.config.ts'),
  clearScreen: false,
  server: { host: '127.0.0.1', port: Number(port), strictPort: true },
});

async function stop() {
  if (isStopping) {
    // Asked twice: at once.
    process.exit(1);
  }
  isStopping = true;
  say('stopping …');
  builder?.kill('SIGTERM');
  await Promise.all([app.close(), ended(server)]);
  say('stopped');
  process.exit(0);
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('SIGHUP', stop);
process.on('exit', () => {
  for (const child of [builder, server]) child?.kill('SIGKILL');
});

await app.listen();
say(`the app is ready on http://localhost:${port}; its calls fail until the server is there`);
watchSources();
renew();
