// Dry runs of changes of many vacancies, as fast as they are answered, beside somebody who writes.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { inLetters, MB, percentile, sleep } from './site.mjs';

const MANAGER = 'organisatie@demo.voluntr.example';
/** Who may change every vacancy of the centre. */
const CENTRE = 'centrum@demo.voluntr.example';
const NEIGHBOUR = 'vrijwilliger@demo.voluntr.example';
const EDITS = '/api/v1/vacancy_bulk_edits';
const TIMES = 400;
const WITHIN_MS = 10_000;
/** What one account begins in an hour. */
const MOST = 120;

const ids = (count) => Array.from({ length: count }, (_, number) => String(number + 1));
const dryRun = (count) => ({ ids: ids(count), attributes: { tags_add: ['once'] }, dry_run: true });

async function flood({ start, say }) {
  const site = await start();
  const file = join(site.data, 'tenants/demo/tenant.db');
  const manager = await site.signIn(CENTRE);
  const neighbour = await site.signIn(NEIGHBOUR);
  const { id } = (await site.ask('GET', '/auth/validate_token', { headers: neighbour })).json().data;
  const path = `/api/v1/users/${id}`;
  const writer = new Agent({ keepAlive: true, maxSockets: 1 });
  const failed = [];
  let number = 0;
  const write = async () => {
    number += 1;
    const json = { data: { type: 'users', id, attributes: { first_name: `Naam ${inLetters(number)}` } } };
    const answer = await site.ask('PATCH', path, { headers: neighbour, json, agent: writer });
    if (answer.status !== 200) failed.push(answer.text);
    return answer.took;
  };
  const quiet = [];
  for (let round = 0; round < 30; round += 1) {
    quiet.push(await write());
    await sleep(110);
  }
  const before = statSync(file).size;
  const waited = [];
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      waited.push(await write());
      await sleep(110);
    }
  })();
  const counts = new Map();
  const begun = performance.now();
  const agent = new Agent({ keepAlive: true, maxSockets: 40 });
  const sent = Array.from({ length: TIMES }, async (_, which) => {
    await sleep((which * WITHIN_MS) / TIMES);
    const answer = await site.ask('POST', EDITS, { headers: manager, json: dryRun(2_000), agent });
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
    if (answer.status === 429) {
      assert.equal(answer.json().errors[0].code, 'rate_limited');
      assert.ok(Number(answer.headers['retry-after']) >= 1);
    }
  });
  await Promise.all(sent);
  const took = performance.now() - begun;
  isOver = true;
  await writing;
  agent.destroy();
  writer.destroy();
  const told = (times) =>
    `p50 ${percentile(times, 0.5).toFixed(0)}, p99 ${percentile(times, 0.99).toFixed(0)} ms`;
  const let_ = counts.get(200) ?? 0;
  say(
    `${TIMES} dry runs in ${(took / 1000).toFixed(1)} s: ${let_} answered, ${counts.get(429) ?? 0} refused`,
  );
  say(`neighbour's writes: alone ${told(quiet)}; beside it ${told(waited)} (${waited.length})`);
  assert.deepEqual(failed, [], 'what the neighbour wrote was refused');
  assert.deepEqual([...counts.keys()].sort(), [200, 429], JSON.stringify([...counts]));
  assert.ok(let_ <= MOST, `${let_} were let through`);
  const kept = await site.ask('GET', EDITS, { headers: manager });
  assert.equal(kept.json().meta.total, 0, 'a dry run is kept');
  const grown = statSync(file).size - before;
  say(`the tenant's file grew by ${(grown / MB).toFixed(2)} MB`);
  assert.ok(grown < MB, `the file grew by ${grown} bytes`);
}

async function longLists({ start, say }) {
  const site = await start();
  const headers = await site.signIn(MANAGER);
  const answer = await site.ask('POST', EDITS, { headers, json: dryRun(20_000) });
  assert.equal(answer.status, 422, answer.text.slice(0, 200));
  const alone = await site.ask('POST', EDITS, { headers, json: dryRun(2_000) });
  assert.equal(alone.status, 200, alone.text.slice(0, 200));
  // Of the first two thousand ids the demo has many, and only one's own are answered.
  const mine = await site.ask('GET', '/api/v1/vacancies?filter[mine_eq]=true&page[size]=1', { headers });
  assert.ok(alone.json().meta.total <= mine.json().meta.total);
  say(`of 2,000 ids ${alone.json().meta.total} are one's own; 20,000 are refused`);
}

export const scenarios = [
  { name: 'dry runs of bulk edits beside somebody who writes', isShort: true, run: flood },
  { name: 'a bulk edit names thousands of vacancies of others', isShort: true, run: longLists },
];
