// A mail server that refuses, hangs, ends in the middle, ends after the letter, and is slow: no letter is lost, one that comes twice
// is the same letter, and the site answers meanwhile.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { signUp, sleep } from '../attack/site.mjs';
import { demoFolder, fileOf, MANY_CHANGES, query } from './demo.mjs';

const EACH = 5;
/** Longer than one letter is waited for. */
const HANGS_FOR_MS = 30_000;
const FAULTS = {
  refuses: 4_000,
  hangs: HANGS_FOR_MS,
  'ends in the middle': 4_000,
  'ends after the letter': 4_000,
  'is slow': 15_000,
};

/** A mail server whose `mode` may be changed while it runs; `letters` are those that it took. */
async function startPeer() {
  const peer = { mode: 'good', letters: [], sockets: new Set() };
  const server = createServer((socket) => {
    peer.sockets.add(socket);
    socket.on('close', () => peer.sockets.delete(socket));
    socket.on('error', () => {});
    const say = async (line) => {
      if (peer.mode === 'is slow') await sleep(1_000);
      socket.write(`${line}\r\n`);
    };
    if (peer.mode === 'hangs') return;
    if (peer.mode === 'refuses') {
      socket.end('421 4.3.2 not now\r\n');
      return;
    }
    say('220 peer ESMTP');
    let [text, to, isData] = ['', [], false];
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (peer.mode === 'hangs') return;
        if (peer.mode === 'refuses') {
          socket.end('421 4.3.2 not now\r\n');
          return;
        }
        if (isData) {
          isData = false;
          const id = /^message-id: *(.+)$/im.exec(part)?.[1]?.trim();
          for (const address of to) peer.letters.push({ to: address, id, mode: peer.mode });
          if (peer.mode === 'ends after the letter') {
            socket.destroy();
            return;
          }
          say('250 2.0.0 taken');
        } else if (/^ehlo|^helo/i.test(part)) say('250-peer\r\n250 8BITMIME');
        else if (/^mail/i.test(part)) {
          to = [];
          say('250 2.1.0 ok');
        } else if (/^rcpt/i.test(part)) {
          to.push(/<(.*?)>/.exec(part)[1]);
          say('250 2.1.5 ok');
        } else if (/^data/i.test(part)) {
          if (peer.mode === 'ends in the middle') {
            socket.destroy();
            return;
          }
          isData = true;
          say('354 go on');
        } else if (/^quit/i.test(part)) socket.end('221 2.0.0 bye\r\n');
        else say('250 2.0.0 ok');
      }
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  peer.url = `smtp://127.0.0.1:${server.address().port}`;
  peer.end = () => {
    server.close();
    for (const socket of peer.sockets) socket.destroy();
  };
  return peer;
}

async function run({ start, say, binary }) {
  const peer = await startPeer();
  const data = await demoFolder(binary);
  try {
    const site = await start({ data, isKept: true, env: { ...MANY_CHANGES, VOLUNTR_SMTP_URL: peer.url } });
    const addresses = [];
    for (const [mode, ms] of Object.entries(FAULTS)) {
      peer.mode = mode;
      // What was open goes with the mode before.
      for (const socket of peer.sockets) socket.destroy();
      const { result, p99, failed } = await site.withNeighbour(async () => {
        const begun = performance.now();
        let slowest = 0;
        for (let number = 0; number < EACH; number += 1) {
          const signed = await signUp(site, addresses.length);
          assert.equal(signed.status, 202, signed.text);
          slowest = Math.max(slowest, signed.took);
          addresses.push(`nieuw${addresses.length}@example.nl`);
        }
        await sleep(ms - (performance.now() - begun));
        return slowest;
      });
      assert.equal(failed, 0, 'a read was refused');
      assert.ok(p99 < 1_000, `a neighbour waits for ${p99} ms`);
      assert.ok(result < 3_000, `a sign-up takes ${result} ms`);
      const came = peer.letters.filter((letter) => letter.mode === mode).length;
      say(
        `it ${mode}: ${came} letters came, sign-ups ${result.toFixed(0)} ms at most, reads p99 ${p99.toFixed(0)} ms`,
      );
    }
    peer.mode = 'good';
    for (const socket of peer.sockets) socket.destroy();
    const begun = performance.now();
    const ours = () => addresses.map((address) => `'${address}'`).join();
    const waiting = () =>
      query(
        fileOf(data),
        `select to_email, status, attempts from outbox where to_email in (${ours()}) and status <> 'sent'`,
      );
    let left = waiting();
    while (left.length > 0) {
      assert.ok(performance.now() - begun < 15 * 60_000, `not sent after 15 minutes: ${left.join(' | ')}`);
      assert.ok(!left.some(([, status]) => status === 'failed'), `given up: ${left.join(' | ')}`);
      await sleep(1_000);
      left = waiting();
    }
    const twice = [];
    for (const address of addresses) {
      const letters = peer.letters.filter(({ to }) => to === address);
      assert.ok(letters.length > 0, `${address} got none`);
      assert.equal(new Set(letters.map(({ id }) => id)).size, 1, `${address} got different letters`);
      assert.ok(letters[0].id, `a letter to ${address} has no Message-ID`);
      if (letters.length > 1) twice.push(...letters.slice(0, -1).map(({ mode }) => mode));
    }
    // Only a server that took it and said nothing gets it again.
    assert.deepEqual(
      twice.filter((mode) => mode !== 'ends after the letter' && mode !== 'is slow'),
      [],
    );
    say(
      `all ${addresses.length} letters were there ${((performance.now() - begun) / 1000).toFixed(0)} s after it was well again; ${twice.length} came more than once, each as the same letter`,
    );
    await site.stop();
  } finally {
    peer.end();
    rmSync(data, { recursive: true, force: true });
  }
}

export const scenarios = [{ name: 'mail-server', isShort: false, run }];
