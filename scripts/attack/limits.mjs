// Floods of what anybody may ask without signing in, from one network address and from one /64, and addresses that a client
// makes up for itself in front of the line that the proxy adds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

/** What no table allows more often than this in an hour. */
const MOST = 700;
/** In the short form: what sends letters, and what is confirmed by them. */
const SHORT = ['/auth', '/auth/password', '/auth/confirmation', '/api/v1/users/sign_up'];
/** Counts wrong passwords instead of requests, and does so before the password is tried. */
const BY_GUESSES = '/auth/sign_in';

/** Every POST that openapi.json says is open to everybody, and the two forms for visitors. */
function publicPosts() {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  const unguarded = Object.entries(paths).filter(([, calls]) => calls.post?.['x-unguarded']);
  const posts = unguarded.map(([path]) => path).filter((path) => path !== BY_GUESSES);
  return [...posts, '/api/v1/applications', '/api/v1/organizations/signup'];
}

/** Asks until it is refused; gives how often it was let through, and the refusal. */
async function flood(site, path, fromOf) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  let passed = 0;
  let refusal;
  const one = async () => {
    while (!refusal && passed < MOST) {
      passed += 1;
      const answer = await site.ask('POST', path, { json: {}, agent, from: fromOf(passed) });
      assert.ok(answer.status < 500, `${path}: ${answer.status} ${answer.text}`);
      if (answer.status === 429) refusal ??= answer;
    }
  };
  await Promise.all([one(), one(), one(), one()]);
  agent.destroy();
  return { passed, refusal };
}

function isRefusal(path, answer) {
  assert.ok(answer, `${path} was never refused`);
  const wait = Number(answer.headers['retry-after']);
  assert.ok(wait >= 1 && wait <= 3600, `${path}: Retry-After ${answer.headers['retry-after']}`);
  assert.equal(answer.json().errors[0].code, 'rate_limited');
}

export const scenarios = [
  {
    name: 'A flood of each public POST from one address is refused, and others are answered',
    isShort: true,
    async run({ start, say, isShort }) {
      const site = await start();
      const paths = isShort ? publicPosts().filter((path) => SHORT.includes(path)) : publicPosts();
      assert.ok(paths.length >= (isShort ? 4 : 14), paths.join(' '));
      const { result, p99 } = await site.withNeighbour(async () => {
        const told = [];
        for (const [number, path] of paths.entries()) {
          const one = `192.0.2.${number + 1}`;
          const { passed, refusal } = await flood(site, path, () => one);
          isRefusal(path, refusal);
          const other = await site.ask('POST', path, { json: {}, from: `198.51.100.${number + 1}` });
          assert.notEqual(other.status, 429, `${path}: another address was refused`);
          told.push(`${path} ${passed}`);
        }
        return told;
      });
      say(`let through: ${result.join(', ')}`);
      say(`neighbour p99 ${p99.toFixed(0)} ms`);
    },
  },
  {
    name: 'All addresses of one /64 count as one',
    isShort: true,
    async run({ start, say }) {
      const site = await start();
      const path = '/auth/password';
      const { passed, refusal } = await flood(
        site,
        path,
        (number) => `2001:db8:0:1:${number.toString(16)}::1`,
      );
      isRefusal(path, refusal);
      const other = await site.ask('POST', path, { json: {}, from: '2001:db8:0:2::1' });
      assert.notEqual(other.status, 429);
      say(`refused after ${passed}`);
    },
  },
  {
    name: 'A client does not choose its address by a line of X-Forwarded-For of its own',
    isShort: true,
    async run({ start, say }) {
      const site = await start();
      const path = '/auth/password';
      const forged = (number) => [`9.9.${number >> 8}.${number & 255}`, '203.0.113.7'];
      const { passed, refusal } = await flood(site, path, forged);
      isRefusal(path, refusal);
      const inOneLine = await site.ask('POST', path, { json: {}, from: '9.9.9.9, 203.0.113.7' });
      assert.equal(inOneLine.status, 429);
      const other = await site.ask('POST', path, { json: {}, from: ['203.0.113.7', '203.0.113.8'] });
      assert.notEqual(other.status, 429);
      say(`refused after ${passed}`);
    },
  },
  {
    name: 'Passwords are not guessed from one address, with other accounts each time',
    isShort: true,
    async run({ start, say }) {
      const site = await start();
      let tried = 0;
      for (; tried < 30; tried += 1) {
        const json = { email: `niemand${tried}@example.nl`, password: 'geraden wachtwoord' };
        const from = [`9.9.9.${tried}`, '203.0.113.9'];
        const answer = await site.ask('POST', BY_GUESSES, { json, from });
        if (answer.status === 429) break;
        assert.equal(answer.status, 401);
      }
      assert.equal(tried, 10);
      say(`refused after ${tried}`);
    },
  },
];
