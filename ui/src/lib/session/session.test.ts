import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { get } from '../../api/client.ts';
import type { Organization } from '../../api/schema.d.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { letIn } from '../../testing/people.ts';
import {
  credentials,
  currentUser,
  loadSession,
  organizations,
  organizationToSelect,
  selectedOrganizationId,
  sessionStatus,
} from './session.ts';
import { signIn, signOut } from './sign-in.ts';

const organization = (id: string, organizationType: string): Organization =>
  ({ id, organizationType }) as Organization;

beforeEach(() => {
  vi.useFakeTimers();
  credentials.value = null;
  currentUser.value = null;
  sessionStatus.value = 'idle';
  selectedOrganizationId.value = null;
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('the organisation one works for', () => {
  test.each([
    [['NonProfit', 'VolunteerCenter', 'School'], null, '2'],
    [['NonProfit', 'School'], null, '2'],
    [['NonProfit', 'NonProfit'], null, '1'],
    [['NonProfit', 'School'], '1', '1'],
    [['NonProfit', 'School'], '9', '2'],
    [[], '1', null],
  ])('of %o, chosen before %s: %s', (types, chosen, selected) => {
    const all = types.map((type, at) => organization(String(at + 1), type));
    expect(organizationToSelect(all, chosen)).toBe(selected);
  });

  test('is none by itself for who works for the centre: it would narrow the centre’s lists', () => {
    const all = [organization('1', 'NonProfit'), organization('2', 'School')];
    expect(organizationToSelect(all, null, true)).toBeNull();
    expect(organizationToSelect(all, '9', true)).toBeNull();
    expect(organizationToSelect(all, '1', true)).toBe('1');
  });

  test('is dropped when it is theirs no more, and the session goes on', async () => {
    const server = fakeServer();
    letIn(server, 'organization');
    const theirs = server.known('/api/v1/current_user');
    server.answer('/api/v1/current_user', (call) =>
      call.headers.get('Current-Organization-Id') === '99'
        ? { status: 403, document: { errors: [{ code: 'organization_not_yours' }] } }
        : theirs,
    );
    credentials.value = { client: 'c', uid: 'u' };
    selectedOrganizationId.value = '99';
    await loadSession();
    expect(sessionStatus.value).toBe('success');
    expect(selectedOrganizationId.value).toBe('1');
  });
});

describe('signing in', () => {
  test('keeps client and uid, and loads who it is', async () => {
    const server = fakeServer({
      'POST /auth/sign_in': { document: {}, headers: { client: 'c', uid: 'joke@example.org' } },
    });
    letIn(server, 'coordinator');
    await signIn('joke@example.org', 'x');
    expect(server.calls[0]?.headers.get('App-Session')).toBe('cookie');
    expect(currentUser.value?.firstName).toBe('Marieke');
    expect(selectedOrganizationId.value).toBeNull();
    expect(server.calls.at(-1)?.headers.get('uid')).toBe('joke@example.org');
    expect(localStorage.getItem('voluntr-session')).toContain('joke@example.org');
    expect(localStorage.getItem('voluntr-session')).not.toContain('access');
  });
});

describe('signing out', () => {
  test.each([204, 500])(
    'drops the credentials at once when the server answers %i, the rest after 500 ms',
    async (status) => {
      fakeServer({ 'DELETE /auth/sign_out': { status } });
      credentials.value = { client: 'c', uid: 'u' };
      currentUser.value = { id: '1' } as never;
      organizations.value = [organization('1', 'School')];
      const done = signOut();
      await vi.advanceTimersByTimeAsync(0);
      await done;
      expect(credentials.value).toBeNull();
      expect(currentUser.value).not.toBeNull();
      vi.advanceTimersByTime(499);
      expect(currentUser.value).not.toBeNull();
      vi.advanceTimersByTime(1);
      expect(currentUser.value).toBeNull();
      expect(organizations.value).toEqual([]);
    },
  );
});

describe('a session that cannot be loaded', () => {
  test.each([
    ['the user is refused', { '/api/v1/current_user': { status: 401, document: {} } }, 'refused'],
    ['the organisations fail', { '/api/v1/current_organizations': { status: 404, document: {} } }, 'refused'],
    ['the user fails otherwise', { '/api/v1/current_user': { status: 400, document: {} } }, 'failed'],
  ])('%s', async (_, answers, status) => {
    const server = fakeServer();
    letIn(server, 'volunteer');
    for (const [address, answer] of Object.entries(answers)) server.answer(address, answer);
    credentials.value = { client: 'c', uid: 'u' };
    await loadSession();
    expect(sessionStatus.value).toBe(status);
  });

  test.each(['session_expired', 'not_signed_in'])('is noticed at any call that says %s', async (code) => {
    const server = fakeServer();
    letIn(server, 'volunteer');
    credentials.value = { client: 'c', uid: 'u' };
    await loadSession();
    expect(sessionStatus.value).toBe('success');
    const over = { status: 401, document: { errors: [{ code }] } };
    server.answer('/api/v1/current_user', over);
    server.answer('/api/v1/vacancies', over);
    await expect(get('/vacancies')).rejects.toThrow();
    await vi.waitFor(() => expect(sessionStatus.value).toBe('refused'));
  });

  test('being offline signs nobody out', async () => {
    credentials.value = { client: 'c', uid: 'u' };
    const done = loadSession();
    await vi.runAllTimersAsync();
    await done;
    expect(sessionStatus.value).toBe('failed');
    expect(credentials.value).not.toBeNull();
  });
});
