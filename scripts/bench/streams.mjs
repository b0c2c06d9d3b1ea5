// What open live streams cost: memory of each, processor time while nothing happens, and how soon a reader hears of a
// notification while all the others are open too.
import { Agent, request } from 'node:http';
import { cpu, memory, settle } from './machine.mjs';

const PATH = '/api/v1/events';
/** Streams that one account opens here: as many as it may. */
const EACH = 8;
/** Streams of one address: fewer than it may. */
const OF_ADDRESS = 40;
const IDLE_SECONDS = 60;
const HEARD = 200;
const ORGANISATION = 'organisatie@demo.voluntr.example';
const MESSAGE = 'Ik wil graag helpen en heb op dinsdag tijd.';
const HOST = { host: 'demo.localhost' };

const median = (values, share = 0.5) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

/** Signs in from an address of its own; the headers of whatever follows. */
async function signIn(base, agent, email, password, address) {
  const body = JSON.stringify({ email, password });
  const headers = { ...HOST, 'content-type': 'application/json', 'x-forwarded-for': address };
  const answer = await call(base, agent, '/auth/sign_in', { method: 'POST', headers, body });
  if (answer.status !== 200) return undefined;
  const of = (name) => answer.headers[name];
  return {
    ...HOST,
    'access-token': of('access-token'),
    client: of('client'),
    uid: of('uid'),
    'x-forwarded-for': address,
  };
}

function call(base, agent, path, { method = 'GET', headers, body }) {
  return new Promise((done, fail) => {
    const asked = request(`${base}${path}`, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, text }));
    });
    asked.on('error', fail);
    asked.end(body);
  });
}

/** Opens a stream and waits for its first event. */
function listen(base, agent, headers, hear = () => {}) {
  return new Promise((done, fail) => {
    const asked = request(`${base}${PATH}`, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) {
        fail(new Error(`a stream was refused: ${answer.statusCode}`));
        return;
      }
      answer.setEncoding('utf8');
      answer.on('data', (text) => {
        hear(text);
        done(asked);
      });
      answer.on('error', () => {});
    });
    asked.on('error', fail);
    asked.end();
  });
}

export async function measureStreams({ server, accounts, password, streams }) {
  const { base, pid } = server;
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const people = [];
  for (const email of accounts) {
    if (people.length * EACH >= streams) break;
    const address = `10.1.${Math.floor(people.length / 250)}.${people.length % 250}`;
    const headers = await signIn(base, agent, email, password, address);
    if (headers) people.push(headers);
  }
  const organisation = await signIn(base, agent, ORGANISATION, password, '10.2.0.1');
  await settle();
  const before = memory(pid);
  const open = [];
  for (let at = 0; at < streams; at++) {
    const address = `10.3.${Math.floor(at / OF_ADDRESS / 250)}.${Math.floor(at / OF_ADDRESS) % 250}`;
    const headers = { ...people[at % people.length], 'x-forwarded-for': address };
    open.push(await listen(base, agent, headers));
  }
  await wait(5_000);
  const each = ((memory(pid) - before) * 1024) / streams;
  const used = cpu(pid);
  await wait(IDLE_SECONDS * 1_000);
  const idle = ((cpu(pid) - used) / IDLE_SECONDS) * 100;

  let heard;
  const reader = await listen(base, agent, organisation, (text) => {
    if (text.includes('event: notification')) heard?.(performance.now());
  });
  const mine = await call(base, agent, '/api/v1/vacancies?filter%5Bmine_eq%5D=true&page%5Bsize%5D=100', {
    headers: organisation,
  });
  const vacancies = JSON.parse(mine.text).data.filter((row) => row.attributes.status === 'published');
  const times = [];
  for (let at = 0; times.length < HEARD && at < HEARD * 4; at++) {
    const headers = { ...people[at % people.length], 'content-type': 'application/vnd.api+json' };
    const vacancy = vacancies[Math.floor(at / people.length) % vacancies.length];
    const attributes = { vacancy_id: vacancy.id, message: MESSAGE, consent: true };
    const body = JSON.stringify({ data: { type: 'applications', attributes } });
    const told = new Promise((done) => {
      heard = done;
    });
    const begun = performance.now();
    const answer = await call(base, agent, '/api/v1/applications', { method: 'POST', headers, body });
    if (answer.status === 201)
      times.push((await Promise.race([told, wait(5_000).then(() => Number.NaN)])) - begun);
  }
  for (const stream of [...open, reader]) stream.destroy();
  agent.destroy();
  return [
    `${streams.toLocaleString('en')} live streams: ${each.toFixed(1)} kB each (target 25), ${idle.toFixed(2)} % of a core while nothing happens (target 1)`,
    `with those open, an application is heard of by the organisation ${median(times).toFixed(1)} ms after it is sent, p99 ${median(times, 0.99).toFixed(1)} ms of ${times.length} (target 200)`,
  ];
}
