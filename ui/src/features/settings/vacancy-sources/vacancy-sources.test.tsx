import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const PATH = '/instellingen/partners';

function source(id: string, attributes: Record<string, unknown>) {
  const row = wire('vacancy_sources', id, {
    url: `https://partner.example.org/${id}.json`,
    organization_id: null,
    paused: false,
    next_at: '2026-11-25T10:00:00Z',
    last_read_at: '2026-11-25T04:00:00Z',
    last_outcome: 'as it was',
    last_failed: false,
    last_result: null,
    ...attributes,
  });
  return { ...row, meta: { can: ['update', 'delete'], transitions: [] } };
}

function serverWith(rows: ReturnType<typeof source>[]) {
  const list = listOf(rows);
  const server = fakeServer();
  server.answer('/api/v1/vacancy_sources', {
    document: {
      ...(list.document as object),
      meta: { total: rows.length, page: 1, size: 100, pages: 1, can: ['create'] },
    },
  });
  return server;
}

test('an admin sees what came of each address, and reads one now or pauses it', async () => {
  const server = serverWith([
    source('1', {
      last_result: {
        added: 2,
        changed: 0,
        unchanged: 5,
        withdrawn: 1,
        faulty: 1,
        problems: ['3 (c): title: is empty'],
      },
    }),
    source('2', { last_failed: true, last_outcome: 'failed: its certificate has expired', paused: true }),
  ]);
  server.answer('PUT /api/v1/vacancy_sources/1/read', oneOf(source('1', {})));
  server.answer('PATCH /api/v1/vacancy_sources/1', oneOf(source('1', { paused: true })));
  await render(PATH, { as: 'admin', server });
  expect(await screen.findByText('2 nieuwe, 1 offline gehaald, 1 met een fout.')).toBeTruthy();
  expect(screen.getByText('3 (c): title: is empty')).toBeTruthy();
  expect(screen.getByText('Ophalen mislukt')).toBeTruthy();
  expect(screen.getByText('failed: its certificate has expired')).toBeTruthy();
  // Who is paused is not read now either.
  expect(screen.getAllByRole('button', { name: 'Nu ophalen' })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Nu ophalen' }));
  await waitFor(() =>
    expect(server.calls.some(({ method, address }) => method === 'PUT' && address.endsWith('/read'))).toBe(
      true,
    ),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Pauzeren' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      data: { attributes: { paused: true } },
    }),
  );
});

test('an address is added', async () => {
  const server = serverWith([]);
  server.answer('POST /api/v1/vacancy_sources', oneOf(source('3', {})));
  await render(PATH, { as: 'admin', server });
  await screen.findByText('Er worden nog geen vacatures van partners opgehaald.');
  await userEvent.click(screen.getByRole('button', { name: 'Adres toevoegen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Adres'), 'https://partner.example.org/v.json');
  await userEvent.click(dialog.getByRole('button', { name: 'Adres opslaan' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      data: { attributes: { url: 'https://partner.example.org/v.json' } },
    }),
  );
});
