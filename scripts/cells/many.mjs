// A thousand tenants on three nodes: what it costs when nothing happens, and how long it takes until all are served again when a node is
// gone.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sleep } from '../attack/site.mjs';
import { must } from '../faults/demo.mjs';
import { startCluster, until } from './cluster.mjs';

const NODES = ['a', 'b', 'c'];
const nameOf = (number) => `plaats${number}`;
const hostOf = (number) => `${nameOf(number)}.example.nl`;

/** A data folder with its third of the tenants. */
async function folderOf(binary, name, tenants) {
  const data = mkdtempSync(join(tmpdir(), 'voluntr-many-'));
  for (let number = NODES.indexOf(name); number < tenants; number += NODES.length)
    await must(binary, ['--data', data, '-q', 'tenant', 'add', nameOf(number), '--domain', hostOf(number)]);
  return data;
}

const cpuOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

async function run({ binary, copiers, isBucket, tenants: count, say }) {
  const folders = new Map(
    await Promise.all(NODES.map(async (name) => [name, await folderOf(binary, name, count)])),
  );
  const cluster = await startCluster({
    binary,
    copiers,
    isBucket,
    names: NODES,
    lease: 3_000,
    data: (name) => folders.get(name),
  });
  const isServed = async (number) => {
    for (const node of cluster.nodes.filter((node) => node.isRunning())) {
      const headers = { host: hostOf(number) };
      const answer = await node.ask('GET', '/api/v1/vacancies?page[size]=1', { headers, timeout: 20_000 });
      if (answer?.status === 200) return true;
    }
    return false;
  };
  try {
    await until('all tenants stand in the directory', 300_000, async () => {
      const { tenants } = await cluster.directory();
      return Object.keys(tenants).length === count;
    });
    const directory = await cluster.shared.read('directory.json');
    await until('all of them are copied', 600_000, async () => {
      const found = await cluster.shared.list('replicas/');
      const first = new Set(found.map((name) => /([^/]*)\/\d+\/ltx\/0\//.exec(name)?.[1]).filter(Boolean));
      if (first.size < count) await sleep(2_000);
      return first.size === count;
    });
    await sleep(5_000);
    const before = cluster.nodes.map((node) => cpuOf(node.pid()));
    await sleep(10_000);
    const shares = cluster.nodes.map((node, at) => ((cpuOf(node.pid()) - before[at]) * 10).toFixed(0));
    say(`idle: ${shares.join(', ')} % of a core for the nodes; the directory has ${directory.length} bytes`);
    const struck = performance.now();
    await cluster.node('a').end('SIGKILL');
    const own = Array.from({ length: count }, (_, number) => number).filter((number) => number % 3 === 0);
    let first;
    for (const number of own) {
      await until(`${nameOf(number)} is served again`, 600_000, () => isServed(number));
      first ??= performance.now();
    }
    const seconds = (from, to) => ((to - from) / 1000).toFixed(1);
    say(
      `${own.length} tenants of a node that was killed: the first served again after ${seconds(struck, first)} s, all after ${seconds(struck, performance.now())} s`,
    );
    for (let number = 0; number < count; number += 50) assert.ok(await isServed(number), nameOf(number));
  } catch (error) {
    throw await cluster.told(error);
  } finally {
    await cluster.stop();
  }
}

export const scenarios = [{ name: 'many', isShort: false, run }];
