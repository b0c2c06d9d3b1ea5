// An import on a screen: of another it is read, and one whose report is no longer true is shown anew.
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { type FakeServer, fakeServer, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { current } from './imports.store.ts';

const report = (known: number) => ({
  is_readable: true,
  new: 3 - known,
  known,
  repeated: 0,
  faulty: 0,
  faults: [],
  people: [],
  organizations: [],
});

const found = (can: string[], known = 0) =>
  wire(
    'imports',
    '7',
    {
      resource: 'users',
      file_name: 'mensen.csv',
      state: 'uploaded',
      columns: [{ header: 'email', samples: ['jan@example.org'], field: 'email' }],
      rows: 3,
      report: report(known),
      result: null,
    },
    { meta: { can } },
  );

async function open(server: FakeServer): Promise<void> {
  await render('/users/import?id=7&step=check', { as: 'admin', server });
  await screen.findByRole('heading', { name: /3 regels/ });
}

beforeEach(() => {
  current.value = null;
});

test('the import of a colleague is read and not run', async () => {
  await open(fakeServer({ '/api/v1/imports/7': oneOf(found(['delete'])) }));
  expect(await screen.findByText(/Een collega heeft deze import gemaakt/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /toevoegen/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /kolommen/i })).toBeNull();
});

test('a report that is no longer true is shown anew before anybody is added', async () => {
  const server = fakeServer({ '/api/v1/imports/7': oneOf(found(['update', 'delete'])) });
  await open(server);
  expect(screen.queryByText(/Een collega/)).toBeNull();
  const detail = 'De lijst geeft nu een andere uitkomst dan je zag.';
  server.answer('POST /api/v1/imports/7/run', {
    status: 412,
    document: { errors: [{ status: '412', code: 'report_changed', detail }] },
  });
  server.answer('/api/v1/imports/7', oneOf(found(['update', 'delete'], 1)));
  await userEvent.click(screen.getByRole('button', { name: '3 mensen toevoegen' }));
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(await screen.findByRole('button', { name: '2 mensen toevoegen' })).toBeTruthy();
});

test('many organisations are taken in while the page says how far it is', async () => {
  const running = (state: string, processed: number) =>
    wire('imports', '8', {
      resource: 'organizations',
      file_name: 'organisaties.csv',
      state,
      columns: [],
      rows: 5000,
      report: { ...report(0), new: 5000 },
      processed,
      result: state === 'done' ? { added: 5000, invited: 0, known: 0, repeated: 0, faulty: 0 } : null,
    });
  const server = fakeServer({ '/api/v1/imports/8': oneOf(running('running', 1200)) });
  await render('/organizations/import?id=8&step=check', { as: 'admin', server });
  expect(await screen.findByText('1.200 van de 5.000 organisaties zijn toegevoegd.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /toevoegen/ })).toBeNull();
  server.answer('/api/v1/imports/8', oneOf(running('done', 5000)));
  expect(await screen.findByText(/5.000 organisaties zijn toegevoegd/, {}, { timeout: 4000 })).toBeTruthy();
});
