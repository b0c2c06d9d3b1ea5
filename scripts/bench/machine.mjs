// What measuring needs of the machine: programs, load, memory, processor time.
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { fail, STATIC } from '../run.mjs';

process.setMaxListeners(0);

export const ROOT = new URL('../..', import.meta.url).pathname;
// The load pretends to come from many places, through a proxy that is believed.
export const ENV = {
  ...process.env,
  RUSTFLAGS: STATIC,
  VOLUNTR_TRUSTED_PROXIES: '127.0.0.1',
  // One account stands here for many.
  VOLUNTR_CHANGES_PER_MINUTE: '1000000',
};

export const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28, ...options });

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

export function need(command, hint) {
  try {
    run('which', [command]);
  } catch {
    fail(`${command} is missing: ${hint}, then run this again.`);
  }
}

/** Megabytes in use. */
export function memory(pid) {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line[1]) / 1024;
}

/** Seconds of processor time a process has used. */
export function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Addresses with square brackets, as wrk takes them. */
export const encoded = (path) => path.replaceAll('[', '%5B').replaceAll(']', '%5D');

/** So many keep-alive connections ask as fast as they can. */
export function load(url, { seconds, script, args = [], headers = {}, connections = 64 }) {
  const words = ['-t2', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '--latency'];
  if (script) words.push('-s', join(ROOT, 'benches/wrk', script));
  for (const [name, value] of Object.entries(headers)) words.push('-H', `${name}: ${value}`);
  const out = run('wrk', [...words, encoded(url), ...(args.length > 0 ? ['--', ...args] : [])]);
  const at = (share) => {
    const [, value, unit] = new RegExp(`${share}%\\s+([\\d.]+)(us|ms|s|m)`).exec(out) ?? [0, 0, 'ms'];
    return Number((Number(value) * { us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit]).toFixed(2));
  };
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)[1]),
    p50: at(50),
    p99: at(99),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(out)?.[1] ?? 0),
  };
}

/** Milliseconds from now to the first byte of an answer, however long the door stays closed. */
async function firstAnswer(port, path) {
  const begun = performance.now();
  while (performance.now() - begun < 20_000) {
    const answered = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`));
      socket.on('data', () => done(true));
      socket.on('error', () => done(false));
      socket.on('data', () => socket.destroy());
    });
    if (answered) return performance.now() - begun;
    await sleep(1);
  }
  throw new Error(`nobody answers on port ${port} within 20 s; the lines above are what the server said`);
}

/** A port that nobody listens on. */
const freePort = () =>
  new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** Starts a server, told where to listen by `args`, and waits for its first answer. */
export async function start(command, args, path) {
  const port = await freePort();
  const child = spawn(command, args(`127.0.0.1:${port}`), {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: ENV,
  });
  process.once('exit', () => child.kill());
  const took = await firstAnswer(port, path);
  const stop = async () => {
    const ended = new Promise((done) => {
      child.on('exit', done);
    });
    child.kill();
    await ended;
  };
  return { pid: child.pid, base: `http://127.0.0.1:${port}`, took, stop };
}

export const settle = () => sleep(1_000);

/** Until the jobs of a start have done what was left over: they are no part of what is measured. */
export async function idle(pid) {
  for (let quiet = 0; quiet < 3; ) {
    const before = cpu(pid);
    await sleep(1_000);
    quiet = cpu(pid) - before < 0.05 ? quiet + 1 : 0;
  }
}
