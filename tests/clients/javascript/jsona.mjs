// The whole journey with jsona, which reads and writes documents and leaves the requests to fetch.
import { strict as assert } from 'node:assert';
import { Jsona } from 'jsona';
import { API, done, signIn, signOut } from './session.mjs';

const credentials = await signIn();
const jsona = new Jsona();
const headers = { ...credentials, 'Content-Type': 'application/vnd.api+json' };

async function ask(method, path, model, includeNames) {
  const body = model && JSON.stringify(jsona.serialize({ stuff: model, includeNames }));
  const answer = await fetch(API + path, { method, headers, body });
  return { status: answer.status, document: answer.status === 204 ? null : await answer.json() };
}

const query = 'filter[title_cont]=a&sort=-published_at,title&page[number]=1&page[size]=3&include=organization';
const { document } = await ask('GET', `/vacancies?${query}`);
const listed = jsona.deserialize(document);
assert.equal(listed.length, 3);
assert.ok(document.meta.total > 3 && listed[0].organization.name);

const [organization] = jsona.deserialize((await ask('GET', '/current_organizations')).document);
const model = { type: 'vacancies', title: 'Taalmaatje gezocht', organization, relationshipNames: ['organization'] };
const made = await ask('POST', '/vacancies', model, ['organization']);
assert.equal(made.status, 201, JSON.stringify(made.document));
const { id } = jsona.deserialize(made.document);
const changed = await ask('PATCH', `/vacancies/${id}`, { type: 'vacancies', id, title: 'Taalmaatje voor Amal' });
assert.equal(jsona.deserialize(changed.document).title, 'Taalmaatje voor Amal');
const read = jsona.deserialize((await ask('GET', `/vacancies/${id}?include=organization`)).document);
assert.equal(read.status, 'draft');
assert.equal(read.organization.id, organization.id);

// What was read is sent back as it is, with all that only the server sets. What jsona keeps in `meta` is no attribute.
const { meta, ...whole } = read;
assert.ok(meta.can.includes('update'));
const again = await ask('PATCH', `/vacancies/${id}`, whole, ['organization']);
assert.equal(again.status, 200, JSON.stringify(again.document));

const refused = await ask('PATCH', `/vacancies/${id}`, { type: 'vacancies', id, title: '' });
assert.equal(refused.document.errors[0].code, 'invalid');
assert.equal((await ask('DELETE', `/vacancies/${id}`)).status, 204);
await signOut(credentials);
done(listed.length, id);
