// A screen that is not somebody's own says so, and shows the way on: never an empty list, never somebody else's form.
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const bare = { meta: { can: ['favorite'], transitions: [] } };

const server = () =>
  fakeServer({
    '/api/v1/organizations': listOf([]),
    '/api/v1/vacancies': listOf([]),
    '/api/v1/organizations/1': oneOf(wire('organizations', '1', { name: 'Taalhuis' }, bare)),
    '/api/v1/vacancies/4': oneOf(wire('vacancies', '4', { title: 'Taalmaatje', organization_id: '1' }, bare)),
    '/api/v1/vacancies/4/history': { status: 403, document: { errors: [{ code: 'forbidden' }] } },
    '/api/v1/mail_previews': { status: 403, document: { errors: [{ code: 'forbidden' }] } },
  });

test.each([
  ['/organizations/approve'],
  ['/organizations/1/edit'],
  ['/vacancies'],
  ['/vacancies/4/edit'],
  ['/users'],
  ['/test/mails'],
])('a volunteer is told that %s is not theirs', async (path) => {
  await render(path, { as: 'volunteer', server: server() });
  expect(await screen.findByRole('heading', { name: 'Geen toegang' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Terug naar de homepage' })).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});
