// Every call of the app's table of calls, by the app's own client, asked of the real server on the demo tenant.
import { expect, test } from '@playwright/test';
import { ACCOUNT_CALLS } from '../../ui/src/api/account-calls.ts';
import { ACTIVITY_CALLS } from '../../ui/src/api/activity-calls.ts';
import { CALLS } from '../../ui/src/api/calls.ts';
import { CHANGELOG_CALLS } from '../../ui/src/api/changelog-calls.ts';
import { addHeaderSource, ApiError } from '../../ui/src/api/client.ts';
import { CONTENT_CALLS } from '../../ui/src/api/content-calls.ts';
import { PUBLISHED_CALLS } from '../../ui/src/api/published-calls.ts';
import { send } from '../../ui/src/api/requests.ts';
import { MATCHING_CALLS } from '../../ui/src/api/matching-calls.ts';
import { POOL_CALLS } from '../../ui/src/api/pool-calls.ts';
import { SEARCH_CALLS } from '../../ui/src/api/search-calls.ts';
import { STAFF_CALLS } from '../../ui/src/api/staff-calls.ts';
import type { Who } from '../../ui/src/testing/call-case.ts';
import { CASES } from '../../ui/src/testing/call-cases.ts';
import { PASSWORD, startWorld, type World } from './world.ts';

const ALL = { ...ACCOUNT_CALLS, ...ACTIVITY_CALLS, ...CALLS, ...CHANGELOG_CALLS, ...CONTENT_CALLS, ...MATCHING_CALLS, ...POOL_CALLS, ...PUBLISHED_CALLS, ...SEARCH_CALLS, ...STAFF_CALLS };

let world: World;
let headers: Record<string, string> = {};
const known = new Map<Who, Record<string, string>>();

test.beforeAll(async () => {
  world = await startWorld();
  const ask = globalThis.fetch;
  globalThis.fetch = (address, init) =>
    ask(typeof address === 'string' && address.startsWith('/') ? world.origin + address : address, init);
  addHeaderSource(() => headers);
});

test.afterAll(async () => {
  await world?.stop();
});

async function become(who: Who): Promise<void> {
  headers = known.get(who) ?? {};
  if (who === 'nobody' || known.has(who)) return;
  const body = { email: `${who}@demo.voluntr.example`, password: PASSWORD };
  const answer = await send(CALLS.signIn, { body });
  headers = Object.fromEntries(
    ['access-token', 'client', 'uid'].map((name) => [name, answer.headers.get(name) ?? '']),
  );
  known.set(who, headers);
}

test('every call of the table has a case, and none is about a call that is gone', () => {
  expect(Object.keys(CASES).sort()).toEqual(Object.keys(ALL).sort());
});

for (const [name, { as, ask }] of Object.entries(CASES)) {
  test(`${name}: ${ALL[name as keyof typeof ALL].operation}`, async () => {
    await become(as);
    await ask().catch((cause: unknown) => {
      throw cause instanceof ApiError ? new Error(`${cause.statusCode} ${JSON.stringify(cause.errors)}`) : cause;
    });
  });
}
