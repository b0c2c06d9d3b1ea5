import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { organizations } from '../../../lib/session/session.ts';
import { type FakeServer, fakeServer, listOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

/** Somebody of a centre, who is a member of no organisation. */
async function open(server: FakeServer): Promise<void> {
  await render('/account/roles', { server, as: 'coordinator' });
  organizations.value = [];
  navigateTo('/vacancies/add');
}

const organization = (id: number) => wire('organizations', String(id), { name: `Organisatie ${id}` });

test('a centre without an organisation is shown the way to one before it writes anything', async () => {
  const server = fakeServer({ '/api/v1/organizations': listOf([]) });
  await open(server);
  expect(await screen.findByRole('heading', { name: 'Er is nog geen organisatie' })).toBeTruthy();
  expect(screen.queryByLabelText('Titel')).toBeNull();
});

test('a centre chooses among all its organisations, also when they take several pages', async () => {
  const all = Array.from({ length: 120 }, (_, at) => organization(at + 1));
  const server = fakeServer({
    '/api/v1/organizations': ({ address }) => {
      const page = Number(/page\[number\]=(\d+)/.exec(decodeURIComponent(address))?.[1]);
      return listOf(all.slice((page - 1) * 100, page * 100), {
        meta: { total: 120, page, size: 100, pages: 2 },
      });
    },
  });
  await open(server);
  expect(await screen.findByRole('option', { name: 'Organisatie 120' })).toBeTruthy();
});
