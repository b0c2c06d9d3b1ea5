// Measures the real program beside a bare server that answers with as many bytes (benches/ceiling.rs), in turns, and
// prints shares of that ceiling. Results go to docs/speed.md. It never fails a test run.
//   npm run bench [-- --quick]
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';

const QUICK = process.argv.includes('--quick');
const SECONDS = QUICK ? 2 : 5;
const ROUNDS = QUICK ? 1 : 3;
const ROOT = new URL('..', import.meta.url).pathname;
const HOST_TRIPLE = /host: (.+)/.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))[1];
const BINARY = join(ROOT, 'target', HOST_TRIPLE, 'release', 'voluntr');
// The load pretends to come from many places, through a proxy that is believed.
const ENV = {
  ...process.env,
  RUSTFLAGS: '-C target-feature=+crt-static',
  VOLUNTR_TRUSTED_PROXIES: '[127.0.0.1]',
};
const SIZES = { organisations: 500, vacancies: 10_000, volunteers: 20_000, applications: 50_000 };

const run = (command, args, options = {}) =>
  execFileSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28, ...options });
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

function need(command, hint) {
  try {
    run('which', [command]);
  } catch {
    console.error(`${command} is missing: ${hint}`);
    process.exit(1);
  }
}

async function waitFor(url) {
  for (let tries = 0; tries < 400; tries += 1) {
    try {
      const answer = await fetch(url);
      if (answer.ok) return;
    } catch {
      await sleep(5);
    }
  }
  throw new Error(`${url} did not answer`);
}

function memory(pid) {
  const line = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line[1]) / 1024);
}

/** CPU seconds a process has used. */
function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function load(url, { script, args = [], connections = 64 } = {}) {
  const words = ['-t2', `-c${connections}`, `-d${SECONDS}s`, '--latency'];
  if (script) words.push('-s', join(ROOT, 'benches/wrk', script));
  const out = run('wrk', [...words, url, ...(args.length > 0 ? ['--', ...args] : [])]);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(out)[1]);
  const at = (share) => /([\d.]+)(us|ms|s)/.exec(new RegExp(`${share}%\\s+(\\S+)`).exec(out)?.[1] ?? '0ms');
  const ms = ([, value, unit]) => Number(value) * { us: 0.001, ms: 1, s: 1000 }[unit];
  const failed = Number(/Non-2xx or 3xx responses: (\d+)/.exec(out)?.[1] ?? 0);
  return { rate, p50: ms(at(50)), p99: ms(at(99)), failed };
}

async function start(command, args, url) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], env: ENV });
  const begun = performance.now();
  await waitFor(url);
  return { child, pid: child.pid, took: performance.now() - begun };
}

async function main() {
  need('wrk', 'apt-get install wrk');
  console.log('building …');
  run('cargo', ['build', '--release', '--target', HOST_TRIPLE], { env: ENV, stdio: 'inherit' });
  run('cargo', ['build', '--release', '--target', HOST_TRIPLE, '--bench', 'ceiling'], {
    env: ENV,
    stdio: 'inherit',
  });
  const ceilingBinary = run('sh', [
    '-c',
    `ls -t target/${HOST_TRIPLE}/release/deps/ceiling-* | grep -v '\\.d$' | head -1`,
  ]).trim();

  const data = mkdtempSync(join(tmpdir(), 'voluntr-bench-'));
  const voluntr = (...words) => run(BINARY, ['--data', data, '-q', ...words]);
  voluntr('tenant', 'add', 'demo', '--preset', 'demo');
  const amounts = Object.entries(SIZES).flatMap(([name, amount]) => [
    `--${name}`,
    String(QUICK ? amount / 10 : amount),
  ]);
  const seeding = performance.now();
  voluntr('demo', 'seed', '--tenant', 'demo', ...amounts);
  console.log(`seeded in ${((performance.now() - seeding) / 1000).toFixed(1)} s`);

  const base = 'http://127.0.0.1:18080';
  const server = await start(
    BINARY,
    ['--data', data, '-q', 'serve', '--listen', '127.0.0.1:18080'],
    `${base}/health/live`,
  );
  const rows = [];
  const note = [`start to first answer ${server.took.toFixed(0)} ms`, `idle memory ${memory(server.pid)} MB`];

  const list = '/api/v1/vacancies?include=organization&page[size]=20';
  const first = await (await fetch(base + list)).json();
  const id = first.data[0].id;
  const works = [
    { name: 'list, kept', path: list, target: 0.8 },
    { name: 'list, fresh', path: list, script: 'fresh.lua', target: 0.2 },
    {
      name: 'search, kept',
      path: '/api/v1/vacancies?filter[q]=taal&include=organization&page[size]=20',
      target: 0.8,
    },
    {
      name: 'search, fresh',
      path: '/api/v1/vacancies?filter[q]=taal&include=organization&page[size]=20',
      script: 'search.lua',
      target: 0.06,
    },
    { name: 'one vacancy, kept', path: `/api/v1/vacancies/${id}?include=organization`, target: 0.65 },
    {
      name: 'one vacancy, fresh',
      path: `/api/v1/vacancies/${id}?include=organization`,
      script: 'fresh.lua',
      target: 0.25,
    },
    {
      name: 'create application',
      path: '/',
      script: 'apply.lua',
      args: [String(Math.max(1, Number(id) - 200)), String(Date.now() % 100000)],
      target: 0.15,
      size: 120,
    },
    { name: 'first page', path: '/' },
  ];
  const url = (path) => base + path.replaceAll('[', '%5B').replaceAll(']', '%5D');
  for (const work of works) {
    if (work.size === undefined) work.size = (await (await fetch(base + work.path)).arrayBuffer()).byteLength;
  }
  const ceilingBase = 'http://127.0.0.1:18081';
  const ceiling = await start(
    ceilingBinary,
    ['127.0.0.1:18081', ...works.map((work) => String(work.size))],
    `${ceilingBase}/0`,
  );

  for (const [index, work] of works.entries()) {
    const ours = [];
    const bare = [];
    let spent = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = cpu(server.pid);
      const got = load(url(work.path), work);
      spent = (cpu(server.pid) - before) / (got.rate * SECONDS);
      ours.push(got);
      bare.push(load(`${ceilingBase}/${index}`).rate);
    }
    const rate = median(ours.map((each) => each.rate));
    const top = median(bare);
    rows.push({
      work: work.name,
      bytes: work.size,
      'requests/s': Math.round(rate),
      'p50 ms': median(ours.map((each) => each.p50)),
      'p99 ms': median(ours.map((each) => each.p99)),
      'µs CPU': Math.round(spent * 1e6),
      ceiling: Math.round(top),
      share: Number((rate / top).toFixed(2)),
      target: work.target ?? '',
      failed: ours.reduce((sum, each) => sum + each.failed, 0),
    });
    console.log(JSON.stringify(rows.at(-1)));
  }
  note.push(`memory after the load ${memory(server.pid)} MB`);
  server.child.kill();
  ceiling.child.kill();
  rmSync(data, { recursive: true, force: true });
  write(rows, note);
}

function write(rows, note) {
  const names = Object.keys(rows[0]);
  const table = [
    `| ${names.join(' | ')} |`,
    `|${names.map(() => ' --- |').join('')}`,
    ...rows.map((row) => `| ${names.map((name) => row[name]).join(' | ')} |`),
  ].join('\n');
  const sizes = Object.entries(SIZES)
    .map(([name, amount]) => `${amount.toLocaleString('en')} ${name}`)
    .join(', ');
  const text = `# Speed

Written by \`npm run bench\`${QUICK ? ' in its quick form' : ''} on ${new Date().toISOString().slice(0, 10)}; ${cpus().length} × ${cpus()[0].model.trim()}.
${sizes}; 64 keep-alive connections, ${ROUNDS} rounds of ${SECONDS} s, medians. The ceiling is a bare server that
answers with as many bytes, measured in turns with ours. Shares carry over to other machines, the figures do not.

${table}

${note.map((line) => `* ${line}`).join('\n')}
`;
  if (!QUICK) writeFileSync(join(ROOT, 'docs/speed.md'), text);
  console.log(`\n${text}`);
}

await main();
