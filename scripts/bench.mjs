// Measures the real program beside the same work with nothing around it (benches/ceiling.rs), in turns, and prints
// shares. It never fails a test run.
//   npm run bench                                  all of it
//   npm run bench -- --only works,growth           parts: start, works, growth, staff, enumeration, streams, tenants,
//                                                activities
//   npm run bench -- staff                         that part alone
//   npm run bench -- --quick                       a tenth of everything, to see that it runs
//   npm run bench -- --write                       the results go to docs/speed.md
//   npm run bench -- --binary FILE --ceiling FILE  programs that are built already
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureActivities } from './bench/activities.mjs';
import { measureEnumeration } from './bench/enumeration.mjs';
import { measureGrowth, tenantOf } from './bench/growth.mjs';
import { ENV, idle, memory, need, ROOT, run, settle, start } from './bench/machine.mjs';
import { measureStaff } from './bench/staff.mjs';
import { measureStreams } from './bench/streams.mjs';
import { measureTenants } from './bench/tenants.mjs';
import { measureStart, measureWorks } from './bench/works.mjs';
import { fail, failAfter, needCargo, rustc, run as show, TARGET } from './run.mjs';

const PARTS = ['start', 'works', 'growth', 'staff', 'enumeration', 'streams', 'tenants', 'activities'];
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string', default: PARTS.join(',') },
    binary: { type: 'string' },
    ceiling: { type: 'string' },
  },
});
const parts = positionals.length > 0 ? positionals : options.only.split(',');
for (const part of parts) {
  if (!PARTS.includes(part)) fail(`There is no part "${part}": --only takes ${PARTS.join(', ')}.`);
}
const wants = (part) => parts.includes(part);
const small = (amount) => (options.quick ? amount / 10 : amount);
const SIZES = { organisations: 500, vacancies: 10_000, volunteers: 20_000, applications: 50_000 };
const GROWN = [1_000, 10_000, 100_000].map(small);
/** Beside the vacancies, which alone differ. */
const GROWN_BESIDE = { organisations: 500, volunteers: 2_000, applications: 5_000 };
/** For lists of staff: ten times everything. */
const TENFOLD = 'tenfold';
const TIMES = options.quick ? 10 : 100;
const SECONDS = options.quick ? 1 : 5;
const ROUNDS = options.quick ? 1 : 3;
const STREAMS = small(2_000);
const TENANTS = small(1_000);
/** Dates in a month, and participants of one activity. */
const DATES = small(2_000);
const PAIRS = options.quick ? 100 : 2_000;
/** Of every account that is made up. */
const PASSWORD = 'welkom-in-lindewaard';

/** Builds what was not given, as it is released. */
function programs() {
  if (options.binary && (options.ceiling || !wants('works')))
    return { binary: options.binary, ceiling: options.ceiling };
  needCargo();
  const host = rustc('host');
  const build = (...more) => {
    if (!show('cargo', ['build', '--release', '--target', host, ...more], { env: ENV }))
      failAfter('The program does not build');
  };
  console.log('building …');
  if (!options.binary) build();
  if (!options.ceiling && wants('works')) build('--bench', 'ceiling');
  const folder = join(TARGET, host, 'release');
  const newest = `ls -t ${folder}/deps/ceiling-* | grep -v '\\.d$' | head -1`;
  return {
    binary: options.binary ?? join(folder, 'voluntr'),
    ceiling: options.ceiling ?? (wants('works') ? run('sh', ['-c', newest]).trim() : undefined),
  };
}

function seed(voluntr, tenant, sizes) {
  const begun = performance.now();
  voluntr('tenant', 'add', tenant, '--preset', 'demo', '--domain', `${tenant}.localhost`);
  const amounts = Object.entries(sizes).flatMap(([name, amount]) => [`--${name}`, String(amount)]);
  voluntr('demo', 'seed', '--tenant', tenant, ...amounts);
  const told = `${tenant}: ${sizes.vacancies.toLocaleString('en')} vacancies seeded in ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  console.log(told);
  return told;
}

/** Ids of people who volunteer. */
function volunteersOf(voluntr, tenant) {
  const listed = JSON.parse(voluntr('--json', 'user', 'list', '--tenant', tenant));
  const people = listed.users.filter(
    ({ status, email }) => status === 'active' && email?.endsWith('@example.nl'),
  );
  return people.map(({ id }) => String(id));
}

/** Addresses of people who may sign in, without those that stand in for a role. */
function accountsOf(voluntr) {
  const listed = JSON.parse(voluntr('--json', 'user', 'list', '--tenant', 'demo'));
  return listed.users
    .filter((user) => user.status === 'active' && user.email?.endsWith('@example.nl'))
    .map((user) => user.email);
}

function tableOf(rows) {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [
    `| ${names.join(' | ')} |`,
    `|${names.map(() => ' --- |').join('')}`,
    ...rows.map((row) => `| ${names.map((name) => row[name] ?? '').join(' | ')} |`),
  ].join('\n');
}

function textOf({ notes, works, growth, staff, enumeration }) {
  const sizes = Object.entries(SIZES)
    .map(([name, amount]) => `${small(amount).toLocaleString('en')} ${name}`)
    .join(', ');
  const text = [
    `# Speed

Written by \`npm run bench\`${options.quick ? ' in its quick form' : ''} on ${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0].model.trim()}.
Shares carry over to other machines, the figures do not.`,
  ];
  if (works) {
    text.push(`## The works

${sizes}; 64 keep-alive connections, ${ROUNDS} rounds of ${SECONDS} s, medians. The bare server answers with as many
bytes and does nothing else; the bare statement is the prepared statement alone on two threads, without a server
(for a sign-in: the hash alone; for an application: one durable insert after the other). Both are measured in turns
with ours. *Two threads* says what a second thread gives the statement.

${tableOf(works)}`);
  }
  if (growth) {
    text.push(`## How it grows

The same server with sites of ${GROWN.map((amount) => amount.toLocaleString('en')).join(', ')} vacancies, in turns.

${tableOf(growth)}`);
  }
  if (staff) {
    text.push(`## Lists of staff, and pages written afresh

Milliseconds of processor time for one answer, one request after the other; 20 rows with their total. *After a change*: the
totals are counted again. Everything is there ten times at the larger size.

${tableOf(staff)}`);
  }
  if (enumeration) {
    text.push(`## Whether an account can be guessed

One call for a known and for an unknown address, in an order left to chance, one after the other.

${tableOf(enumeration)}`);
  }
  text.push(notes.map((line) => `* ${line}`).join('\n'));
  return `${text.join('\n\n')}\n`;
}

/** What one large site does: seeds it, starts the server, and measures the parts that were asked for. */
async function measureSite({ voluntr, open, data, ceiling, told }) {
  let server;
  try {
    const sizes = Object.fromEntries(Object.entries(SIZES).map(([name, amount]) => [name, small(amount)]));
    told.notes.push(seed(voluntr, 'demo', sizes));
    if (wants('start')) told.notes.push(...(await measureStart(open)));
    if (wants('growth')) {
      for (const vacancies of GROWN) {
        told.notes.push(seed(voluntr, tenantOf(vacancies), { ...GROWN_BESIDE, vacancies }));
      }
    }
    if (wants('staff')) {
      const tenfold = Object.entries(SIZES).map(([name, amount]) => [name, small(amount * 10)]);
      told.notes.push(seed(voluntr, TENFOLD, Object.fromEntries(tenfold)));
    }
    const accounts = accountsOf(voluntr);
    server = await open();
    await settle();
    const asleep = memory(server.pid);
    await fetch(server.base);
    await idle(server.pid);
    const awake = memory(server.pid);
    told.notes.push(
      `idle memory ${asleep.toFixed(1)} MB (target 25), after the first page ${awake.toFixed(1)} MB`,
    );
    const rounds = { server, seconds: SECONDS, rounds: ROUNDS };
    if (wants('works')) {
      const file = join(data, 'tenants/demo/tenant.db');
      told.works = await measureWorks({
        ...rounds,
        ceiling,
        file,
        accounts,
        password: PASSWORD,
        scratch: data,
      });
      told.notes.push(`memory after these ${memory(server.pid).toFixed(0)} MB (target 120)`);
    }
    if (wants('staff')) {
      const tenants = [
        { tenant: 'demo', vacancies: small(SIZES.vacancies) },
        { tenant: TENFOLD, vacancies: small(SIZES.vacancies * 10) },
      ];
      told.staff = await measureStaff({ server, tenants, password: PASSWORD, times: TIMES });
    }
    if (wants('growth')) told.growth = await measureGrowth({ ...rounds, amounts: GROWN });
    if (wants('enumeration')) {
      told.enumeration = await measureEnumeration({ server, accounts: accounts.toReversed(), pairs: PAIRS });
    }
    if (wants('streams')) {
      told.notes.push(...(await measureStreams({ server, accounts, password: PASSWORD, streams: STREAMS })));
    }
  } finally {
    await server?.stop();
  }
}

/** A site whose calendar is full, in a folder of its own. */
async function measureCalendar({ voluntr, open }) {
  const tenant = 'calendar';
  const seeded = seed(voluntr, tenant, {
    organisations: 100,
    vacancies: 100,
    volunteers: DATES * 1.5,
    applications: 100,
  });
  const server = await open();
  try {
    await idle(server.pid);
    const people = volunteersOf(voluntr, tenant).slice(0, DATES);
    const lines = await measureActivities({
      server,
      tenant,
      password: PASSWORD,
      people,
      dates: DATES,
      times: TIMES,
    });
    return [seeded, ...lines];
  } finally {
    await server.stop();
  }
}

async function main() {
  if (parts.some((part) => !['staff', 'streams', 'tenants', 'activities'].includes(part)))
    need('wrk', 'apt-get install wrk');
  const { binary, ceiling } = programs();
  const data = mkdtempSync(join(tmpdir(), 'voluntr-bench-'));
  const on = (folder) => ({
    voluntr: (...words) => run(binary, ['--data', folder, '-q', ...words], { env: ENV }),
    open: (path = '/health/live') =>
      start(binary, (place) => ['--data', folder, '-q', 'serve', '--listen', place], path),
  });
  const told = { notes: [] };
  try {
    if (wants('tenants')) {
      told.notes.push(...(await measureTenants({ ...on(join(data, 'many')), tenants: TENANTS })));
    }
    if (wants('activities')) told.notes.push(...(await measureCalendar(on(join(data, 'calendar')))));
    if (parts.some((part) => !['tenants', 'activities'].includes(part))) {
      await measureSite({ ...on(data), data, ceiling, told });
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
  const text = textOf(told);
  console.log(`\n${text}`);
  if (options.write) writeFileSync(join(ROOT, 'docs/speed.md'), text);
}

await main();
