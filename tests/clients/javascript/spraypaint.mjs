// The whole journey with spraypaint.
import { strict as assert } from 'node:assert';
import spraypaint from 'spraypaint';
import { API, done, signIn, signOut } from './session.mjs';

const { attr, belongsTo, SpraypaintBase } = spraypaint;
const headers = await signIn();
const Base = SpraypaintBase.extend({ static: { baseUrl: API, apiNamespace: '', clientApplication: 'test' } });
Base.fetchOptions = () => ({
  headers: { ...headers, Accept: 'application/vnd.api+json', 'Content-Type': 'application/vnd.api+json' },
});
const Organization = Base.extend({ static: { jsonapiType: 'organizations' }, attrs: { name: attr() } });
const Vacancy = Base.extend({
  static: { jsonapiType: 'vacancies' },
  attrs: { title: attr(), status: attr({ persist: false }), organization: belongsTo({ type: Organization }) },
});

const listed = await Vacancy.where({ title_cont: 'a' })
  .order({ published_at: 'desc' })
  .order('title')
  .page(1)
  .per(3)
  .includes('organization')
  .all();
assert.equal(listed.data.length, 3);
assert.ok(listed.meta.total > 3 && listed.data[0].organization.name);

const mine = await fetch(`${API}/current_organizations`, { headers }).then((answer) => answer.json());
const organization = (await Organization.find(mine.data[0].id)).data;
const made = new Vacancy({ title: 'Taalmaatje gezocht', organization });
assert.ok(await made.save({ with: 'organization.id' }), JSON.stringify(made.errors));
made.title = 'Taalmaatje voor Amal';
assert.ok(await made.save(), JSON.stringify(made.errors));
const read = (await Vacancy.includes('organization').find(made.id)).data;
assert.equal(read.title, 'Taalmaatje voor Amal');
assert.equal(read.status, 'draft');
assert.equal(read.organization.id, organization.id);

read.title = '';
assert.equal(await read.save(), false);
assert.equal(read.errors.title.code, 'invalid');
assert.equal(read.errors.title.fullMessage, 'Vul dit in.');
assert.ok(await made.destroy());
await signOut(headers);
done(listed.data.length, made.id);
