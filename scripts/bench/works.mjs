// The works that people wait for, each beside a bare server that answers with as many bytes, in turns.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cpu, encoded, load, median, memory, run, start } from './machine.mjs';

const LIST = '/api/v1/vacancies?include=organization&page[size]=20';
const SEARCH = '/api/v1/vacancies?filter[q]=taal&include=organization&page[size]=20';
const ONE = (id) => `/api/v1/vacancies/${id}?include=organization`;

/** Reading, the same for every amount of vacancies. `bare` names the statement in benches/ceiling.rs. */
export const reads = (id) => [
  { name: 'list, kept', path: LIST, target: 0.8 },
  { name: 'list, fresh', path: LIST, script: 'fresh.lua', bare: 'list', target: 0.2 },
  { name: 'search, kept', path: SEARCH, target: 0.8 },
  { name: 'search, fresh', path: SEARCH, script: 'search.lua', bare: 'search', target: 0.06 },
  { name: 'one vacancy, kept', path: ONE(id), target: 0.65 },
  { name: 'one vacancy, fresh', path: ONE(id), script: 'fresh.lua', bare: 'one', target: 0.25 },
];

/** The newest published vacancy. */
export async function newest(base, headers = {}) {
  const answer = await fetch(base + encoded('/api/v1/vacancies?page[size]=1'), { headers });
  return Number((await answer.json()).data[0].id);
}

/** Published vacancies with room for as many as may come. */
async function roomy(base) {
  const ids = [];
  for (let page = 1; page <= 10; page += 1) {
    const answer = await fetch(base + encoded(`/api/v1/vacancies?page[size]=100&page[number]=${page}`));
    const { data, meta } = await answer.json();
    ids.push(...data.filter((each) => each.attributes.capacity === null).map((each) => each.id));
    if (page >= meta.pages) break;
  }
  return ids;
}

function worksOf({ id, people, open }) {
  return [
    ...reads(id),
    {
      name: 'create application',
      path: '/',
      script: 'apply.lua',
      args: open,
      bare: 'create',
      size: 120,
      target: 0.15,
    },
    { name: 'sign-in', path: '/', script: 'sign_in.lua', args: people, bare: 'sign-in', size: 1_500 },
    { name: 'first page, kept', path: '/' },
    { name: 'first page, fresh', path: '/', script: 'fresh.lua' },
  ];
}

/** Five starts from nothing; the last one goes on. */
async function starts(open) {
  const took = { live: [], page: [] };
  for (let time = 0; time < 5; time += 1) {
    for (const [name, path] of [
      ['live', '/health/live'],
      ['page', '/'],
    ]) {
      const server = await open(path);
      took[name].push(server.took);
      await server.stop();
    }
  }
  return { live: median(took.live), page: median(took.page) };
}

export async function measureStart(open) {
  const took = await starts(open);
  return [
    `start to first answer ${took.live.toFixed(0)} ms (target 50), to the first page ${took.page.toFixed(0)} ms`,
  ];
}

export async function measureWorks({ server, ceiling, file, accounts, password, scratch, seconds, rounds }) {
  const names = join(scratch, 'emails');
  writeFileSync(names, `${accounts.slice(0, 500).join('\n')}\n`);
  const ids = join(scratch, 'vacancies');
  writeFileSync(ids, `${(await roomy(server.base)).join('\n')}\n`);
  const works = worksOf({
    id: await newest(server.base),
    people: [names, password],
    // Each round asks for others than the one before: nobody applies twice.
    open: () => [ids, String(Date.now() % 1_000_000)],
  });
  for (const work of works) {
    work.size ??= (await (await fetch(server.base + encoded(work.path))).arrayBuffer()).byteLength;
  }
  const sizes = works.map((work) => String(work.size));
  const bare = await start(ceiling, (place) => ['serve', place, ...sizes], '/0');
  const id = String(await newest(server.base));
  const alone = (work, threads) =>
    Number(run(ceiling, ['bare', work.bare, String(threads), String(seconds / 5), file, id]));
  const rows = [];
  for (const [index, work] of works.entries()) {
    const [ours, top, one, two, spent] = [[], [], [], [], []];
    for (let round = 0; round < rounds; round += 1) {
      const before = cpu(server.pid);
      const args = typeof work.args === 'function' ? work.args() : work.args;
      const got = load(server.base + work.path, { seconds, ...work, args });
      ours.push(got);
      spent.push((cpu(server.pid) - before) / (got.rate * seconds));
      top.push(load(`${bare.base}/${index}`, { seconds }).rate);
      if (work.bare) {
        one.push(alone(work, 1));
        two.push(alone(work, 2));
      }
    }
    const rate = median(ours.map((each) => each.rate));
    const row = {
      work: work.name,
      bytes: work.size,
      'requests/s': Math.round(rate),
      'p50 ms': median(ours.map((each) => each.p50)),
      'p99 ms': median(ours.map((each) => each.p99)),
      'µs CPU': Math.round(median(spent) * 1e6),
      'MB after': Math.round(memory(server.pid)),
      'bare server/s': Math.round(median(top)),
      share: Number((rate / median(top)).toFixed(3)),
      target: work.target ?? '',
      'bare statement/s': work.bare ? Math.round(median(two)) : '',
      'share of it': work.bare ? Number((rate / median(two)).toFixed(2)) : '',
      'two threads': work.bare ? `× ${(median(two) / median(one)).toFixed(2)}` : '',
      failed: ours.reduce((sum, each) => sum + each.failed, 0),
    };
    rows.push(row);
    console.log(JSON.stringify(row));
  }
  await bare.stop();
  return rows;
}
