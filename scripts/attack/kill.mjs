// The program is killed while it writes: what it acknowledged is there when it starts again.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manager } from './rights.mjs';
import { sleep } from './site.mjs';

/** One account writes here what many people write together. */
const AS_FAST_AS_IT_GOES = { VOLUNTR_CHANGES_PER_MINUTE: '1000000' };
const WRITERS = 8;

/** What was written, by vacancy: the last number that was acknowledged, and the last that was sent. */
export const newRecord = () => ({ acknowledged: new Map(), sent: new Map(), count: 0 });

/** Writes with eight people to as many vacancies until `enough(count)` has come, and kills the program. */
export async function writeAndKill(site, { credentials, create }, record, enough) {
  let isOver = false;
  const before = record.count;
  const kept = [...record.sent.keys()];
  const write = async (_, which) => {
    let id = kept[which];
    if (!id) {
      const made = await site.ask('POST', '/api/v1/vacancies', { headers: credentials, json: create(0) });
      assert.equal(made.status, 201, made.text);
      id = made.json().data.id;
    }
    for (let number = (record.sent.get(id) ?? 0) + 1; !isOver; number += 1) {
      const attributes = { title: `Taalmaatje nummer ${number}` };
      const json = { data: { type: 'vacancies', id, attributes } };
      const path = `/api/v1/vacancies/${id}`;
      record.sent.set(id, number);
      const answer = await site.ask('PATCH', path, { headers: credentials, json }).catch(() => undefined);
      if (answer === undefined) return;
      assert.equal(answer.status, 200, answer.text);
      record.acknowledged.set(id, number);
      record.count += 1;
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  await Promise.race([enough(() => record.count - before), writers]);
  assert.equal((await site.stop('SIGKILL')).signal, 'SIGKILL');
  isOver = true;
  await writers;
}

/** Of these titles, by vacancy, those that are older than what was acknowledged, or that nobody sent. */
export const lostOf = (record, titleOf) =>
  [...record.acknowledged].filter(([id, number]) => {
    const there = Number(titleOf(id)?.split(' ').at(-1));
    return !(there >= number && there <= record.sent.get(id));
  });

async function killed({ start, say, isShort }) {
  const data = mkdtempSync(join(tmpdir(), 'voluntr-attack-'));
  const rounds = isShort ? 1 : 5;
  const record = newRecord();
  for (let round = 0; round < rounds; round += 1) {
    const site = await start({ data, isKept: true, env: AS_FAST_AS_IT_GOES });
    await writeAndKill(site, await manager(site), record, async (count) => {
      while (count() < (isShort ? 300 : 2000)) await sleep(5);
    });
  }
  const site = await start({ data });
  const { credentials } = await manager(site);
  const titles = new Map();
  for (const id of record.acknowledged.keys()) {
    const answer = await site.ask('GET', `/api/v1/vacancies/${id}`, { headers: credentials });
    assert.equal(answer.status, 200, answer.text);
    titles.set(id, answer.json().data.attributes.title);
  }
  const lost = lostOf(record, (id) => titles.get(id)).length;
  say(
    `${rounds} × kill -9 among ${record.count} acknowledged writes to ${record.acknowledged.size} rows: ${lost} lost`,
  );
  assert.equal(lost, 0);
}

export const scenarios = [{ name: 'the program is killed while it writes', isShort: true, run: killed }];
