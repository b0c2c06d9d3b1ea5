// A network of this machine alone: each node, and the bucket, in a namespace of its own on one bridge, so that any two can be cut off
// from each other, in one direction or both. It takes root.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const BRIDGE = 'vt-cells';
const BUCKET = 'bucket';
const address = (number) => `10.79.0.${number}`;

const sh = (...words) => {
  const [command, ...rest] = words;
  const done = spawnSync(command, rest, { encoding: 'utf8' });
  assert.equal(done.status, 0, `${words.join(' ')}: ${done.stderr}`);
};
const quietly = (...words) => spawnSync(words[0], words.slice(1), { stdio: 'ignore' });
const space = (name) => `${BRIDGE}-${name}`;

/** Whether namespaces of the network can be made here; why not, where they can't. */
export function whyNoNetwork() {
  if (process.getuid?.() !== 0) return 'namespaces of the network take root';
  for (const command of ['ip', 'iptables'])
    if (spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0) return `${command} is not installed`;
  const name = space('try');
  const made = quietly('ip', 'netns', 'add', name).status === 0;
  quietly('ip', 'netns', 'del', name);
  return made ? undefined : 'this machine lets nobody make namespaces of the network';
}

export function makeNetwork(names) {
  const all = [...names, BUCKET];
  const remove = () => {
    for (const name of all) quietly('ip', 'netns', 'del', space(name));
    quietly('ip', 'link', 'del', BRIDGE);
  };
  remove();
  process.once('exit', remove);
  sh('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  sh('ip', 'addr', 'add', `${address(1)}/24`, 'dev', BRIDGE);
  sh('ip', 'link', 'set', BRIDGE, 'up');
  const hosts = {};
  for (const [index, name] of all.entries()) {
    const [outer, inner] = [`vtc${index}`, `vtn${index}`];
    hosts[name] = address(index + 2);
    sh('ip', 'netns', 'add', space(name));
    sh('ip', 'link', 'add', outer, 'type', 'veth', 'peer', 'name', inner);
    sh('ip', 'link', 'set', inner, 'netns', space(name));
    sh('ip', 'link', 'set', outer, 'master', BRIDGE, 'up');
    const inside = ['ip', 'netns', 'exec', space(name), 'ip'];
    sh(...inside, 'addr', 'add', `${hosts[name]}/24`, 'dev', inner);
    sh(...inside, 'link', 'set', inner, 'up');
    sh(...inside, 'link', 'set', 'lo', 'up');
  }
  const tables = (name, ...words) => sh('ip', 'netns', 'exec', space(name), 'iptables', ...words);
  const before = (name) => ['ip', 'netns', 'exec', space(name)];
  return {
    hosts,
    before,
    bucket: { host: hosts[BUCKET], before: before(BUCKET) },
    /** Drops what a node sends to these, what it hears of them, or both. */
    cut(name, from, { out = true, into = true }) {
      for (const other of from) {
        if (out) tables(name, '-A', 'OUTPUT', '-d', hosts[other], '-j', 'DROP');
        if (into) tables(name, '-A', 'INPUT', '-s', hosts[other], '-j', 'DROP');
      }
    },
    heal(name) {
      tables(name, '-F');
    },
    remove() {
      process.removeListener('exit', remove);
      remove();
    },
  };
}

export { BUCKET };
