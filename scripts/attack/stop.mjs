// SIGTERM under load: every request that arrived is answered, every write that was acknowledged is stored, and nobody who
// reads or sends a byte a second holds up the end.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromLetters, inLetters, PASSWORD, sleep } from './site.mjs';

const WHO = 'vrijwilliger@demo.voluntr.example';

/** One client on a connection of its own, kept alive, that asks again as soon as it has its answer. */
function client(site, head, isOver) {
  const seen = { answered: 0, closes: 0, refused: 0, cut: 0, last: undefined };
  const socket = connect(site.port, '127.0.0.1');
  let text = '';
  let isWaiting = false;
  let number = 0;
  const ask = () => {
    if (isOver()) return socket.end();
    number += 1;
    text = '';
    isWaiting = true;
    socket.write(head(number));
  };
  socket.on('connect', ask);
  socket.on('data', (piece) => {
    text += piece;
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (Buffer.byteLength(text.slice(end + 4)) < length) return;
    isWaiting = false;
    seen.answered += 1;
    seen.status = Number(text.slice(9, 12));
    if (seen.status === 200) seen.last = number;
    if (/\r\nconnection: close\r\n/i.test(text)) {
      seen.closes += 1;
      socket.end();
    } else ask();
  });
  socket.on('error', () => {});
  seen.over = new Promise((done) => {
    socket.on('close', () => {
      // Asked, and closed without a byte: before anything was processed, or in the middle of an answer.
      if (isWaiting) seen[text === '' ? 'refused' : 'cut'] += 1;
      done();
    });
  });
  return seen;
}

export const scenarios = [
  {
    name: 'SIGTERM under load, with clients that read and send a byte a second',
    isShort: false,
    async run({ start, say }) {
      const data = mkdtempSync(join(tmpdir(), 'voluntr-attack-'));
      try {
        const site = await start({
          data,
          isKept: true,
          // One account writes here what many people write together.
          env: { VOLUNTR_CHANGES_PER_MINUTE: '1000000' },
        });
        const signed = await site.ask('POST', '/auth/sign_in', { json: { email: WHO, password: PASSWORD } });
        assert.equal(signed.status, 200);
        const { 'access-token': token, client: device, uid } = signed.headers;
        const id = signed.json().data.id;
        const base = 'host: 127.0.0.1\r\n';
        const own = `${base}access-token: ${token}\r\nclient: ${device}\r\nuid: ${uid}\r\n`;
        const change = (name) => {
          const body = JSON.stringify({ data: { type: 'users', id, attributes: { first_name: name } } });
          return `PATCH /api/v1/users/${id} HTTP/1.1\r\n${own}content-type: application/vnd.api+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
        };
        let isOver = false;
        const readers = Array.from({ length: 20 }, (_, which) =>
          client(
            site,
            (number) =>
              `GET /api/v1/vacancies?page%5Bsize%5D=${1 + ((which + number) % 30)} HTTP/1.1\r\n${base}cache-control: no-store\r\n\r\n`,
            () => isOver,
          ),
        );
        // One writes, so that the last acknowledged number is the least that must be stored.
        const writer = client(
          site,
          (number) => change(`Naam ${inLetters(number)}`),
          () => isOver,
        );
        const idle = connect(site.port, '127.0.0.1');
        idle.on('error', () => {});
        const slow = connect(site.port, '127.0.0.1');
        slow.on('error', () => {});
        slow.write(
          `POST /auth/sign_in HTTP/1.1\r\n${base}content-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
        );
        const drip = setInterval(() => slow.destroyed || slow.write(' '), 1_000);
        const sip = connect(site.port, '127.0.0.1');
        sip.on('error', () => {});
        sip.pause();
        sip.write(`GET / HTTP/1.1\r\n${base}\r\n`.repeat(400));
        const sips = setInterval(() => sip.read(1), 1_000);
        await sleep(2_000);
        assert.equal(writer.status, 200, `the writer got ${writer.status}`);
        const begun = performance.now();
        site.child.kill('SIGTERM');
        const how = await Promise.race([site.ended, sleep(35_000)]);
        const took = performance.now() - begun;
        isOver = true;
        clearInterval(drip);
        clearInterval(sips);
        for (const socket of [idle, slow, sip]) socket.destroy();
        assert.ok(how, 'it has not ended after 35 s');
        assert.equal(how.code, 0, JSON.stringify(how));
        assert.ok(took < 30_000, `${took} ms`);
        const all = [...readers, writer];
        await Promise.all(all.map(({ over }) => over));
        const sum = (what) => all.reduce((total, seen) => total + seen[what], 0);
        assert.equal(sum('cut'), 0, 'an answer was cut');
        const again = await start({ data, isKept: true });
        const { status, json } = await again.ask('GET', `/api/v1/users/${id}`, {
          headers: { 'access-token': token, client: device, uid },
        });
        assert.equal(status, 200);
        const stored = fromLetters(json().data.attributes.first_name.split(' ')[1]);
        assert.ok(stored >= writer.last, `acknowledged ${writer.last}, stored ${stored}`);
        say(`ended after ${(took / 1000).toFixed(1)} s; ${sum('answered')} answers, none cut`);
        say(
          `${sum('closes')} connections were told to close, ${sum('refused')} closed before their request was read`,
        );
        say(`last write acknowledged ${writer.last}, stored ${stored}`);
      } finally {
        rmSync(data, { recursive: true, force: true });
      }
    },
  },
];
