// Signs in, lists, creates and reads back, with what openapi-typescript and openapi-fetch make of the document.
import { strict as assert } from 'node:assert';
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const { VOLUNTR_URL: baseUrl = '', VOLUNTR_EMAIL: email = '', VOLUNTR_PASSWORD: password = '' } = process.env;
const client = createClient<paths>({ baseUrl, headers: { 'Content-Type': 'application/vnd.api+json' } });

const signedIn = await client.POST('/auth/sign_in', { body: { email, password } });
assert.ok(signedIn.data, JSON.stringify(signedIn.error));
const credentials = Object.fromEntries(
  ['access-token', 'client', 'uid'].map((name) => [name, signedIn.response.headers.get(name) ?? '']),
);
client.use({
  onRequest({ request }) {
    for (const [name, value] of Object.entries(credentials)) request.headers.set(name, value);
    return request;
  },
});

const mine = await client.GET('/api/v1/current_organizations');
const organization = mine.data?.data[0];
assert.ok(organization, JSON.stringify(mine.error));

const listed = await client.GET('/api/v1/vacancies', { params: { query: { 'page[size]': 2, sort: ['-published_at'] } } });
const vacancies: components['schemas']['Vacancy'][] = listed.data?.data ?? [];
assert.equal(vacancies.length, 2);
assert.ok((listed.data?.meta.total ?? 0) > 2);

const made = await client.POST('/api/v1/vacancies', {
  params: { header: { 'Idempotency-Key': 'typescript-client-1' } },
  body: { data: { type: 'vacancies', attributes: { title: 'Taalmaatje gezocht', organization_id: organization.id } } },
});
assert.ok(made.data, JSON.stringify(made.error));

const path = { id: made.data.data.id };
const read = await client.GET('/api/v1/vacancies/{id}', { params: { path } });
assert.equal(read.data?.data.attributes.title, 'Taalmaatje gezocht');
assert.equal(read.data?.data.attributes.status satisfies components['schemas']['VacancyAttributes']['status'] | undefined, 'draft');

const refused = await client.PATCH('/api/v1/vacancies/{id}', {
  params: { path },
  body: { data: { type: 'vacancies', attributes: { title: '' } } },
});
assert.equal(refused.error?.errors[0]?.code, 'invalid');

console.log(`signed in, listed ${vacancies.length}, made and read vacancy ${made.data.data.id}`);
