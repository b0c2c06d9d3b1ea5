// The whole journey with kitsu.
import { strict as assert } from 'node:assert';
import Kitsu from 'kitsu';
import { API, done, signIn, signOut } from './session.mjs';

const headers = await signIn();
const api = new Kitsu({ baseURL: API, headers, camelCaseTypes: false, pluralize: false });

const listed = await api.get('vacancies', {
  params: { filter: { title_cont: 'a' }, sort: '-published_at,title', page: { number: 1, size: 3 }, include: 'organization' },
});
assert.equal(listed.data.length, 3);
assert.ok(listed.meta.total > 3 && listed.data[0].organization.data.name);

const mine = await api.get('current_organizations');
const organization = { data: { type: 'organizations', id: mine.data[0].id } };
const made = await api.create('vacancies', { title: 'Taalmaatje gezocht', organization });
const { id } = made.data;
const changed = await api.update('vacancies', { id, title: 'Taalmaatje voor Amal' });
assert.equal(changed.data.title, 'Taalmaatje voor Amal');
const read = await api.get(`vacancies/${id}`, { params: { include: 'organization' } });
assert.equal(read.data.status, 'draft');
assert.equal(read.data.organization.data.id, organization.data.id);

const refused = await api.update('vacancies', { id, title: '' }).catch((error) => error);
assert.equal(refused.errors[0].code, 'invalid');
assert.equal(refused.errors[0].source.pointer, '/data/attributes/title');
await api.delete('vacancies', id);
await signOut(headers);
done(listed.data.length, id);
