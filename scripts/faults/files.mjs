// What happens to a tenant's file from outside, while it is served, beside a second tenant that must not notice. The Rust tests hold what is
// alike: a file that is damaged throughout, open or not (platform/damaged_file, cli/ready), one that was held when the server
// started and one of a newer program (cli/ready), a disk that breaks (cli/disk_errors) or is full (cli/full_disk).
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sleep } from '../attack/site.mjs';
import { demoFolder, faultsOf, fileOf, MANY_CHANGES, must, query, untilQuiet } from './demo.mjs';
import { attach, mayAttach, NOT_ALLOWED } from './strace.mjs';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const PAGE = 4096;
/** Longer than the machine is kept by what runs beside it. */
const NEIGHBOUR_MS = 5_000;

/** Two tenants, served; who writes to the first, who reads of each past every cache, and what `/health/ready` says of the first. */
async function twoTenants({ binary, start }) {
  const data = await demoFolder(binary);
  await must(binary, ['--data', data, 'tenant', 'add', 'other', '--preset', 'roermond']);
  const site = await start({ data, isKept: true, env: MANY_CHANGES });
  const headers = await site.signIn(VOLUNTEER);
  const { id } = (await site.ask('GET', '/auth/validate_token', { headers })).json().data;
  let number = 0;
  const other = { refused: [], longest: 0 };
  let isOver = false;
  const neighbour = (async () => {
    const at = '/api/v1/volunteer_centers/current';
    while (!isOver && site.child.exitCode === null) {
      const answer = await site
        .ask('GET', at, {
          headers: { 'x-tenant': 'other', 'cache-control': 'no-store' },
        })
        .catch(() => ({}));
      if (answer.status !== 200) other.refused.push(answer.status);
      else other.longest = Math.max(other.longest, answer.took);
      await sleep(20);
    }
  })();
  await untilQuiet(data, 500);
  return {
    data,
    site,
    write: async () => {
      number += 1;
      const first_name = `Naam ${'abcdefghij'[number % 10]}${'abcdefghij'[Math.floor(number / 10) % 10]}`;
      const json = { data: { type: 'users', id, attributes: { first_name } } };
      const answer = await site.ask('PATCH', `/api/v1/users/${id}`, { headers, json });
      return { ...answer, first_name };
    },
    read: () => {
      number += 1;
      return site.ask('GET', `/api/v1/vacancies?filter[q]=taal${number}`, {
        headers: { 'cache-control': 'no-store' },
      });
    },
    name: () => query(fileOf(data), `select first_name from users where id = ${id}`)[0][0],
    down: async () => {
      const ready = (await site.ask('GET', '/health/ready')).json();
      return ready.parts.tenants.down.find(({ tenant }) => tenant === 'demo')?.why;
    },
    /** Waits until `is` is so; gives the milliseconds that took. */
    until: async (what, within, is) => {
      const begun = performance.now();
      while (!(await is())) {
        assert.ok(performance.now() - begun < within, `not within ${within / 1000} s: ${what}`);
        await sleep(50);
      }
      return Math.round(performance.now() - begun);
    },
    end: async () => {
      isOver = true;
      await neighbour;
      assert.deepEqual(other.refused, [], 'the other tenant was refused');
      assert.ok(other.longest < NEIGHBOUR_MS, `the other tenant waited for ${other.longest} ms`);
      await site.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

function pageOf(file, number) {
  const bytes = Buffer.alloc(PAGE);
  const opened = openSync(file, 'r');
  readSync(opened, bytes, 0, PAGE, (number - 1) * PAGE);
  closeSync(opened);
  return bytes;
}

function putPage(file, number, bytes) {
  const opened = openSync(file, 'r+');
  writeSync(opened, bytes, 0, PAGE, (number - 1) * PAGE);
  closeSync(opened);
}

/** One page of the vacancies is overwritten on the disk, while they are served. */
async function onePage(means) {
  const here = await twoTenants(means);
  const file = fileOf(here.data);
  const [[root]] = query(file, "select rootpage from sqlite_schema where name = 'vacancies'");
  // So that no page of it waits in the log.
  spawnSync('sqlite3', [file, 'pragma wal_checkpoint(truncate)']);
  const whole = pageOf(file, Number(root));
  putPage(file, Number(root), Buffer.alloc(PAGE, 0xa5));
  const statuses = new Set();
  const seen = await here.until('it is seen', 20_000, async () => {
    statuses.add((await here.read()).status);
    return (await here.down()) === 'damaged';
  });
  assert.ok(
    [...statuses].every((status) => [200, 503].includes(status)),
    [...statuses].join(),
  );
  const faults = await faultsOf(means.binary, here.data);
  assert.ok(
    faults.some((text) => text.startsWith('tenant demo')),
    faults.join(),
  );
  putPage(file, Number(root), whole);
  const back = await here.until('it is back', 20_000, async () => (await here.read()).status === 200);
  assert.equal((await here.write()).status, 200);
  assert.equal(await here.down(), undefined);
  assert.deepEqual(await faultsOf(means.binary, here.data), []);
  means.say(
    `one page overwritten: seen after ${seen} ms, answers ${[...statuses].join(', ')}; doctor names the tenant`,
  );
  means.say(`the page put back: served ${back} ms later`);
  await here.end();
}

/** Another program writes to it and takes its time. */
async function held(means) {
  const here = await twoTenants(means);
  const holder = spawn('sqlite3', ['-bail', '-cmd', '.timeout 5000', fileOf(here.data)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const isHeld = new Promise((done) => holder.stdout.once('data', done));
  holder.stdin.write("begin exclusive;\nselect 'held';\n");
  await isHeld;
  const begun = performance.now();
  const until = means.isShort ? 3_000 : 8_000;
  const writes = [];
  const writing = (async () => {
    do {
      writes.push(await here.write());
    } while (performance.now() - begun < until);
  })();
  // Awaited below, unless something else fails before.
  writing.catch(() => {});
  let reads = 0;
  while (performance.now() - begun < until) {
    const answer = await here.read();
    assert.equal(answer.status, 200, answer.text);
    assert.ok(answer.took < NEIGHBOUR_MS, `a read took ${answer.took} ms`);
    reads += 1;
    await sleep(50);
  }
  const why = await here.down();
  holder.stdin.end('rollback;\n');
  await writing;
  const back = await here.until('writes go on', 20_000, async () => (await here.write()).status === 200);
  const refused = writes.filter(({ status }) => status !== 200);
  for (const { status, text } of refused) {
    assert.ok([500, 503].includes(status), text);
    assert.doesNotMatch(text, /sqlite|locked|tenant\.db/i);
  }
  assert.equal(await here.down(), undefined);
  means.say(
    `held for ${until / 1000} s: ${reads} reads, none refused; ${writes.length - refused.length} writes waited, ${refused.length} refused with ${[...new Set(refused.map(({ status }) => status))].join(', ') || 'nothing'}; ready said ${why ?? 'nothing'}`,
  );
  means.say(`let go: a write ${back} ms later`);
  await here.end();
}

/** The file system becomes one that is only read, as after an error of the disk. */
async function readOnly(means) {
  if (!(await mayAttach())) return means.say(NOT_ALLOWED);
  const here = await twoTenants(means);
  const before = here.name();
  const detach = await attach(here.site.pid, {
    calls: ['pwrite64', 'ftruncate', 'fsync', 'fdatasync'],
    fault: 'error=EROFS',
    when: '1+',
    paths: ['tenant.db', 'tenant.db-wal'].map((name) => join(here.data, 'tenants/demo', name)),
  });
  const statuses = new Set();
  for (let times = 0; times < 10; times += 1) {
    const answer = await here.write();
    statuses.add(answer.status);
    assert.doesNotMatch(answer.text, /sqlite|tenant\.db|read-only file system/i);
    assert.equal((await here.read()).status, 200);
  }
  const why = await here.down();
  await detach();
  assert.ok(!statuses.has(200), 'a write is acknowledged that went nowhere');
  assert.ok(why, '/health/ready does not name it');
  assert.equal(here.name(), before);
  const back = await here.until('writes go on', 20_000, async () => (await here.write()).status === 200);
  means.say(
    `only read: writes ${[...statuses].join(', ')}, reads 200, ready says ${why}; a write ${back} ms after it ended`,
  );
  await here.end();
}

/** What is acknowledged after that has to be somewhere. */
async function removed(means, what) {
  const here = await twoTenants(means);
  const folder = join(here.data, 'tenants/demo');
  const aside = join(here.data, 'aside');
  if (what === 'folder') renameSync(folder, aside);
  else for (const end of ['', '-wal', '-shm']) rmSync(`${fileOf(here.data)}${end}`, { force: true });
  const begun = performance.now();
  let acknowledged = 0;
  let last = 0;
  while (performance.now() - begun < 15_000) {
    const { status, text } = await here.write();
    if (status === 200) {
      acknowledged += 1;
      last = performance.now() - begun;
    } else assert.ok(status >= 500, text);
    await sleep(200);
  }
  const why = await here.down();
  const faults = await faultsOf(means.binary, here.data);
  means.say(
    `${what} gone: ${acknowledged} writes acknowledged, the last after ${(last / 1000).toFixed(1)} s; ready says ${why ?? 'nothing'}; doctor: ${faults.length} faults`,
  );
  assert.ok(
    faults.some((text) => text.startsWith('tenant demo')),
    'doctor says nothing',
  );
  assert.ok(last < 5_000, 'writes are acknowledged that no file with a name holds');
  assert.ok(why, '/health/ready does not name it');
  if (what === 'folder') {
    renameSync(aside, folder);
    const back = await here.until('it is back', 20_000, async () => (await here.write()).status === 200);
    means.say(`put back: a write ${back} ms later`);
  }
  await here.end();
}

export const scenarios = [
  { name: 'file-page', isShort: true, run: onePage },
  { name: 'file-held', isShort: true, run: held },
  { name: 'file-read-only', isShort: true, run: readOnly },
  { name: 'file-removed', isShort: false, run: (means) => removed(means, 'file') },
  { name: 'file-folder-removed', isShort: false, run: (means) => removed(means, 'folder') },
];
