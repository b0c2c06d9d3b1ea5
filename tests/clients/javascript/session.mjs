// What every client of this folder begins and ends with: credentials in headers, as docs/api.md says.
import { strict as assert } from 'node:assert';

const { VOLUNTR_URL, VOLUNTR_EMAIL: email, VOLUNTR_PASSWORD: password } = process.env;
export const API = `${VOLUNTR_URL}/api/v1`;

export async function signIn() {
  const answer = await fetch(`${VOLUNTR_URL}/auth/sign_in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.equal(answer.status, 200, await answer.text());
  return Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, answer.headers.get(name)]));
}

/** Ends the session, and shows that it has ended. */
export async function signOut(headers) {
  const ended = await fetch(`${VOLUNTR_URL}/auth/sign_out`, { method: 'DELETE', headers });
  assert.equal(ended.status, 204);
  const after = await fetch(`${API}/current_user`, { headers });
  assert.equal(after.status, 401);
}

export function done(count, id) {
  console.log(`signed in, listed ${count}, made, changed and read vacancy ${id}, signed out`);
}
