// The node that serves stands still for longer than its lease, another one takes over, and it goes on: it acknowledges nothing any more.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { judge, startCluster, startWriters, until } from './cluster.mjs';

async function run({ binary, copiers, isShort, isBucket, say }) {
  const cluster = await startCluster({ binary, copiers, isBucket });
  try {
    await cluster.isCopied();
    const writers = await startWriters(cluster);
    const still = cluster.node('a');
    await writers.more(isShort ? 20 : 200, 0, 180_000);
    const struck = performance.now();
    still.signal('SIGSTOP');
    const taken = await until('another node takes over', 15_000, async () =>
      (await cluster.record()).node === 'b' ? performance.now() : undefined,
    );
    await writers.more(20, taken);
    const woken = performance.now();
    still.signal('SIGCONT');
    const folder = join(still.data, 'tenants/demo');
    await until('the one that stood still puts its folder aside', 15_000, () => !existsSync(folder));
    await writers.more(20, woken);
    await writers.stop();
    const lost = judge(writers, cluster.numbersAt('b'), { struck, taken });
    const asked = writers.record.filter(({ node, begun }) => node === 'a' && begun > struck).length;
    assert.ok(asked > 0);
    const alive = await still.ask('GET', '/health/live');
    assert.equal(alive?.status, 200, 'it goes on as a node without tenants');
    say(
      `stopped for ${((woken - struck) / 1000).toFixed(1)} s: ${asked} writes asked of it since, each refused or done by the other; ` +
        `${lost} of the last two seconds gone`,
    );
  } catch (error) {
    throw await cluster.told(error);
  } finally {
    await cluster.stop();
  }
}

export const scenarios = [{ name: 'fence', isShort: true, run }];
