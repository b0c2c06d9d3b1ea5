// A log that cannot be written: standard error on a full disk, or a pipe that nobody reads. What is asked is answered.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { signUp, sleep } from './site.mjs';

async function broken({ start, say }, log) {
  const site = await start({ log, isLimited: true, env: { VOLUNTR_LOG: 'debug' } });
  const limit = (bytes) =>
    spawnSync('prlimit', ['--pid', String(site.pid), `--fsize=${bytes}:unlimited`]).status === 0;
  const statuses = {};
  const write = async (number) => {
    const { status } = await signUp(site, number, { timeout: 15_000 });
    statuses[status] = (statuses[status] ?? 0) + 1;
    return status;
  };
  for (let number = 0; number < 5; number += 1) assert.equal(await write(number), 202);
  // The thread that writes the tenant's file says that there is no room, and goes on.
  if (limit(4096)) {
    for (let number = 5; number < 15; number += 1) assert.equal(await write(number), 507);
    limit('unlimited');
    const until = performance.now() + 20_000;
    while ((await site.ask('GET', '/health/ready')).json().parts.storage.status !== 'ok') {
      assert.ok(performance.now() < until, 'nothing is written any more');
      await sleep(100);
    }
  } else say('prlimit is not there: the disk is not full meanwhile');
  for (let number = 15; number < 25; number += 1) assert.equal(await write(number), 202);
  const ready = (await site.ask('GET', '/health/ready')).json();
  assert.equal(ready.parts.log.status, 'failing');
  assert.equal(ready.parts.threads.restarted, 0);
  say(
    `${log}: sign-ups ${JSON.stringify(statuses)}; ${ready.parts.log.dropped} lines dropped, and /health/ready says so`,
  );
  assert.equal((await site.stop()).code, 0);
}

export const scenarios = [
  {
    name: 'a log on a full disk, and one that nobody reads',
    isShort: true,
    async run(attack) {
      await broken(attack, 'full');
      await broken(attack, 'closed');
    },
  },
];
