// Requests that are held open: bodies that come too slowly or not at all, from one address and from many.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { percentile, sleep } from './site.mjs';

/** Opens a sign-in whose body of `length` bytes is held back; gives what came back, and when it ended. */
function held(site, { from, length = 500, every = 0 }) {
  const begun = performance.now();
  let text = '';
  const socket = connect(site.port, '127.0.0.1');
  socket.setNoDelay(true);
  socket.write(
    `POST /auth/sign_in HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${from}\r\n` +
      `content-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`,
  );
  const drip = every && setInterval(() => socket.write(' '), every);
  socket.on('data', (piece) => {
    text += piece;
  });
  socket.on('error', () => {});
  const over = new Promise((done) => {
    socket.on('close', () => {
      clearInterval(drip);
      done({
        status: Number(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 0),
        text,
        took: performance.now() - begun,
      });
    });
  });
  return { over, end: () => socket.destroy() };
}

/** A neighbour who signs in, with a body that comes at once; gives the statuses and milliseconds. */
async function signIns(site, count) {
  const times = [];
  for (let number = 0; number < count; number += 1) {
    const answer = await site.ask('POST', '/auth/sign_in', { json: {} });
    assert.equal(answer.status, 422, answer.text);
    times.push(answer.took);
    await sleep(20);
  }
  return times;
}

async function attack({ start, say }, { bodies, addresses, every }) {
  const site = await start();
  await site.ask('GET', '/api/v1/vacancies');
  const before = await site.withNeighbour(() => signIns(site, 60));
  const from = (number) => `192.0.2.${number % addresses}`;
  let answers = [];
  const during = await site.withNeighbour(async () => {
    const all = Array.from({ length: bodies }, (_, number) => held(site, { from: from(number), every }));
    await sleep(500);
    const times = await signIns(site, 100);
    const ended = await Promise.race([Promise.all(all.map(({ over }) => over)), sleep(20_000)]);
    for (const { end } of all) end();
    assert.ok(ended, 'a request that was held back is still open after 20 s');
    answers = ended;
    return times;
  });
  const count = (status) => answers.filter((answer) => answer.status === status).length;
  const late = answers.filter((answer) => answer.status === 408);
  assert.equal(count(408) + count(429), bodies, JSON.stringify(answers.slice(0, 3)));
  for (const answer of late) {
    assert.match(answer.text, /connection: close/i);
    assert.match(answer.text, /niet op tijd/);
  }
  assert.equal(during.failed, 0, 'the neighbour was refused');
  say(`${bodies} bodies of ${addresses} addresses: ${late.length} answered 408, ${count(429)} answered 429`);
  say(`the last of them after ${(Math.max(...answers.map(({ took }) => took)) / 1000).toFixed(1)} s`);
  say(`neighbour's reads p99 ${before.p99.toFixed(0)} → ${during.p99.toFixed(0)} ms`);
  say(
    `neighbour's writes p99 ${percentile(before.result, 0.99).toFixed(0)} → ${percentile(during.result, 0.99).toFixed(0)} ms, none refused`,
  );
  return { late: late.length, refused: count(429) };
}

export const scenarios = [
  {
    name: '400 requests held open by one address',
    isShort: false,
    async run(means) {
      const { late, refused } = await attack(means, { bodies: 400, addresses: 1, every: 200 });
      assert.equal(late, 32);
      assert.equal(refused, 368);
    },
  },
  {
    name: '800 requests held open by 100 addresses',
    isShort: false,
    async run(means) {
      const { late } = await attack(means, { bodies: 800, addresses: 100, every: 0 });
      assert.equal(late, 800);
    },
  },
];
