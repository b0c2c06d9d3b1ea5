// What one answer costs the server in processor time: the lists of staff, and public pages written afresh. One request
// after the other on one connection, so that nothing but the work itself is counted.
import { Agent, request } from 'node:http';
import { cpu, encoded, settle } from './machine.mjs';

/** Milliseconds that a list may take, with a word, and a page. */
const LIST = 5;
const WORD = 8;
const PAGE = 3;
/** What a visitor types, and what is worked out for a volunteer: name, path, most milliseconds. */
const ASKED = [
  ['suggestions', '/vacancies/suggestions?q=taal', 10],
  ['suggestions, a slip', '/vacancies/suggestions?q=taalmatje', 10],
  ['vacancies, a word of half of them', '/vacancies?filter[q]=de&sort=relevance&page[size]=20', 20],
  ['vacancies, several words', '/vacancies?filter[q]=hulp bij het koken&sort=relevance&page[size]=20', 20],
  ['vacancies, a slip', '/vacancies?filter[q]=chaufeur&sort=relevance&page[size]=20', 20],
  ['vacancies, nothing like it', '/vacancies?filter[q]=xylofonist&sort=relevance&page[size]=20', 20],
  ['the search of everything', '/search?q=taal', 20],
  ['the search of everything, a slip', '/search?q=voedselbnak', 20],
  ['the whole social map', '/social_map', 20],
];
const OWN = [
  ['recommended', '/vacancies/recommended', 30],
  ['dashboard', '/dashboard', 20],
];
const PEOPLE = {
  admin: 'admin@demo.voluntr.example',
  centre: 'centrum@demo.voluntr.example',
  organisation: 'organisatie@demo.voluntr.example',
};
const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
/** As the screens ask for them. */
const LISTS = [
  ['applications', '/applications?filter[mine_eq]=false&page[size]=20', ['admin', 'centre', 'organisation']],
  [
    'new applications',
    '/applications?filter[mine_eq]=false&filter[stage_in]=new&page[size]=20',
    ['admin', 'centre'],
  ],
  [
    'applications, a word',
    '/applications?filter[mine_eq]=false&filter[q]=jansen&page[size]=20',
    ['admin', 'centre'],
  ],
  [
    'users',
    '/users?filter[status_in]=active,invited,inactive&include=roles&sort=last_name,first_name&page[size]=20',
    ['admin', 'centre', 'organisation'],
  ],
  [
    'users, a word',
    '/users?filter[status_in]=active,invited,inactive&filter[q]=jansen&include=roles&sort=last_name,first_name&page[size]=20',
    ['admin', 'centre'],
  ],
  [
    'users, newest',
    '/users?filter[status_eq]=active&include=roles&sort=-created_at&page[size]=20',
    ['admin', 'centre'],
  ],
  [
    'own vacancies',
    '/vacancies?filter[mine_eq]=true&include=contact_person&sort=-created_at&page[size]=20',
    ['admin', 'centre', 'organisation'],
  ],
  [
    'own vacancies, a word',
    '/vacancies?filter[mine_eq]=true&filter[q]=taal&include=contact_person&sort=-created_at&page[size]=20',
    ['admin', 'centre'],
  ],
  ['own vacancies, newest', '/vacancies?filter[mine_eq]=true&page[size]=20', ['admin', 'centre']],
  [
    'submitted vacancies',
    '/vacancies?filter[moderation_state_eq]=submitted&page[size]=20',
    ['admin', 'centre'],
  ],
  [
    'moderation',
    '/vacancies?filter[mine_eq]=true&filter[to_review_eq]=true&include=contact_person&sort=created_at&page[size]=20',
    ['admin', 'centre'],
  ],
  ['organisations', '/organizations?filter[status_in]=approved,pending&page[size]=20', ['admin', 'centre']],
  [
    'organisations, a word',
    '/organizations?filter[status_in]=approved,pending&filter[q]=zorg&page[size]=20',
    ['admin', 'centre'],
  ],
  [
    'social map',
    '/organizations?filter[on_social_map_eq]=true&include=address,profile&sort=name&page[size]=20',
    ['centre'],
  ],
  [
    'social map, a word',
    '/organizations?filter[on_social_map_eq]=true&filter[q]=zorg&include=address,profile&sort=name&page[size]=20',
    ['centre'],
  ],
  ['audit events', '/audit_events?include=actor&page[size]=20', ['admin', 'centre', 'organisation']],
];

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

export function ask(base, path, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((done, fail) => {
    const text = body && JSON.stringify(body);
    const all = {
      ...headers,
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const sent = request(base + encoded(path), { agent, method, headers: all });
    sent.on('error', fail);
    sent.on('response', (answer) => {
      const pieces = [];
      answer.on('data', (piece) => pieces.push(piece));
      answer.on('end', () =>
        done({ status: answer.statusCode, headers: answer.headers, text: Buffer.concat(pieces).toString() }),
      );
    });
    sent.end(text);
  });
}

export async function signIn(base, headers, email, password) {
  const answer = await ask(base, '/auth/sign_in', { method: 'POST', headers, body: { email, password } });
  if (answer.status !== 200) throw new Error(`${email} cannot sign in: ${answer.status} ${answer.text}`);
  const token = Object.fromEntries(
    ['access-token', 'client', 'uid'].map((name) => [name, answer.headers[name]]),
  );
  return { ...headers, ...token };
}

/** Milliseconds of processor time for one of them. `between` happens before each and is not counted. */
export async function spent(pid, times, once, between) {
  await once();
  const alone = async (work) => {
    const before = cpu(pid);
    for (let time = 0; time < times; time += 1) await work(time);
    return ((cpu(pid) - before) * 1000) / times;
  };
  if (!between) return alone(once);
  const beside = await alone(between);
  const both = await alone(async (time) => {
    await between(time);
    await once();
  });
  return Math.max(0, both - beside);
}

/** Forty blocks, every fourth of which asks the database for something. */
function fortyBlocks() {
  const link = { href: '/vacancies/search', label: 'Vacatures zoeken' };
  const some = [
    ['DynamicCards', { title: 'Net geplaatst', source: 'vacancies', number: 6 }],
    ['NewsCarousel', { title: 'Nieuws', number: 6 }],
    ['VacancyCategories', { title: 'Soorten werk', number: 8 }],
    ['DynamicCards', { title: 'Organisaties', source: 'organizations', number: 6 }],
  ];
  return Array.from({ length: 40 }, (_, at) => {
    const [block_type, content] =
      at % 4 === 3
        ? some[Math.floor(at / 4) % some.length]
        : [
            ['SectionTitle', { title: `Deel ${at}`, text: 'Je hoeft niets te kunnen om te beginnen.' }],
            ['Markdown', { text: `## Kop ${at}\n\nKom *langs* of bel ons.\n\n* een\n* twee\n` }],
            ['CallToAction', { title: 'Twijfel je nog?', text: 'Bel ons gerust.', link }],
          ][at % 4];
    return { block_type, content, ground: 'page' };
  });
}

/** A published page of forty blocks. */
async function makePage(base, site, password) {
  const headers = await signIn(base, site, PEOPLE.centre, password);
  const call = async (method, path, body, more = {}) => {
    const answer = await ask(base, `/api/v1${path}`, { method, headers: { ...headers, ...more }, body });
    if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const attributes = {
    title: 'Veertig blokken',
    slug: 'veertig-blokken',
    locale: 'nl',
    show_title_on_page: true,
  };
  const made = await call('POST', '/pages', { data: { type: 'pages', attributes } });
  const { id } = JSON.parse(made.text).data;
  const page = await call('GET', `/pages/${id}`);
  await call(
    'PUT',
    `/pages/${id}/content_blocks`,
    { blocks: fortyBlocks() },
    { 'if-match': page.headers.etag },
  );
  const filled = await call('GET', `/pages/${id}`);
  await call('PUT', `/pages/${id}/publish`, undefined, { 'if-match': filled.headers.etag });
}

async function pathsOf(base, headers) {
  const list = async (path) => JSON.parse((await ask(base, path, { headers })).text);
  const [vacancy] = (await list('/api/v1/vacancies?page[size]=1')).data;
  return [
    ['home page', '/'],
    ['social map page', '/sociale-kaart'],
    ['vacancy page', `/vacancies/${vacancy.id}`],
    ['organisation page', `/organizations/${vacancy.relationships.organization.data.id}`],
    ['search page', '/vacancies/search'],
    ['search page, a word', '/vacancies/search?q=taal'],
    ['page of forty blocks', '/veertig-blokken'],
  ];
}

/** `tenants`: name and number of vacancies, the smallest first. */
export async function measureStaff({ server, tenants, password, times }) {
  const works = new Map();
  const note = (work, who, target, size, name, value) => {
    const key = `${work}|${who}`;
    works.set(key, {
      ...(works.get(key) ?? { work, who, target }),
      [`${size.toLocaleString('en')}: ${name}`]: value,
    });
  };
  for (const { tenant, vacancies } of tenants) {
    const site = { 'x-tenant': tenant };
    await ask(server.base, '/', { headers: site });
    await settle();
    for (const [who, email] of Object.entries(PEOPLE)) {
      const headers = await signIn(server.base, site, email, password);
      const change = (time) =>
        ask(server.base, '/api/v1/current_user', {
          method: 'PATCH',
          headers,
          body: {
            data: { type: 'users', attributes: { quiet_from: `2${time % 4}:00`, quiet_until: '07:00' } },
          },
        });
      for (const [work, path] of LISTS.filter(([, , whose]) => whose.includes(who))) {
        const once = async () => {
          const answer = await ask(server.base, `/api/v1${path}`, { headers });
          if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
          return answer;
        };
        const total = JSON.parse((await once()).text).meta.total;
        const target = work.includes('word') ? WORD : LIST;
        note(work, who, target, vacancies, 'rows', total);
        note(
          work,
          who,
          target,
          vacancies,
          'ms CPU',
          Number((await spent(server.pid, times, once)).toFixed(2)),
        );
        const after = await spent(server.pid, times, once, change);
        note(work, who, target, vacancies, 'after a change', Number(after.toFixed(2)));
      }
    }
    const fresh = { ...site, 'cache-control': 'no-cache' };
    const volunteer = await signIn(server.base, site, VOLUNTEER, password);
    for (const [works, who, headers] of [
      [ASKED, 'visitor, fresh', fresh],
      [OWN, 'volunteer', volunteer],
    ]) {
      for (const [work, path, target] of works) {
        const once = async () => {
          const answer = await ask(server.base, `/api/v1${path}`, { headers });
          if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
        };
        const taken = await spent(server.pid, times, once);
        note(work, who, target, vacancies, 'ms CPU', Number(taken.toFixed(2)));
      }
    }
    await makePage(server.base, site, password);
    for (const [work, path] of await pathsOf(server.base, site)) {
      const headers = { ...site, 'cache-control': 'no-cache' };
      const once = async () => {
        const answer = await ask(server.base, path, { headers });
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      };
      note(
        work,
        'visitor, fresh',
        PAGE,
        vacancies,
        'ms CPU',
        Number((await spent(server.pid, times, once)).toFixed(2)),
      );
    }
  }
  const rows = [...works.values()];
  for (const row of rows) console.log(JSON.stringify(row));
  return rows;
}
