// kill -9 at any moment while eight people write, again and again on the same files. A kill leaves what the system has taken in its memory:
// only a power cut would show that a sync reached the disk. What can be shown is that nothing is acknowledged before its sync has
// been asked for and has ended, and that a sync that failed is no acknowledgement (operations.mjs).
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { lostOf, newRecord, writeAndKill } from '../attack/kill.mjs';
import { manager } from '../attack/rights.mjs';
import { sleep } from '../attack/site.mjs';
import { demoFolder, faultsOf, fileOf, MANY_CHANGES, query } from './demo.mjs';
import { attach, mayAttach, NOT_ALLOWED } from './strace.mjs';

const LATEST_MS = 600;

async function kills({ start, say, binary, random, kills: rounds }, { lies = false } = {}) {
  if (lies && !(await mayAttach())) return say(NOT_ALLOWED);
  const data = await demoFolder(binary);
  const record = newRecord();
  let who;
  let syncs = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const site = await start({ data, isKept: true, env: MANY_CHANGES });
      // The session outlives the program.
      who ??= await manager(site);
      const detach = lies
        ? await attach(site.pid, { calls: ['fsync', 'fdatasync'], fault: 'retval=0', when: '1+' })
        : undefined;
      const moment = random() * LATEST_MS;
      // The first time, until each has a vacancy.
      await writeAndKill(site, who, record, async (count) => {
        while (round === 1 && count() < 20) await sleep(5);
        await sleep(moment);
      });
      if (detach) syncs += (await detach()).filter(({ isHit }) => isHit).length;
      const titles = new Map(
        query(fileOf(data), `select id, title from vacancies where id in (${[...record.sent.keys()]})`),
      );
      const lost = lostOf(record, (id) => titles.get(id));
      assert.deepEqual(lost, [], `kill ${round}: acknowledged and not there`);
      assert.deepEqual(await faultsOf(binary, data), [], `kill ${round}`);
    }
    say(
      `${rounds} × kill -9 at 0 to ${LATEST_MS} ms among ${record.count} acknowledged writes of eight people: none lost, the files sound each time`,
    );
    if (lies)
      say(`${syncs} syncs said that they were done and were not; the memory of the system had it all`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

export const scenarios = [
  { name: 'kill', isShort: true, run: (means) => kills(means) },
  {
    name: 'kill-without-sync',
    isShort: false,
    run: (means) => kills({ ...means, kills: Math.ceil(means.kills / 20) }, { lies: true }),
  },
];
