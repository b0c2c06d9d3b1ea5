// A tenant moves to and fro while clients write to it through every node: what was acknowledged is there, whoever serves.
import assert from 'node:assert/strict';
import { faultsOf } from '../faults/demo.mjs';
import { startCluster, startWriters } from './cluster.mjs';

async function run({ binary, copiers, isShort, isBucket, say }) {
  const cluster = await startCluster({ binary, copiers, isBucket });
  const moves = isShort ? 1 : 20;
  try {
    await cluster.isCopied();
    const writers = await startWriters(cluster, { pause: 20 });
    await writers.more(10, 0);
    const freezes = [];
    for (let number = 0; number < moves; number += 1) {
      const { node: from, generation } = await cluster.record();
      const to = cluster.others(from)[0].name;
      const before = performance.now();
      const { freeze_milliseconds: freeze } = await cluster.node(from).move('demo', to);
      freezes.push(freeze);
      const record = await cluster.record();
      assert.equal(record.node, to);
      assert.ok(record.generation > generation);
      // Those that waited at the gate are answered too.
      await writers.more(10, before);
      await writers.more(5, performance.now());
    }
    await writers.stop();
    const { node: winner } = await cluster.record();
    const there = cluster.numbersAt(winner);
    const lost = writers.acknowledged().filter(({ number }) => !there.has(number));
    assert.deepEqual(lost, [], 'acknowledged, and not at the node that serves');
    await cluster.node(winner).end('SIGTERM');
    assert.deepEqual(await faultsOf(binary, cluster.node(winner).data), []);
    const refused = writers.record.filter(({ status }) => status !== 201).length;
    say(
      `${moves} ${moves === 1 ? 'move' : 'moves'} among ${writers.acknowledged().length} acknowledged writes: none lost, ${refused} refused or not answered; requests waited ${Math.max(...freezes)} ms at most`,
    );
  } catch (error) {
    throw await cluster.told(error);
  } finally {
    await cluster.stop();
  }
}

export const scenarios = [{ name: 'move', isShort: true, run }];
