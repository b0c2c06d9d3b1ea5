// Errors in place of system calls, by strace, in a program that runs or in one that is started under it. strace counts the calls of
// each thread for itself: "the third" is the third one of every thread that makes three.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '../attack/site.mjs';

/** Kinds of operations on files, by the calls that do them. Sockets and pipes are reached by none of the first. */
export const OPERATIONS = {
  sync: ['fsync', 'fdatasync'],
  write: ['pwrite64'],
  truncate: ['ftruncate'],
  read: ['pread64'],
  open: ['open', 'openat'],
  rename: ['rename', 'renameat', 'renameat2'],
  remove: ['unlink', 'unlinkat'],
  folder: ['mkdir', 'mkdirat'],
  map: ['mmap'],
  // Of these a program makes others too: they are for a path, or for commands whose hits are looked at afterwards.
  append: ['write', 'writev'],
  fetch: ['read', 'readv'],
};

const flags = ({ calls, fault, when, paths = [], output }) => [
  '-f',
  '-y',
  '-o',
  output,
  ...paths.flatMap((path) => ['-P', path]),
  '-e',
  `trace=${calls.join(',')}`,
  ...(fault ? ['-e', `inject=${calls.join(',')}:${fault}:when=${when}`] : []),
];

/** The calls that strace wrote down: which one, of which file, and whether the fault took its place. */
function calls(output) {
  const seen = [];
  const unfinished = new Map();
  const counts = new Map();
  for (const line of readFileSync(output, 'latin1').split('\n')) {
    let [, pid, rest] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (!pid) continue;
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(pid, rest);
      continue;
    }
    if (rest.startsWith('<... ')) rest = `${unfinished.get(pid) ?? ''}${rest}`;
    const [, call] = /^(\w+)\(/.exec(rest) ?? [];
    if (!call) continue;
    const key = `${pid} ${call}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const path = /^\w+\(\d+<([^>]*)>/.exec(rest)?.[1] ?? /"([^"]*)"/.exec(rest)?.[1] ?? '';
    seen.push({ pid, call, nth: counts.get(key), path, isHit: rest.includes('(INJECTED)') });
  }
  return seen;
}

let allowed;
/** Whether a program that was started already may be attached to; Yama (`kernel.yama.ptrace_scope`) or a container may forbid it. */
export function mayAttach() {
  allowed ??= (async () => {
    const other = spawn('sleep', ['60'], { stdio: 'ignore' });
    try {
      const detach = await attach(other.pid, { calls: ['fsync'] });
      await detach();
      return true;
    } catch {
      return false;
    } finally {
      other.kill('SIGKILL');
    }
  })();
  return allowed;
}

export const NOT_ALLOWED =
  'not tried: strace may not attach to a program here (as root it may, or with kernel.yama.ptrace_scope=0)';

/** Attaches to a process; what it gives ends that and tells the calls. */
export async function attach(pid, options) {
  const folder = mkdtempSync(join(tmpdir(), 'voluntr-strace-'));
  const output = join(folder, 'calls');
  const tracer = spawn('strace', [...flags({ ...options, output }), '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = () => tracer.kill('SIGKILL');
  process.once('exit', stop);
  const ended = new Promise((done) => tracer.once('exit', done));
  let said = '';
  const attached = new Promise((done) => {
    tracer.stderr.on('data', (piece) => {
      said += piece;
      if (/attached/.test(said)) done(true);
    });
  });
  const isAttached = await Promise.race([attached, ended.then(() => false), sleep(10_000)]);
  if (!isAttached) {
    stop();
    throw new Error(
      `strace does not attach (${said.trim()}): this takes the right to trace one's own processes`,
    );
  }
  return async () => {
    tracer.kill('SIGINT');
    await ended;
    process.removeListener('exit', stop);
    const seen = calls(output);
    rmSync(folder, { recursive: true, force: true });
    return seen;
  };
}

/** Runs a command under it to its end; gives its exit code, what it said, and the calls. */
export async function runUnder(command, args, { env, ...options }) {
  const folder = mkdtempSync(join(tmpdir(), 'voluntr-strace-'));
  const output = join(folder, 'calls');
  const child = spawn('strace', ['-qq', ...flags({ ...options, output }), command, ...args], { env });
  let [out, wrong] = ['', ''];
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  child.stderr.on('data', (piece) => {
    wrong += piece;
  });
  const code = await new Promise((done) => child.once('close', done));
  const seen = calls(output);
  rmSync(folder, { recursive: true, force: true });
  return { code, out, wrong, calls: seen };
}
