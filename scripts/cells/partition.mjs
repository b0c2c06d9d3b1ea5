// Round after round something befalls a node by chance while clients write through all of them: it is killed, stands still, is slow, or
// is cut off from the place of the directory or from the others. No number is acknowledged that two nodes have differently, and none of
// the node that serves in the end is lost.
//
// What can't be tried from outside: a clock that jumps. A time namespace moves the clocks that count from the start, and not that of
// the wall, by which nothing here is decided; tests/it/nodes/model.rs has the rates of clocks.
import assert from 'node:assert/strict';
import { sleep } from '../attack/site.mjs';
import { randomFrom } from '../scenarios.mjs';
import { LAG_MS, startCluster, startWriters } from './cluster.mjs';
import { BUCKET, makeNetwork, whyNoNetwork } from './network.mjs';

/** A lease of a second is ended after it was seen unchanged for so long. */
const RUNS_OUT_MS = 1_200;

/** Stands still half of the time, in slices. */
async function crawl(node, ms) {
  const until_ = performance.now() + ms;
  while (performance.now() < until_) {
    node.signal('SIGSTOP');
    await sleep(150);
    node.signal('SIGCONT');
    await sleep(50);
  }
}

const faults = {
  async kill(node, ms) {
    await node.end('SIGKILL');
    await sleep(ms);
    await node.start();
  },
  async pause(node, ms) {
    node.signal('SIGSTOP');
    await sleep(ms);
    node.signal('SIGCONT');
  },
  crawl,
};
const cuts = {
  'cut off': [{ from: 'all' }],
  'hears nothing of the place': [{ from: 'bucket', out: false }],
  'is not heard by the place': [{ from: 'bucket', into: false }],
  'cut off from the place': [{ from: 'bucket' }],
  'cut off from the others': [{ from: 'nodes' }],
};

/** Follows which node serves: each generation with the moment at which it was seen first. */
function follow(cluster) {
  const seen = [];
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      const record = await cluster.record().catch(() => undefined);
      if (record && record.generation !== seen.at(-1)?.generation)
        seen.push({ generation: record.generation, node: record.node, at: performance.now() });
      await sleep(50);
    }
  })();
  return {
    seen,
    async stop() {
      isOver = true;
      await work;
    },
  };
}

async function run({ binary, copiers, seed, seeds, isBucket, say }) {
  const why = isBucket ? whyNoNetwork() : 'a folder is not reached over a network';
  const names = ['a', 'b', 'c'];
  const network = why ? undefined : makeNetwork(names);
  if (why) say(`without cuts of the network: ${why}`);
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const cluster = await startCluster({ binary, copiers, names, isBucket, network });
  const counts = {};
  let [takeovers, worst] = [0, 0];
  try {
    await cluster.isCopied();
    const generations = follow(cluster);
    const writers = await startWriters(cluster, { pause: 20 });
    await writers.more(10, 0);
    let judged = 0;
    const excused = new Set();
    for (let round = 1; round <= seeds; round += 1) {
      const kinds = [...Object.keys(faults), ...(network ? Object.keys(cuts) : [])];
      const [kind, ms] = [pick(kinds), 300 + random() * 3_500];
      // The one that serves, three times of four.
      const serving = (await cluster.record()).node;
      const node = random() < 0.75 ? cluster.node(serving) : pick(cluster.nodes);
      const told = `round ${round} of seed ${seed}: ${kind}, ${node.name} (${node.name === serving ? 'serves' : 'another'}), ${ms.toFixed(0)} ms`;
      const struck = performance.now();
      if (faults[kind]) await faults[kind](node, ms);
      else {
        const places = { all: [BUCKET, ...names], bucket: [BUCKET], nodes: names };
        for (const { from, ...ways } of cuts[kind])
          network.cut(
            node.name,
            places[from].filter((name) => name !== node.name),
            ways,
          );
        await sleep(ms);
        network.heal(node.name);
      }
      const healed = performance.now();
      // Any takeover is over, and what serves is copied: a second fault before that loses more.
      await writers.more(10, healed, 60_000).catch((error) => assert.fail(`${told}: ${error.message}`));
      await cluster.isCopied();
      await sleep(LAG_MS);
      const { node: winner } = await cluster.record();
      const changes = generations.seen.filter(({ at }) => at > struck);
      // Of a takeover by itself, where a machine that is busy renews too late: what was written while the lease ran out, too.
      const isAtRisk = ({ begun, ended }) =>
        changes.some(({ at }, index) =>
          index === 0
            ? ended > struck - LAG_MS && (begun <= struck || ended <= at)
            : ended > at - RUNS_OUT_MS - LAG_MS && ended <= at,
        );
      const numbers = cluster.numbersAt(winner);
      const checked = writers.record.slice(judged);
      judged = writers.record.findIndex(({ begun }) => begun > healed);
      if (judged < 0) judged = writers.record.length;
      const missing = checked.filter(
        ({ ended, number }) => ended && ended < performance.now() - 100 && !numbers.has(number),
      );
      const wrong = missing.filter((entry) => !isAtRisk(entry));
      assert.deepEqual(
        wrong,
        [],
        `${told}; acknowledged and not there; the fault was at ${struck}, the takeovers ${JSON.stringify(changes)}`,
      );
      for (const entry of missing) excused.add(entry.number);
      counts[kind] = (counts[kind] ?? 0) + 1;
      takeovers += changes.length;
      if (changes.length > 0) {
        const first = writers.acknowledged(struck).find(({ ended }) => ended > changes[0].at);
        worst = Math.max(worst, (first?.ended ?? changes[0].at) - struck);
      }
      if (round % 25 === 0)
        say(`${round} rounds, ${takeovers} takeovers, ${writers.acknowledged().length} writes`);
    }
    await writers.stop();
    await generations.stop();
    // Answers that came late are looked at too.
    const there = cluster.numbersAt((await cluster.record()).node);
    const late = writers.acknowledged().filter(({ number }) => !there.has(number) && !excused.has(number));
    assert.deepEqual(late, [], 'acknowledged late, and not there');
    const kinds = Object.entries(counts).map(([kind, count]) => `${count} × ${kind}`);
    say(
      `seed ${seed}, ${seeds} rounds (${kinds.join(', ')}): ${writers.acknowledged().length} writes acknowledged, ${takeovers} takeovers, ` +
        `${excused.size} of the seconds before them gone, none beside; written again ${(worst / 1000).toFixed(1)} s after the fault at most`,
    );
  } catch (error) {
    throw await cluster.told(error);
  } finally {
    await cluster.stop();
    network?.remove();
  }
}

export const scenarios = [{ name: 'partition', isShort: false, run }];
