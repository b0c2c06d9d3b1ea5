// The node that serves is killed: another one takes its tenants over, from its copy.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../attack/site.mjs';
import { faultsOf } from '../faults/demo.mjs';
import { judge, startCluster, startWriters, until } from './cluster.mjs';

async function run({ binary, copiers, isShort, isBucket, say }) {
  const cluster = await startCluster({ binary, copiers, isBucket });
  try {
    await cluster.isCopied();
    const writers = await startWriters(cluster);
    const [gone, other] = [cluster.node('a'), cluster.node('b')];
    await writers.more(isShort ? 40 : 400, 0, 180_000);
    await sleep(2_500);
    const struck = performance.now();
    await gone.end('SIGKILL');
    const taken = await until('another node takes over', 15_000, async () =>
      (await cluster.record()).node === 'b' ? performance.now() : undefined,
    );
    const count = writers.acknowledged().length;
    await writers.more(10, taken);
    const first = Math.min(...writers.acknowledged(struck).map(({ ended }) => ended));
    // The one that comes back serves nothing, and keeps what it had aside.
    await gone.start();
    const folder = join(gone.data, 'tenants/demo');
    await until('the one that came back puts its folder aside', 15_000, () => !existsSync(folder));
    await cluster.isCopied();
    await writers.stop();
    const lost = judge(writers, cluster.numbersAt('b'), { struck, taken });
    const after = writers.acknowledged(taken).length;
    await other.end('SIGTERM');
    assert.deepEqual(await faultsOf(binary, other.data), []);
    const seconds = (from, to) => ((to - from) / 1000).toFixed(1);
    say(
      `kill -9 after ${count} acknowledged writes: taken over after ${seconds(struck, taken)} s, written again after ${seconds(struck, first)} s; ` +
        `${lost} of the last two seconds gone, none of before, none of the ${after} after`,
    );
  } catch (error) {
    throw await cluster.told(error);
  } finally {
    await cluster.stop();
  }
}

export const scenarios = [{ name: 'failover', isShort: true, run }];
