// Rights that are lost while a request, or a sign-in, is under way; and passwords that take long to judge.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { PASSWORD, sleep } from './site.mjs';

const MANAGER = 'organisatie@demo.voluntr.example';
const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
/** Longer than rights that were read are believed. */
const HELD = 1200;

/** Sends the headers and half the body; gives what sends the rest and tells the status. */
async function hold(site, method, path, headers, json) {
  const body = JSON.stringify(json);
  const half = Math.floor(body.length / 2);
  const socket = connect(site.port, '127.0.0.1');
  let text = '';
  socket.on('data', (piece) => {
    text += piece;
  });
  const ended = new Promise((done) => socket.once('close', done));
  socket.on('error', () => {});
  const lines = Object.entries({
    host: '127.0.0.1',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': site.place(),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, half)}`);
  await new Promise((done) => socket.once('connect', done));
  return async () => {
    socket.write(body.slice(half));
    await ended;
    return Number(text.slice(9, 12));
  };
}

const vacancy = (organizationId, number) => ({
  data: {
    type: 'vacancies',
    attributes: {
      title: `Taalmaatje nummer ${number}`,
      summary: 'Een uur per week met iemand praten die Nederlands leert.',
      description: '<p>Je spreekt elke week een uur af met iemand die Nederlands leert.</p>',
      organization_id: organizationId,
      schedule: 'Dinsdagochtend',
      hours_per_week: 1,
      tags: ['regularly'],
    },
  },
});

export async function manager(site) {
  const credentials = await site.signIn(MANAGER);
  const answer = await site.ask('GET', '/api/v1/current_organization', { headers: credentials });
  assert.equal(answer.status, 200, answer.text);
  return { credentials, create: (number) => vacancy(answer.json().data.id, number) };
}

const mine = async (site) => {
  const headers = { ...(await site.signIn(MANAGER)), 'cache-control': 'no-store' };
  const answer = await site.ask('GET', '/api/v1/vacancies?page[size]=1', { headers });
  return answer.json().meta.total;
};

async function heldBodies({ start, say }) {
  const site = await start();
  const { credentials, create } = await manager(site);
  const before = await mine(site);
  const held = [];
  for (let number = 0; number < 20; number += 1)
    held.push(await hold(site, 'POST', '/api/v1/vacancies', credentials, create(number)));
  held.push(await hold(site, 'PUT', '/auth/password', credentials, { password: 'eland fietst naar zee' }));
  await sleep(HELD);
  assert.equal((await site.ask('DELETE', '/auth/sign_out', { headers: credentials })).status, 204);
  const statuses = await Promise.all(held.map((end) => end()));
  assert.deepEqual([...new Set(statuses)], [401]);
  assert.equal(await mine(site), before);
  say(`${statuses.length} requests held over a sign-out: all 401, nothing written`);
}

async function signInRace({ start, say, isShort }) {
  const counts = { begun: 0, refused: 0 };
  for (let round = 0; round < (isShort ? 1 : 5); round += 1) {
    // A server of its own: ten refused sign-ins lock an account for ten minutes.
    const site = await start();
    const credentials = await site.signIn(VOLUNTEER);
    const attempts = [];
    const change = site.ask('PUT', '/auth/password', {
      headers: credentials,
      json: { password: 'eland fietst naar zee', current_password: PASSWORD },
    });
    for (let number = 0; number < 16; number += 1) {
      attempts.push(site.ask('POST', '/auth/sign_in', { json: { email: VOLUNTEER, password: PASSWORD } }));
      await sleep(isShort ? 50 : 10);
    }
    assert.equal((await change).status, 200);
    for (const answer of await Promise.all(attempts)) {
      if (answer.status !== 200) {
        counts.refused += 1;
        continue;
      }
      counts.begun += 1;
      const { 'access-token': token, client, uid } = answer.headers;
      const headers = { 'access-token': token, client, uid };
      const shown = await site.ask('GET', '/auth/validate_token', { headers });
      assert.equal(shown.status, 401, 'a session that the old password began outlives it');
    }
  }
  say(
    `sign-ins during a change of password: ${counts.begun} begun before it and ended, ${counts.refused} refused`,
  );
}

async function longPasswords({ start, say, isShort }) {
  const site = await start();
  const credentials = await site.signIn(VOLUNTEER);
  const worst = ['😀', 'a', 'abcabd', 'p@$$w0rd1!', '4@8({[<369#!1|0$5+7%2', '1990-01-02'];
  let dearest = 0;
  const { p99 } = await site.withNeighbour(async () => {
    for (const piece of worst) {
      const sent = [...piece.repeat(128)].slice(0, 128).join('');
      const cpu = site.cpu();
      const answers = await Promise.all(
        Array.from({ length: 4 }, () =>
          site.ask('PUT', '/auth/password', { headers: credentials, json: { password: sent } }),
        ),
      );
      for (const answer of answers) assert.ok([200, 422].includes(answer.status), answer.text);
      dearest = Math.max(dearest, ((site.cpu() - cpu) * 1000) / answers.length);
    }
  });
  say(`dearest of 128 signs ${dearest.toFixed(0)} ms of CPU, neighbour p99 ${p99.toFixed(0)} ms`);
  assert.ok(dearest < (isShort ? 1000 : 100), `${dearest} ms for one password`);
}

export const scenarios = [
  { name: 'requests are held while their rights are lost', isShort: true, run: heldBodies },
  { name: 'sign-ins race a change of password', isShort: true, run: signInRace },
  { name: 'passwords that take long to judge', isShort: true, run: longPasswords },
];
