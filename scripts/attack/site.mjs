// A real program with the demo's data, a client for it, and a neighbour who goes on asking while it is attacked.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const PASSWORD = 'welkom-in-lindewaard';
export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
export const MB = 1024 * 1024;

/** Signs a made-up person up; `options` as for `ask`. */
export const signUp = (site, number, options = {}) =>
  site.ask('POST', '/api/v1/users/sign_up', {
    ...options,
    json: {
      data: {
        type: 'users',
        attributes: {
          first_name: 'Nieuw',
          last_name: 'Gezicht',
          email: `nieuw${number}@example.nl`,
          password: 'paard batterij nietje',
          password_confirmation: 'paard batterij nietje',
          accept_terms: true,
        },
      },
    },
  });

/** A number as letters, for where a name is asked; and back. */
export const inLetters = (number) => String(number).replaceAll(/\d/g, (digit) => 'abcdefghij'[digit]);
export const fromLetters = (text) => Number(text.replaceAll(/./g, (letter) => 'abcdefghij'.indexOf(letter)));

/** A port of this machine that nobody listens on. */
export const freePort = () =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });

/** The value below which the given share (0 to 1) of the values lies. */
export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Starts the program on a fresh data folder with the tenant `demo`. `env` adds settings; `data` uses a folder that is
 * there already and is kept. `log` is where it logs to: `full` is a full disk, `closed` a pipe that nobody reads. A
 * program that `isLimited` gets an error for a file beyond a limit (`prlimit`) instead of a signal.
 */
export async function startSite(
  binary,
  {
    env = {},
    data = mkdtempSync(join(tmpdir(), 'voluntr-attack-')),
    isKept = false,
    log: logTo = 'pipe',
    isLimited = false,
  } = {},
) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const settings = { ...process.env, VOLUNTR_LOG: 'warn', VOLUNTR_TRUSTED_PROXIES: '127.0.0.1', ...env };
  let log = '';
  const words = ['--data', data, 'serve', '--demo', '--listen', `127.0.0.1:${port}`];
  const limited = ['-c', 'trap "" XFSZ; exec "$0" "$@"', binary, ...words];
  const full = logTo === 'full' ? openSync('/dev/full', 'w') : undefined;
  const child = spawn(isLimited ? '/bin/sh' : binary, isLimited ? limited : words, {
    env: settings,
    stdio: ['ignore', 'ignore', full ?? 'pipe'],
  });
  if (full !== undefined) closeSync(full);
  if (logTo === 'closed') child.stderr.destroy();
  child.stderr?.on('data', (piece) => {
    log += piece;
  });
  const ended = new Promise((done) => {
    child.once('exit', (code, signal) => done({ code, signal }));
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);

  // Each made-up client has an address of its own, so that a limit per address strikes whom it is meant for.
  let places = 0;
  const place = () => {
    places += 1;
    return `10.${(places >> 16) & 255}.${(places >> 8) & 255}.${places & 255}`;
  };

  /** One request; `agent: false` opens a connection of its own. Headers come back lower case. */
  function ask(
    method,
    path,
    { headers = {}, body, json, agent = false, from = place(), timeout = 60_000 } = {},
  ) {
    return new Promise((done, fail) => {
      const bytes = json === undefined ? body : JSON.stringify(json);
      const begun = performance.now();
      const sent = request(base + path.replaceAll('[', '%5B').replaceAll(']', '%5D'), {
        method,
        agent,
        timeout,
        headers: {
          'x-forwarded-for': from,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) }),
          ...headers,
        },
      });
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer in ${timeout} ms`)));
      sent.on('error', fail);
      sent.on('response', (answer) => {
        const pieces = [];
        answer.on('error', fail);
        answer.on('data', (piece) => pieces.push(piece));
        answer.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          done({
            status: answer.statusCode,
            headers: answer.headers,
            text,
            took: performance.now() - begun,
            json: () => JSON.parse(text),
          });
        });
      });
      sent.end(bytes);
    });
  }

  /** The three credentials of an account of the demo, as headers. */
  async function signIn(email, password = PASSWORD) {
    const answer = await ask('POST', '/auth/sign_in', { json: { email, password } });
    if (answer.status !== 200) throw new Error(`${email} can't sign in: ${answer.status} ${answer.text}`);
    const { 'access-token': token, client, uid } = answer.headers;
    return { 'access-token': token, client, uid };
  }

  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8');
  /** Bytes in use now, and at most since `forgetPeak()`. */
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(status())[1]) * 1024;
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(status())[1]) * 1024;
  const forgetPeak = () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5');
  /** Seconds of processor time used so far. */
  const cpu = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  };

  /**
   * Runs `job` while a neighbour asks for the list of vacancies every 20 ms, past every cache. Gives what the job gave
   * and the neighbour's milliseconds: `{ result, p50, p99, asked, failed }`.
   */
  async function withNeighbour(
    job,
    { path = '/api/v1/vacancies?page[size]=20', every = 20, headers = {} } = {},
  ) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const times = [];
    let failed = 0;
    let isOver = false;
    const from = place();
    const neighbour = (async () => {
      while (!isOver) {
        const ask_ = { agent, from, headers: { 'cache-control': 'no-store', ...headers } };
        const answer = await ask('GET', path, ask_).catch(() => undefined);
        if (answer?.status === 200) times.push(answer.took);
        else failed += 1;
        await sleep(every);
      }
    })();
    try {
      const result = await job();
      return {
        result,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        asked: times.length,
        failed,
      };
    } finally {
      isOver = true;
      await neighbour;
      agent.destroy();
    }
  }

  /** Runs a command of the program beside the server. */
  const run = (...words) =>
    new Promise((done) => {
      const command = spawn(binary, ['--data', data, ...words], { env: settings });
      let out = '';
      let wrong = '';
      command.stdout.on('data', (piece) => {
        out += piece;
      });
      command.stderr.on('data', (piece) => {
        wrong += piece;
      });
      command.on('close', (code) => done({ code, out, wrong }));
    });

  const site = {
    base,
    port,
    data,
    pid: child.pid,
    child,
    ended,
    place,
    ask,
    signIn,
    memory,
    peak,
    forgetPeak,
    cpu,
    withNeighbour,
    run,
    log: () => log,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      const how = await ended;
      process.removeListener('exit', kill);
      if (!isKept) rmSync(data, { recursive: true, force: true });
      return how;
    },
  };
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${log}`);
    if ((await ask('GET', '/health/live').catch(() => undefined))?.status === 200) return site;
    await sleep(100);
  }
  throw new Error(`the server does not answer within a minute; it said: ${log || 'nothing'}`);
}
