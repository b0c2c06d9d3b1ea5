// What people do on a site, as steps whose outcome can be read in the tenant's file.
//   begin(site)          what the journeys of one program share
//   prepare(site, own)   a thing of its own for one go; `own.mark` is a text that nothing else has
//   steps                each one request; what is acknowledged is stored
//   look(site, own)      a text that differs with each step that is stored, and is the same in every go
//   settle(site, own)    waits until what a step left to be done is done
//   isSlow               what a fault leaves takes minutes: in the short form only the first call is tried
//   goes                 how many goes one data folder allows, where a limit per hour counts
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PASSWORD, signUp, sleep } from '../attack/site.mjs';
import { png, sendUpload } from '../attack/uploads.mjs';
import { fileOf, query, value } from './demo.mjs';

const CENTRE = 'centrum@demo.voluntr.example';
const MANAGER = 'organisatie@demo.voluntr.example';
const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';

const document = (type, attributes, id) => ({ data: { type, ...(id ? { id } : {}), attributes } });
const ask = (site, own) => (method, path, json) =>
  site.ask(method, `/api/v1${path}`, { headers: own.headers, json });
const read = (site, sql) => value(fileOf(site.data), sql);

async function made(answer) {
  const { status, text, json } = await answer;
  assert.ok(status < 300, `${status} ${text}`);
  return text ? json().data.id : undefined;
}

async function centre(site) {
  const [[organization]] = query(
    fileOf(site.data),
    "select id from organizations where status = 'approved' order by id limit 1",
  );
  return { headers: await site.signIn(CENTRE), organization };
}

const vacancy = (own, title, more = {}) =>
  document('vacancies', {
    title,
    organization_id: own.organization,
    online: true,
    description:
      '<p>Je vaart een dag mee op de boot met kinderen die nooit varen. Je helpt bij het instappen en bij de lunch.</p>',
    ...more,
  });
const step = (event) => ({ data: { attributes: { event } } });

/** Gives each of the ids once. */
const oneOf = (own, ids) => {
  own.shared.given = (own.shared.given ?? -1) + 1;
  return ids[own.shared.given] ?? assert.fail('no more rows of the demo for this');
};

export const journeys = [
  {
    name: 'sign-up',
    prepare: (_, own) => {
      own.email = `nieuw${own.mark}@example.nl`;
    },
    steps: [(site, own) => signUp(site, own.mark)],
    look: (site, { email }) =>
      read(
        site,
        `select (select count(*) from users where email = '${email}') || ' ' ||
          (select count(*) from outbox where to_email = '${email}') || ' ' ||
          (select count(*) from consents where user_id = (select id from users where email = '${email}')) || ' ' ||
          (select count(*) from tokens where subject_type = 'users' and subject_id = (select id from users where email = '${email}'))`,
      ),
  },
  {
    name: 'log-in',
    goes: 6,
    prepare: (site, own) => {
      own.before = Number(read(site, 'select count(*) from sessions'));
    },
    steps: [(site) => site.ask('POST', '/auth/sign_in', { json: { email: VOLUNTEER, password: PASSWORD } })],
    look: (site, own) => String(Number(read(site, 'select count(*) from sessions')) - own.before),
  },
  {
    name: 'profile',
    begin: async (site) => {
      const headers = await site.signIn(VOLUNTEER);
      return {
        headers,
        id: (await site.ask('GET', '/auth/validate_token', { headers })).json().data.id,
      };
    },
    prepare: (site, own) => {
      own.name = `Naam ${own.mark}`;
      own.version = Number(read(site, `select version from users where id = ${own.id}`));
    },
    steps: [
      (site, own) =>
        ask(site, own)('PATCH', `/users/${own.id}`, document('users', { first_name: own.name }, own.id)),
    ],
    look: (site, own) =>
      read(
        site,
        `select (first_name = '${own.name}') || ' ' || (version - ${own.version}) from users where id = ${own.id}`,
      ),
  },
  {
    name: 'vacancy',
    begin: centre,
    prepare: (_, own) => {
      own.title = `Een dag op de boot ${own.mark}`;
    },
    steps: [
      (site, own) => ask(site, own)('POST', '/vacancies', vacancy(own, own.title)),
      (site, own) =>
        ask(site, own)(
          'PUT',
          `/vacancies/${read(site, `select id from vacancies where title = '${own.title}'`)}/transition`,
          step('publish'),
        ),
    ],
    look: (site, own) =>
      read(
        site,
        `select count(*) || ' ' || coalesce(max(status || ' ' || (published_at is not null) || ' ' ||
          (select count(*) from transitions where subject_type = 'vacancies' and subject_id = vacancies.id)), '')
          from vacancies where title = '${own.title}'`,
      ),
  },
  {
    name: 'application',
    goes: 25,
    begin: async (site) => {
      const own = await centre(site);
      own.vacancy = await made(
        ask(site, own)('POST', '/vacancies', vacancy(own, 'Veel plaatsen op de boot')),
      );
      await made(ask(site, own)('PUT', `/vacancies/${own.vacancy}/transition`, step('publish')));
      return own;
    },
    prepare: async (site, own) => {
      own.application = await made(
        ask(site, own)('POST', `/vacancies/${own.vacancy}/applications/walk_in`, {
          first_name: 'Mens',
          consent: true,
        }),
      );
      own.taken = Number(read(site, `select places_taken from vacancies where id = ${own.vacancy}`));
    },
    steps: [
      (site, own) => ask(site, own)('PUT', `/applications/${own.application}/transition`, step('accept')),
    ],
    look: (site, own) =>
      read(
        site,
        `select (stage = 'accepted') || ' ' || (accepted_at is not null) || ' ' ||
          ((select places_taken from vacancies where id = vacancy_id) - ${own.taken}) || ' ' ||
          (select count(*) from transitions where subject_type = 'applications' and subject_id = applications.id)
          from applications where id = ${own.application}`,
      ),
  },
  {
    name: 'message',
    goes: 12,
    begin: async (site) => {
      const own = { headers: await site.signIn(MANAGER) };
      own.organization = await made(ask(site, own)('GET', '/current_organization'));
      own.application = read(
        site,
        `select id from applications where organization_id = ${own.organization} and user_id is not null
          and stage = 'new' order by id limit 1`,
      );
      return own;
    },
    prepare: () => {},
    steps: [
      (site, own) =>
        ask(site, own)('POST', `/applications/${own.application}/messages`, {
          body: `Tot dinsdag ${own.mark}`,
        }),
    ],
    look: (site, own) =>
      read(
        site,
        `select count(*) || ' ' || count(conversations.id) from messages
          left join conversations on conversations.id = conversation_id where body = 'Tot dinsdag ${own.mark}'`,
      ),
  },
  {
    name: 'picture',
    goes: 80,
    begin: centre,
    prepare: (_, own) => {
      own.file = png(60 + own.number, 40 + (own.number % 50));
    },
    steps: [
      (site, own) => sendUpload(site, own.headers, 'vacancy', own.file, 'image/png', `Een tuin ${own.mark}`),
    ],
    look: (site, own) => {
      const rows = query(
        fileOf(site.data),
        `select url, urls from uploads where alt = 'Een tuin ${own.mark}'`,
      );
      const files = rows.flatMap(([url, urls]) => [url, ...Object.values(JSON.parse(urls || '{}'))]);
      const lost = files.filter(
        (url) => typeof url === 'string' && !existsSync(join(site.data, 'tenants/demo', url)),
      );
      return `${rows.length}${lost.length > 0 ? ` without ${lost.join(', ')}` : ''}`;
    },
  },
  {
    name: 'workshop',
    begin: async (site) => {
      const own = await centre(site);
      const at = (hours) => new Date(Date.now() + (30 * 24 + hours) * 3_600_000).toISOString().slice(0, 16);
      own.activity = await made(
        ask(site, own)(
          'POST',
          '/activities',
          document('activities', {
            title: 'Workshop veilig tillen',
            is_workshop: true,
            capacity: 5_000,
            registration: 'occurrence',
            description: '<p>Je leert iemand helpen bij het opstaan, zonder dat je je rug bezeert.</p>',
            activity_categories: ['learn'],
            online: true,
            online_url: 'https://meet.example.org/tillen',
            starts_at: at(0),
            ends_at: at(2),
          }),
        ),
      );
      await made(ask(site, own)('PUT', `/activities/${own.activity}/transition`, step('publish')));
      own.occurrence = read(
        site,
        `select id from activity_occurrences where activity_id = ${own.activity} limit 1`,
      );
      return own;
    },
    prepare: (site, own) => {
      own.email = `mens-${own.mark}@example.nl`;
      own.taken = Number(
        read(site, `select places_taken from activity_occurrences where id = ${own.occurrence}`),
      );
    },
    steps: [
      (site, own) =>
        ask(site, own)('POST', `/activities/${own.activity}/registrations`, {
          occurrence_id: own.occurrence,
          organization_id: own.organization,
          first_name: 'Mens',
          last_name: 'Nieuw',
          email: own.email,
        }),
    ],
    look: (site, own) =>
      read(
        site,
        `select (select count(*) from activity_registrations where email = '${own.email}') || ' ' ||
          (places_taken - ${own.taken}) || ' ' || (select count(*) from outbox where to_email = '${own.email}')
          from activity_occurrences where id = ${own.occurrence}`,
      ),
  },
  {
    name: 'bulk-edit',
    goes: 25,
    isSlow: true,
    begin: async (site) => {
      const own = await centre(site);
      own.ids = query(
        fileOf(site.data),
        "select id from vacancies where status = 'published' and tags not like '%once%' order by id",
      ).map(([id]) => id);
      return own;
    },
    prepare: (site, own) => {
      own.chosen = Array.from({ length: 4 }, () => oneOf(own, own.ids));
      own.edits = Number(read(site, 'select count(*) from vacancy_bulk_edits'));
    },
    steps: [
      (site, own) =>
        ask(site, own)('POST', '/vacancy_bulk_edits', {
          ids: own.chosen,
          attributes: { tags_add: ['once'] },
        }),
    ],
    // One that was broken off goes on within two minutes, or is marked as failed.
    settle: async (site) => {
      const until = performance.now() + 150_000;
      const waiting = () => read(site, "select count(*) from vacancy_bulk_edits where state = 'waiting'");
      while (waiting() !== '0') {
        assert.ok(
          performance.now() < until,
          'a bulk edit waits without end, and its maker may begin no other',
        );
        await sleep(500);
      }
    },
    look: (site, own) =>
      read(
        site,
        `select ((select count(*) from vacancy_bulk_edits where state <> 'failed') - ${own.edits}) || ' ' ||
          (select count(*) from vacancy_bulk_items where vacancy_id in (${own.chosen}) and state = 'changed') || ' ' ||
          (select count(*) from vacancies where id in (${own.chosen}) and tags like '%once%')`,
      ),
  },
  {
    name: 'account',
    goes: 60,
    begin: async (site) => {
      const own = await centre(site);
      own.people = query(
        fileOf(site.data),
        "select id from users where status = 'active' and email not like '%@demo.voluntr.example' and id not in (select user_id from roles where name <> 'volunteer') order by id",
      ).map(([id]) => id);
      return own;
    },
    prepare: (_, own) => {
      own.person = oneOf(own, own.people);
    },
    steps: [(site, own) => ask(site, own)('DELETE', `/users/${own.person}`)],
    look: (site, own) =>
      read(
        site,
        `select status || ' ' || (archived_at is not null) || ' ' || (erase_after is not null) || ' ' ||
          (select count(*) from sessions where user_id = users.id and revoked_at is null)
          from users where id = ${own.person}`,
      ),
  },
];
