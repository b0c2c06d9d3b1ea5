// One cache for all screens: shared, cancelled, changed before the server has answered, and typed.
import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../testing/fake-server.ts';
import { forgetAll, overlay } from './cache.ts';
import { useMutation, useResource, useResourceList } from './hooks.ts';
import { queryOf } from './params.ts';
import { removeResource, send, updateResource } from './requests.ts';
import { STAFF_CALLS } from './staff-calls.ts';

beforeEach(forgetAll);

const two = () =>
  listOf([wire('vacancies', '1', { title: 'Een' }), wire('vacancies', '2', { title: 'Twee' })]);

describe('one cache', () => {
  test('two that ask the same share one call and one answer', async () => {
    const server = fakeServer({ '/api/v1/vacancies': two() });
    const one = renderHook(() => useResourceList('vacancies', { sort: 'title' })).result;
    const other = renderHook(() => useResourceList('vacancies', { sort: 'title' })).result;
    await waitFor(() => expect(other.current.items).toHaveLength(2));
    expect(one.current.items).toBe(other.current.items);
    expect(server.calls).toHaveLength(1);
  });

  test('what changed elsewhere is changed in each list and on its own screen', async () => {
    fakeServer({
      '/api/v1/vacancies': two(),
      '/api/v1/vacancies/1': oneOf(wire('vacancies', '1', { title: 'Een' })),
      'PATCH /api/v1/vacancies/1': oneOf(wire('vacancies', '1', { title: 'Nieuw' })),
    });
    const list = renderHook(() => useResourceList('vacancies')).result;
    const item = renderHook(() => useResource('vacancies', '1')).result;
    await waitFor(() =>
      expect([list.current.items[0]?.title, item.current.item?.title]).toEqual(['Een', 'Een']),
    );
    await act(() => updateResource('vacancies', '1', { title: 'Nieuw' }));
    expect([list.current.items[0]?.title, item.current.item?.title]).toEqual(['Nieuw', 'Nieuw']);
  });

  test('what was removed is in no list', async () => {
    fakeServer({ '/api/v1/vacancies': two(), 'DELETE /api/v1/vacancies/1': { status: 204 } });
    const list = renderHook(() => useResourceList('vacancies')).result;
    await waitFor(() => expect(list.current.items).toHaveLength(2));
    await act(() => removeResource('vacancies', '1'));
    expect(list.current.items.map(({ id }) => id)).toEqual(['2']);
  });

  test('the next page comes below the first', async () => {
    fakeServer({
      '/api/v1/vacancies': ({ address }) =>
        listOf([wire('vacancies', address.includes('page[number]=2') ? '2' : '1')], {
          meta: { total: 2, page: address.includes('page[number]=2') ? 2 : 1, pages: 2 },
        }),
    });
    const list = renderHook(() => useResourceList('vacancies', { page: { size: 1 } })).result;
    await waitFor(() => expect(list.current.items).toHaveLength(1));
    await act(() => list.current.more());
    expect(list.current.items.map(({ id }) => id)).toEqual(['1', '2']);
  });
});

test('a form begins with what the server has now, not with what was kept', async () => {
  let title = 'Oud';
  fakeServer({ '/api/v1/vacancies/1': () => oneOf(wire('vacancies', '1', { title })) });
  const before = renderHook(() => useResource('vacancies', '1'));
  await waitFor(() => expect(before.result.current.item?.title).toBe('Oud'));
  before.unmount();
  title = 'Nieuw';
  const seen: (string | undefined)[] = [];
  const { result } = renderHook(() => {
    const { item } = useResource('vacancies', '1', {}, { isNew: true });
    seen.push(item?.title);
    return item;
  });
  await waitFor(() => expect(result.current?.title).toBe('Nieuw'));
  expect(seen).not.toContain('Oud');
});

test('who leaves before the answer is there gives up the call', async () => {
  const stops: (AbortSignal | null | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    stops.push(signal);
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  });
  const { unmount } = renderHook(() => useResourceList('vacancies'));
  await waitFor(() => expect(stops).toHaveLength(1));
  expect(stops[0]?.aborted).toBe(false);
  unmount();
  expect(stops[0]?.aborted).toBe(true);
});

test('another question gives up the one before, and shows what was there until it is answered', async () => {
  fakeServer({
    '/api/v1/vacancies': two(),
    '/api/v1/vacancies?sort=title': listOf([wire('vacancies', '3')]),
  });
  const { result, rerender } = renderHook(
    ({ sort }: { sort?: 'title' }) => useResourceList('vacancies', sort ? { sort } : {}),
    { initialProps: {} },
  );
  await waitFor(() => expect(result.current.items).toHaveLength(2));
  rerender({ sort: 'title' });
  expect(result.current.items).toHaveLength(2);
  await waitFor(() => expect(result.current.items.map(({ id }) => id)).toEqual(['3']));
});

test('a change shows at once, and is taken back when the server refuses', async () => {
  let refuse = (): void => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  fakeServer({
    '/api/v1/vacancies': two(),
    'PUT /api/v1/vacancies/1/transition': async () => {
      await refused;
      return { status: 422, document: { errors: [{ code: 'invalid_transition' }] } };
    },
  });
  const { result } = renderHook(() => ({
    list: useResourceList('vacancies'),
    step: useMutation(
      (id: string) => send(STAFF_CALLS.vacancyStep, { id, body: { event: 'fill' } }),
      (id) => overlay({ type: 'vacancies', id }, { status: 'filled' }),
    ),
  }));
  await waitFor(() => expect(result.current.list.items).toHaveLength(2));
  let failed: Promise<unknown> = Promise.resolve();
  act(() => {
    failed = result.current.step.run('1').catch((cause: unknown) => cause);
  });
  expect(result.current.list.items[0]).toMatchObject({ title: 'Een', status: 'filled' });
  expect(result.current.step.status).toBe('pending');
  refuse();
  await act(() => failed);
  expect(result.current.list.items[0]?.status).toBeUndefined();
  expect(result.current.step.status).toBe('error');
});

test('a filter, an order, a relation and a field that the server does not have fail the types', () => {
  // @ts-expect-error: no such filter
  queryOf<'vacancies'>({ filter: { colourEq: 'red' } });
  // @ts-expect-error: no such state
  queryOf<'vacancies'>({ filter: { statusEq: 'lost' } });
  // @ts-expect-error: no such order
  queryOf<'vacancies'>({ sort: 'colour' });
  // @ts-expect-error: no such relation
  queryOf<'vacancies'>({ include: 'owner' });
  // @ts-expect-error: no such attribute
  queryOf<'vacancies'>({ fields: { vacancies: ['colour'] } });
  expect(
    queryOf<'vacancies'>({
      filter: { statusIn: ['draft'] },
      sort: ['-created_at', 'title'],
      include: 'contactPerson',
    }),
  ).toMatchObject({ 'filter[status_in]': ['draft'], sort: '-created_at,title', include: 'contact_person' });
});
