import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../testing/fake-server.ts';
import { ApiError, addHeaderSource, addressOf, callsUnderWay, get, offerDocuments, post } from './client.ts';
import { useResourceList } from './hooks.ts';
import { readResource, send, updateResource } from './requests.ts';
import { STAFF_CALLS } from './staff-calls.ts';

describe('an address', () => {
  test('has its keys in order and its brackets as they are', () => {
    expect(addressOf('/vacancies', { sort: '-published_at', 'page[size]': 6, include: 'organization' })).toBe(
      '/api/v1/vacancies?include=organization&page[size]=6&sort=-published_at',
    );
  });

  test('leaves out what is not set and writes lists with commas', () => {
    expect(
      addressOf('/vacancies', { 'filter[tags_in]': ['a', 'b c'], 'filter[q]': '', near: null, age: [] }),
    ).toBe('/api/v1/vacancies?filter[tags_in]=a,b%20c');
  });
});

describe('a call', () => {
  test('carries the headers that lib said', async () => {
    const server = fakeServer({ '/api/v1/users': listOf([]) });
    const stop = addHeaderSource(() => ({ 'X-Tenant': 'demo', client: undefined }));
    await get('/users');
    stop();
    expect(server.calls[0]?.headers.get('X-Tenant')).toBe('demo');
    expect(server.calls[0]?.headers.has('client')).toBe(false);
  });

  test('that makes something carries a key, so that it is made once', async () => {
    const server = fakeServer({ 'POST /api/v1/applications': { status: 201, document: {} } });
    await post('/applications', { postalCode: 'x' });
    expect(server.calls[0]?.headers.get('Idempotency-Key')).toMatch(/[0-9a-f-]{36}/);
    expect(server.calls[0]?.body).toEqual({ postal_code: 'x' });
  });

  test('takes what the server put in the page, once', async () => {
    const server = fakeServer({ '/api/v1/users': listOf([]) });
    offerDocuments({ '/api/v1/users?sort=name': { data: [wire('users', '1')] } });
    expect((await get('/users', { query: { sort: 'name' } })).document.data).toHaveLength(1);
    expect(server.calls).toHaveLength(0);
    await get('/users', { query: { sort: 'name' } });
    expect(server.calls).toHaveLength(1);
  });

  test('does not answer for a thing that the reader may have rights on', async () => {
    const path = '/organizations/1';
    const server = fakeServer();
    server.answer('/api/v1/organizations/1', oneOf(wire('organizations', '1')));
    const offered = { [`/api/v1${path}`]: { data: wire('organizations', '1') } };
    offerDocuments(offered);
    await get(path);
    expect(server.calls).toHaveLength(0);
    const stop = addHeaderSource(() => ({ client: 'a', uid: 'b' }));
    offerDocuments(offered);
    await get(path);
    stop();
    expect(server.calls).toHaveLength(1);
  });
});

describe('trying again', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([408, 409, 425, 429, 500, 502, 503, 504])(
    'a read is tried three times more after %i',
    async (status) => {
      const server = fakeServer({ '/api/v1/users': { status, document: {} } });
      const failed = get('/users').catch((cause: unknown) => cause);
      await vi.runAllTimersAsync();
      expect(((await failed) as ApiError).statusCode).toBe(status);
      expect(server.calls).toHaveLength(4);
      expect(callsUnderWay.value).toBe(0);
    },
  );

  test('with the same key each time', async () => {
    let tries = 0;
    const server = fakeServer({
      'POST /api/v1/applications': () => ({ status: ++tries < 2 ? 503 : 201, document: {} }),
    });
    const made = post('/applications', {});
    await vi.runAllTimersAsync();
    expect((await made).status).toBe(201);
    expect(new Set(server.calls.map((call) => call.headers.get('Idempotency-Key'))).size).toBe(1);
  });

  test.each([400, 401, 403, 404, 422])('not after %i', async (status) => {
    const server = fakeServer({ '/api/v1/users': { status, document: {} } });
    const failed = get('/users').catch((cause: unknown) => cause);
    await vi.runAllTimersAsync();
    expect(await failed).toBeInstanceOf(ApiError);
    expect(server.calls).toHaveLength(1);
  });

  test('not when signing in: that carries no key', async () => {
    const server = fakeServer({ 'POST /auth/sign_in': { status: 503, document: {} } });
    const failed = post('/auth/sign_in', {}).catch((cause: unknown) => cause);
    await vi.runAllTimersAsync();
    await failed;
    expect(server.calls).toHaveLength(1);
  });
});

describe('a failed call', () => {
  test('carries the list of errors of the server', async () => {
    const errors = [
      { status: '422', code: 'taken', detail: 'Bestaat al', source: { pointer: '/data/attributes/email' } },
    ];
    fakeServer({ 'POST /api/v1/users': { status: 422, document: { errors } } });
    const failed = (await post('/users', {}).catch((cause: unknown) => cause)) as ApiError;
    expect(failed.errors).toEqual(errors);
    expect(failed.problems[0]?.field).toBe('email');
    expect(failed.message).toBe('Bestaat al');
    expect(failed.hasCode('taken')).toBe(true);
  });

  test.each([{ code: 'wrong_center' }, { detail: 'You are at the wrong center.' }])(
    'says wrong center: %o',
    async (error) => {
      fakeServer({ 'POST /auth/sign_in': { status: 403, document: { errors: [error] } } });
      await expect(post('/auth/sign_in', {})).rejects.toThrow('wrong center');
    },
  );
});

function show(params?: Parameters<typeof useResourceList<'vacancies'>>[1]) {
  return renderHook(() => useResourceList('vacancies', params)).result;
}

describe('a list', () => {
  test('goes from idle over pending to what the server has', async () => {
    fakeServer({
      '/api/v1/vacancies': listOf([wire('vacancies', '1', { title: 'Een' })], {
        meta: { total: 41, page: 2, size: 20, pages: 3, can: ['create'] },
      }),
    });
    const vacancies = show({ page: { number: 2 } });
    await waitFor(() => expect(vacancies.current.status).toBe('pending'));
    await waitFor(() => expect(vacancies.current.items[0]?.title).toBe('Een'));
    const { status, total, page, pages, can } = vacancies.current;
    expect([status, total, page, pages]).toEqual(['success', 41, 2, 3]);
    expect(can).toEqual(['create']);
  });

  test('says what went wrong and keeps what it had', async () => {
    fakeServer({ '/api/v1/vacancies': { status: 403, document: { errors: [{ code: 'forbidden' }] } } });
    const vacancies = show();
    await waitFor(() => expect(vacancies.current.status).toBe('error'));
    expect(vacancies.current.error?.statusCode).toBe(403);
  });

  test('changes only the version that was read', async () => {
    const server = fakeServer({
      '/api/v1/vacancies/1': {
        document: { data: wire('vacancies', '1', { title: 'Een' }) },
        headers: { ETag: '"v1"' },
      },
      'PATCH /api/v1/vacancies/1': {
        document: { data: wire('vacancies', '1', { title: 'Twee' }) },
        headers: { ETag: '"v2"' },
      },
    });
    await readResource('vacancies', '1');
    expect((await updateResource('vacancies', '1', { title: 'Twee', expiresAt: null })).title).toBe('Twee');
    const patch = server.calls[1];
    expect(patch?.headers.get('If-Match')).toBe('"v1"');
    expect(patch?.body).toEqual({
      data: { type: 'vacancies', id: '1', attributes: { title: 'Twee', expires_at: null } },
    });
  });

  test('follows the answer to an action', async () => {
    fakeServer({
      '/api/v1/vacancies': listOf([wire('vacancies', '1', { status: 'draft' })]),
      'PUT /api/v1/vacancies/1/transition': {
        document: { data: wire('vacancies', '1', { status: 'published' }) },
      },
    });
    const vacancies = show();
    await waitFor(() => expect(vacancies.current.items[0]?.status).toBe('draft'));
    await act(() => send(STAFF_CALLS.vacancyStep, { id: '1', body: { event: 'publish' } }));
    expect(vacancies.current.items[0]?.status).toBe('published');
  });
});
