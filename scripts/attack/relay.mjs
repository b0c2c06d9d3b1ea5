// Writing to strangers, and pages for them, in the name of an organisation that the centre has not approved, or has put
// away again.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const MANAGER = 'organisatie@demo.voluntr.example';
const CENTRE = 'centrum@demo.voluntr.example';
const STRANGERS = Array.from({ length: 50 }, (_, number) => `vreemde${number}@example.org`);

const document = (type, attributes) => ({ data: { type, attributes } });
const questions = [{ key: 'mail', text: 'Je e-mailadres?', question_type: 'email', required: true }];

/** The letters that wait for strangers. */
function letters(site, binary) {
  const told = spawnSync(
    binary,
    ['--data', site.data, '--json', 'mail', 'outbox', '--tenant', 'demo', '--limit', '1000'],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(told.status, 0, told.stderr);
  return STRANGERS.filter((email) => told.stdout.includes(email));
}

async function unapproved({ start, say, binary }) {
  const site = await start();
  const headers = await site.signIn(VOLUNTEER);
  const ask = (method, path, json) => site.ask(method, `/api/v1${path}`, { headers, json });
  const signed = await ask(
    'POST',
    '/organizations/signup',
    document('organizations', {
      name: 'Vrijwilligerspunt Lindewaard Service',
      neighbourhood_initiative: true,
      accept_terms: true,
      address: { postal_code: '5310 AB' },
    }),
  );
  assert.equal(signed.status, 201, signed.text);
  const organization_id = signed.json().data.id;
  const statuses = new Map();
  const count = (what, status) =>
    statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
  for (const access_permission of ['anonymous', 'token_holder']) {
    const form = document('forms', {
      title: 'Bevestig je account',
      organization_id,
      access_permission,
      questions,
    });
    const made = await ask('POST', '/forms', form);
    assert.equal(made.status, 201, made.text);
    const { id, attributes } = made.json().data;
    count('open', (await ask('PUT', `/forms/${id}/transition`, { event: 'open' })).status);
    count('invite', (await ask('POST', `/forms/${id}/invitations`, { emails: STRANGERS })).status);
    count('remind', (await ask('POST', `/forms/${id}/invitations/remind`, {})).status);
    count('page', (await site.ask('GET', `/forms/${attributes.token}`)).status);
    count('page', (await site.ask('GET', `/forms/${id}`)).status);
  }
  for (const email of STRANGERS.slice(0, 5)) {
    const asked = await ask('POST', `/organizations/${organization_id}/members`, document('user', { email }));
    count('ask in', asked.status);
  }
  assert.deepEqual([...statuses.keys()].sort(), [
    'ask in 403',
    'invite 403',
    'open 422',
    'page 404',
    'remind 403',
  ]);
  assert.deepEqual(letters(site, binary), []);
  say(`${[...statuses].map(([what, times]) => `${what} ×${times}`).join(', ')}; no letter to a stranger`);
}

async function putAway({ start, say, binary }) {
  const site = await start();
  const manager = await site.signIn(MANAGER);
  const centre = await site.signIn(CENTRE);
  const as = (headers) => (method, path, json) => site.ask(method, `/api/v1${path}`, { headers, json });
  const [ask, decide] = [as(manager), as(centre)];
  const current = await ask('GET', '/current_organization');
  const { id: organization_id } = current.json().data;
  const form = document('forms', {
    title: 'Wie helpt er mee?',
    organization_id,
    access_permission: 'token_holder',
    questions,
  });
  const { id } = (await ask('POST', '/forms', form)).json().data;
  assert.equal((await ask('PUT', `/forms/${id}/transition`, { event: 'open' })).status, 200);
  const invite = (from, to) => ask('POST', `/forms/${id}/invitations`, { emails: STRANGERS.slice(from, to) });
  assert.equal((await invite(0, 2)).status, 200);
  assert.equal(letters(site, binary).length, 2);
  // The same mailbox again and again, from form after form: twenty an hour, whatever they are.
  let refused = 0;
  for (let number = 0; number < 25; number += 1) {
    const again = (await ask('POST', '/forms', form)).json().data.id;
    await ask('PUT', `/forms/${again}/transition`, { event: 'open' });
    const sent = await ask('POST', `/forms/${again}/invitations`, { emails: [STRANGERS[0]] });
    if (sent.status === 429) refused += 1;
    else assert.equal(sent.status, 200, sent.text);
  }
  assert.equal(refused, 6);
  const archived = document('organizations', { status: 'archived' });
  const put = await decide('PUT', `/organizations/${organization_id}`, archived);
  assert.equal(put.status, 200, put.text);
  assert.equal((await invite(2, 4)).status, 403);
  assert.equal((await ask('POST', `/forms/${id}/invitations/remind`, {})).status, 403);
  assert.equal(letters(site, binary).length, 2);
  say(`${refused} of 25 further letters to one mailbox refused; none after the organisation was put away`);
}

export const scenarios = [
  { name: 'a mail relay of an organisation that nobody approved', isShort: true, run: unapproved },
  { name: 'a mail relay of an organisation that was put away', isShort: true, run: putAway },
];
