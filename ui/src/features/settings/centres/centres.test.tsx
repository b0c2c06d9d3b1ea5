import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import { hostIn } from './centres-page.tsx';

test.each([
  ['vrijwilligers.voorbeeld.nl', 'vrijwilligers.voorbeeld.nl'],
  [' https://WWW.Voorbeeld.nl/vacatures?x=1 ', 'www.voorbeeld.nl'],
  ['voorbeeld.nl:8080', 'voorbeeld.nl'],
  ['voorbeeld.nl.', 'voorbeeld.nl'],
])('%s is the host %s', (typed, host) => expect(hostIn(typed)).toBe(host));

test('an admin adds further hosts to a centre, one a line', async () => {
  const centre = wire('volunteer_centers', '2', {
    name: 'Punt Oost',
    host: 'oost.example.nl',
    hosts: ['www.oost.example.nl'],
    is_default: false,
    peer_to_peer: null,
    volunteer_profiles: null,
    activities: null,
    wording: null,
  });
  const server = fakeServer({
    '/api/v1/volunteer_centers': listOf([centre]),
    '/api/v1/volunteer_centers/2': oneOf(centre),
    '/api/v1/tenant_settings/current': oneOf(wire('tenant_settings', '1', { context: 'main' })),
    'PATCH /api/v1/volunteer_centers/2': oneOf(centre),
  });
  await render('/instellingen/centra', { as: 'admin', server });
  expect(await screen.findByText('Ook op: www.oost.example.nl')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Wijzigen' }));
  const dialog = within(await screen.findByRole('dialog'));
  const hosts = dialog.getByLabelText('Andere adressen van de website', { exact: false });
  expect(hosts).toHaveProperty('value', 'www.oost.example.nl');
  await userEvent.type(hosts, '{Enter}https://Oost.nl/');
  await userEvent.click(dialog.getByRole('button', { name: 'Instellingen opslaan' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
      data: { attributes: { host: 'oost.example.nl', hosts: ['www.oost.example.nl', 'oost.nl'] } },
    }),
  );
});
