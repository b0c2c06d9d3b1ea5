// The whole journey with devour-client.
import { strict as assert } from 'node:assert';
import JsonApi from 'devour-client';
import { API, done, signIn, signOut } from './session.mjs';

const headers = await signIn();
const api = new JsonApi({ apiUrl: API, logger: false, pluralize: false });
Object.assign(api.headers, headers);
api.define('organizations', { name: '', vacancies: { jsonApi: 'hasMany', type: 'vacancies' } });
api.define('vacancies', { title: '', status: '', organization: { jsonApi: 'hasOne', type: 'organizations' } });

const listed = await api.findAll('vacancies', {
  filter: { title_cont: 'a' },
  sort: '-published_at,title',
  page: { number: 1, size: 3 },
  include: 'organization',
});
assert.equal(listed.data.length, 3);
assert.ok(listed.meta.total > 3 && listed.data[0].organization.name);

const mine = await api.request(`${API}/current_organizations`, 'GET');
const organization = { type: 'organizations', id: mine.data[0].id };
const made = await api.create('vacancies', { title: 'Taalmaatje gezocht', organization });
const { id } = made.data;
const changed = await api.update('vacancies', { id, title: 'Taalmaatje voor Amal' });
assert.equal(changed.data.title, 'Taalmaatje voor Amal');
const read = await api.find('vacancies', id, { include: 'organization' });
assert.equal(read.data.status, 'draft');
assert.equal(read.data.organization.id, organization.id);

// What was read is sent back as it is: with its relationship.
const again = await api.update('vacancies', { id, title: read.data.title, organization: read.data.organization });
assert.equal(again.data.id, id);

const refused = await api.update('vacancies', { id, title: '' }).catch((errors) => errors);
assert.equal(refused.title.detail, 'Vul dit in.');
await api.destroy('vacancies', id);
await signOut(headers);
done(listed.data.length, id);
