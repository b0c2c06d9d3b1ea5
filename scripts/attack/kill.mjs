// The program is killed while it writes: what it acknowledged is there when it starts again.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manager } from './rights.mjs';
import { sleep } from './site.mjs';

/** One account writes here what many people write together. */
const AS_FAST_AS_IT_GOES = { VOLUNTR_CHANGES_PER_MINUTE: '1000000' };

async function killed({ start, say, isShort }) {
  const data = mkdtempSync(join(tmpdir(), 'voluntr-attack-'));
  // By vacancy: the last number that was acknowledged, and the last that was sent.
  const acknowledged = new Map();
  const sent = new Map();
  const rounds = isShort ? 1 : 5;
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    const site = await start({ data, isKept: true, env: AS_FAST_AS_IT_GOES });
    const { credentials, create } = await manager(site);
    let isOver = false;
    const write = async () => {
      const made = await site.ask('POST', '/api/v1/vacancies', { headers: credentials, json: create(0) });
      assert.equal(made.status, 201, made.text);
      const { id } = made.json().data;
      for (let number = 1; !isOver; number += 1) {
        const attributes = { title: `Taalmaatje nummer ${number}` };
        const json = { data: { type: 'vacancies', id, attributes } };
        const path = `/api/v1/vacancies/${id}`;
        sent.set(id, number);
        const answer = await site.ask('PATCH', path, { headers: credentials, json }).catch(() => undefined);
        if (answer === undefined) return;
        assert.equal(answer.status, 200, answer.text);
        acknowledged.set(id, number);
        count += 1;
      }
    };
    const before = count;
    const writers = Promise.all(Array.from({ length: 8 }, write));
    while (count - before < (isShort ? 300 : 2000)) await Promise.race([sleep(5), writers]);
    assert.equal((await site.stop('SIGKILL')).signal, 'SIGKILL');
    isOver = true;
    await writers;
  }
  const site = await start({ data });
  const { credentials } = await manager(site);
  let lost = 0;
  for (const [id, number] of acknowledged) {
    const answer = await site.ask('GET', `/api/v1/vacancies/${id}`, { headers: credentials });
    assert.equal(answer.status, 200, answer.text);
    const there = Number(answer.json().data.attributes.title.split(' ').at(-1));
    if (there < number || there > sent.get(id)) lost += 1;
  }
  say(`${rounds} × kill -9 among ${count} acknowledged writes to ${acknowledged.size} rows: ${lost} lost`);
  assert.equal(lost, 0);
}

export const scenarios = [{ name: 'the program is killed while it writes', isShort: true, run: killed }];
