// What a full calendar costs: a month of 2,000 dates as page, API and calendar file, the same month in a file with ten
// times the dates, a rule that yields too many, and one activity with 2,000 participants.
import { ask, signIn, spent } from './staff.mjs';

const CENTER = 'centrum@demo.voluntr.example';
const DAYS = 31;
/** Most dates that one series has. */
const MOST = 200;
const DAY_MS = 24 * 60 * 60 * 1000;
const KINDS = ['meet', 'eat', 'move', 'learn'];

const local = (day, hour) => `${new Date(day).toISOString().slice(0, 10)}T${hour}:00`;

/** The first of the month after the next: nothing of it is over, whenever this runs. */
function monthToMeasure() {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 1);
}

function caller(base, headers) {
  return async (method, path, body, more = {}) => {
    const answer = await ask(base, path, { method, headers: { ...headers, ...more }, body });
    if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.text ? JSON.parse(answer.text) : {};
  };
}

/** Publishes a series of `count` days; its id. */
async function addSeries(call, { at, first, count, more = {} }) {
  const hour = String(8 + (at % 12)).padStart(2, '0');
  const attributes = {
    title: `Koffie in buurthuis ${at}`,
    description: '<p>Koffie, thee en een praatje. Iedereen is welkom, aanmelden hoeft niet.</p>',
    activity_categories: [KINDS[at % KINDS.length]],
    online: true,
    online_url: 'https://meet.example.org/koffie',
    starts_at: local(first, hour),
    ends_at: local(first, String(Number(hour) + 1).padStart(2, '0')),
    recurrence: `FREQ=DAILY;COUNT=${count}`,
    registration: 'occurrence',
    ...more,
  };
  const made = await call('POST', '/api/v1/activities', { data: { type: 'activities', attributes } });
  const { id } = made.data;
  await call(
    'PUT',
    `/api/v1/activities/${id}/transition`,
    { data: { attributes: { event: 'publish' } } },
    { 'if-match': '*' },
  );
  return id;
}

const rounded = (value) => Number(value.toFixed(2));

/** Works on the month that is measured: name, path, most milliseconds. */
function worksOf(month) {
  const text = new Date(month).toISOString().slice(0, 7);
  const calendar = '/api/v1/activity_occurrences/calendar';
  return [
    ['the month over the API', `${calendar}?view=month&at=${text}`, 5],
    ['the month, page', `/activiteitenkalender?weergave=maand&maand=${text}`, 5],
    ['the month, free ones', `/activiteitenkalender?weergave=maand&maand=${text}&gratis=1`, 5],
    ['the agenda, page', `/activiteitenkalender?van=${text}-01`, 3],
    ['a week, page', `/activiteitenkalender?weergave=week&van=${text}-01`, 3],
    ['all of it as a calendar file', '/feeds/activities.ics', undefined],
  ];
}

async function measureMonth(server, site, month, times) {
  const taken = new Map();
  for (const [work, path, target] of worksOf(month)) {
    for (const [how, headers] of [
      ['fresh', { ...site, 'cache-control': 'no-cache' }],
      ['from the cache', site],
    ]) {
      const once = async () => {
        const answer = await ask(server.base, path, { headers });
        if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      };
      taken.set(`${work}, ${how}`, { ms: rounded(await spent(server.pid, times, once)), target });
    }
  }
  return taken;
}

/** One activity, as many participants as there are accounts; what reading and writing to all of them takes. */
async function measureParticipants({ server, call, people, month, times }) {
  const more = { capacity: people.length, title: 'Buurtfeest' };
  const id = await addSeries(call, { at: 0, first: month, count: 1, more });
  const { data } = await call('GET', `/api/v1/activity_occurrences?filter[activity_id_eq]=${id}`);
  const occurrence_id = data[0].id;
  const begun = performance.now();
  for (const user_id of people)
    await call('POST', `/api/v1/activities/${id}/registrations`, { occurrence_id, user_id });
  const each = (performance.now() - begun) / people.length;
  const page = `/api/v1/activity_registrations?filter[activity_id_eq]=${id}&filter[occurrence_id_eq]=${occurrence_id}&sort=name&page[size]=200`;
  const list = await spent(server.pid, times, () => call('GET', page));
  const whole = await spent(server.pid, Math.ceil(times / 10), async () => {
    for (let number = 1; number <= Math.ceil(people.length / 200); number += 1)
      await call('GET', `${page}&page[number]=${number}`);
  });
  const sent = performance.now();
  const body = { data: { type: 'activity_message_forms', attributes: { message: 'Neem een stoel mee.' } } };
  const made = await call('POST', `/api/v1/activities/${id}/messages`, body);
  const answered = performance.now() - sent;
  let message = made.data;
  while (!message.attributes.sent_at) {
    if (performance.now() - sent > 600_000)
      throw new Error('the message is still being sent after ten minutes');
    await new Promise((done) => setTimeout(done, 250));
    const all = await call('GET', `/api/v1/activities/${id}/messages`);
    message = all.data.find((known) => known.id === message.id);
  }
  const done = (performance.now() - sent) / 1000;
  return [
    `${people.length} participants: signing one up ${each.toFixed(1)} ms, 200 of them listed ${list.toFixed(1)} ms of processor time, all of them for the file ${whole.toFixed(0)} ms; a message to ${message.attributes.sent_count} of them answered after ${answered.toFixed(0)} ms and queued after ${done.toFixed(1)} s`,
  ];
}

/** Rules that yield more than a series may have, the dearest that a rule can be written to look through. */
async function measureRules({ server, headers, month, times }) {
  const lines = [];
  for (const rule of [
    'FREQ=DAILY;COUNT=100000',
    'FREQ=DAILY;UNTIL=99991231T000000Z',
    'FREQ=MONTHLY;BYDAY=5FR;COUNT=201',
    'FREQ=WEEKLY;INTERVAL=52;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=2000',
  ]) {
    const attributes = {
      title: 'Te veel',
      description: '<p>Een reeks die te lang is.</p>',
      activity_categories: ['meet'],
      online: true,
      starts_at: local(month, '10'),
      ends_at: local(month, '11'),
      recurrence: rule,
      registration: 'none',
    };
    const body = { data: { type: 'activities', attributes } };
    const once = async () => {
      const answer = await ask(server.base, '/api/v1/activities', { method: 'POST', headers, body });
      if (answer.status !== 422) throw new Error(`${rule}: ${answer.status} ${answer.text}`);
    };
    lines.push(`${rule} refused in ${(await spent(server.pid, times, once)).toFixed(2)} ms`);
  }
  return lines;
}

/** `tenant` is fresh; `people`: ids of accounts. Returns lines for the notes. */
export async function measureActivities({ server, tenant, password, people, dates, times }) {
  const site = { 'x-tenant': tenant };
  const headers = await signIn(server.base, site, CENTER, password);
  const call = caller(server.base, headers);
  const month = monthToMeasure();
  const series = Math.ceil(dates / DAYS);
  for (let at = 0; at < series; at += 1) await addSeries(call, { at, first: month, count: DAYS });
  const small = await measureMonth(server, site, month, times);
  // Ten times the dates, none of them in the month.
  for (let at = 0; at < Math.ceil((dates * 9) / MOST); at += 1)
    await addSeries(call, { at, first: month + (60 + at) * DAY_MS, count: MOST });
  const large = await measureMonth(server, site, month, times);
  const lines = [...small].map(([work, { ms, target }]) => {
    const after = large.get(work).ms;
    const wanted = target === undefined ? '' : ` (target ${target})`;
    return `${work}: ${ms} ms of processor time${wanted}, ${after} with ten times the dates elsewhere`;
  });
  lines.push(...(await measureRules({ server, headers, month, times })));
  lines.push(...(await measureParticipants({ server, call, people, month, times })));
  return lines.map((line) => `activities, ${dates.toLocaleString('en')} dates in a month: ${line}`);
}
