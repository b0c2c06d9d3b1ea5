// The whole journey with redux-token-auth, which signs in and out and leaves the calls to the axios that it holds.
import { strict as assert } from 'node:assert';
import { createRequire } from 'node:module';
import { applyMiddleware, combineReducers, createStore } from 'redux';
import { thunk } from 'redux-thunk';
import { API, done } from './session.mjs';

const require = createRequire(import.meta.url);
const { generateAuthActions, reduxTokenAuthReducer } = require('redux-token-auth');
const axios = createRequire(require.resolve('redux-token-auth'))('axios').default;

const kept = new Map();
globalThis.localStorage = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => kept.set(name, value),
  removeItem: (name) => kept.delete(name),
};
const store = createStore(combineReducers({ reduxTokenAuth: reduxTokenAuthReducer }), applyMiddleware(thunk));
const { signInUser, signOutUser } = generateAuthActions({
  authUrl: `${process.env.VOLUNTR_URL}/auth`,
  userAttributes: { id: 'id' },
  userRegistrationAttributes: {},
});
const isSignedIn = () => store.getState().reduxTokenAuth.currentUser.isSignedIn;

await store.dispatch(signInUser({ email: process.env.VOLUNTR_EMAIL, password: process.env.VOLUNTR_PASSWORD }));
assert.ok(isSignedIn() && store.getState().reduxTokenAuth.currentUser.attributes.id);

const { data: listed } = await axios.get(`${API}/vacancies`, {
  params: { 'filter[title_cont]': 'a', sort: '-published_at', 'page[size]': 3, include: 'organization' },
});
assert.equal(listed.data.length, 3);
assert.ok(listed.meta.total > 3 && listed.included.length > 0);

const { data: mine } = await axios.get(`${API}/current_organizations`);
const [organization] = mine.data.map(({ type, id }) => ({ type, id }));
const send = (method, path, data) => axios({ method, url: API + path, data: { data } });
const relationships = { organization: { data: organization } };
const made = await send('post', '/vacancies', { type: 'vacancies', attributes: { title: 'Taalmaatje gezocht' }, relationships });
assert.equal(made.status, 201);
const { id } = made.data.data;
const path = `/vacancies/${id}`;
await send('patch', path, { type: 'vacancies', id, attributes: { title: 'Taalmaatje voor Amal' } });
const { data: read } = await axios.get(API + path);
assert.equal(read.data.attributes.title, 'Taalmaatje voor Amal');
const refused = await send('patch', path, { type: 'vacancies', id, attributes: { title: '' } }).catch((error) => error);
assert.equal(refused.response.data.errors[0].code, 'invalid');
await axios.delete(API + path);

const credentials = { ...axios.defaults.headers.common };
await store.dispatch(signOutUser());
assert.ok(!isSignedIn() && !kept.has('access-token'));
const after = await axios.get(`${API}/current_user`, { headers: credentials }).catch((error) => error);
assert.equal(after.response.status, 401);
done(listed.data.length, id);
