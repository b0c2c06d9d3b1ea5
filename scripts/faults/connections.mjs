// Two thousand connections that send a byte a second, beside a visitor; and a restart under load with a socket that somebody else holds.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { percentile, sleep } from '../attack/site.mjs';
import { demoFolder, MANY_CHANGES } from './demo.mjs';

const LONGEST_MS = 1_000;

/** Opens a connection from an address of its own and sends its headers a byte a second; gives when it was ended. */
function trickle(site, number) {
  const begun = performance.now();
  const socket = connect({
    port: site.port,
    host: '127.0.0.1',
    localAddress: `127.${1 + (number >> 8)}.${number & 255}.1`,
  });
  const text = `GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ${'a'.repeat(1_000)}\r\n\r\n`;
  let at = 0;
  const drip = setInterval(() => {
    if (socket.writable) socket.write(text[at]);
    at += 1;
  }, 1_000);
  socket.on('error', () => {});
  socket.resume();
  let isOpen = false;
  socket.once('connect', () => {
    isOpen = true;
  });
  const over = new Promise((done) => {
    socket.once('close', () => {
      clearInterval(drip);
      done(performance.now() - begun);
    });
  });
  return { over, wasOpen: () => isOpen, end: () => socket.destroy() };
}

async function slow({ start, say, isShort }) {
  const site = await start();
  await site.ask('GET', '/api/v1/vacancies');
  const count = isShort ? 400 : 2_000;
  const seconds = isShort ? 4 : 15;
  const held = [];
  const { p99, asked, failed } = await site.withNeighbour(
    async () => {
      for (let number = 0; number < count; number += 1) {
        held.push(trickle(site, number));
        if (number % 50 === 49) await sleep(20);
      }
      await sleep(seconds * 1_000);
    },
    { every: 50 },
  );
  const open = held.filter(({ wasOpen }) => wasOpen()).length;
  assert.equal(open, count, 'not all of them got through');
  assert.equal(failed, 0, 'the visitor was refused');
  assert.ok(p99 < LONGEST_MS, `the visitor waits for ${p99} ms`);
  say(
    `${open} connections that send a byte a second: ${asked} reads of a visitor, none refused, p99 ${p99.toFixed(0)} ms`,
  );
  if (!isShort) {
    const ended = await Promise.race([Promise.all(held.map(({ over }) => over)), sleep(20_000)]);
    assert.ok(ended, 'some are open still');
    say(`all were ended after ${(Math.max(...ended) / 1000).toFixed(1)} s at most: headers have 10 s`);
  }
  for (const { end } of held) end();
  await site.stop();
}

/**
 * Holds a socket as systemd does, and starts the program on it again whenever it ends; `served.lock` has the process that serves.
 * Node would take connections off a socket that it holds itself.
 */
async function startHolder(binary, data) {
  const socket = createServer();
  await new Promise((done) => socket.listen(0, '127.0.0.1', 1_024, done));
  const { port } = socket.address();
  const start = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" --data "$1" serve';
  const holder = spawn(
    '/bin/sh',
    ['-c', `while [ ! -e "$1/over" ]; do sh -c '${start}' "$0" "$1" >/dev/null; echo $?; done`, binary, data],
    {
      stdio: ['ignore', 'pipe', 'ignore', socket._handle.fd],
      env: { ...process.env, ...MANY_CHANGES, VOLUNTR_LOG: 'warn' },
    },
  );
  await new Promise((done) => socket.close(done));
  const codes = [];
  holder.stdout.on('data', (piece) => codes.push(...String(piece).trim().split('\n')));
  const ended = new Promise((done) => holder.once('exit', done));
  const served = () => Number(readFileSync(join(data, 'served.lock'), 'utf8'));
  return {
    port,
    codes,
    served,
    end: async () => {
      writeFileSync(join(data, 'over'), '');
      process.kill(served(), 'SIGTERM');
      await ended;
    },
  };
}

async function restarts({ say, binary, isShort }) {
  const data = await demoFolder(binary);
  const holder = await startHolder(binary, data);
  let isOver = false;
  const times = [];
  const failed = [];
  const visitor = async () => {
    while (!isOver) {
      const begun = performance.now();
      const status = await new Promise((done) => {
        const one = connect(holder.port, '127.0.0.1');
        let text = '';
        one.setTimeout(30_000, () => one.destroy());
        one.on('data', (piece) => {
          text += piece;
        });
        one.on('error', () => {});
        one.on('close', () => done(text.slice(9, 12)));
        one.write(
          'GET /api/v1/vacancies?page%5Bsize%5D=5 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n',
        );
      });
      if (status === '200') times.push(performance.now() - begun);
      else failed.push(status);
    }
  };
  try {
    const visitors = Array.from({ length: 4 }, visitor);
    const rounds = isShort ? 2 : 10;
    for (let round = 0; round < rounds; round += 1) {
      await sleep(1_000);
      const before = holder.served();
      process.kill(before, 'SIGTERM');
      for (let tries = 0; holder.served() === before; tries += 1) {
        assert.ok(tries < 600, 'it does not start again within 30 s');
        await sleep(50);
      }
    }
    await sleep(1_000);
    isOver = true;
    await Promise.all(visitors);
    await holder.end();
    assert.deepEqual(failed, []);
    assert.deepEqual(
      holder.codes.filter((code) => code !== '0'),
      [],
    );
    say(
      `${rounds} restarts under load: ${times.length} requests, none failed, the longest ${Math.max(...times).toFixed(0)} ms, p50 ${percentile(times, 0.5).toFixed(0)} ms`,
    );
  } finally {
    isOver = true;
    if (!existsSync(join(data, 'over'))) await holder.end();
    rmSync(data, { recursive: true, force: true });
  }
}

export const scenarios = [
  { name: 'slow-connections', isShort: true, run: slow },
  { name: 'restarts', isShort: true, run: restarts },
];
