import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const LIST = '/api/v1/places';
const place = (attributes = {}) =>
  wire(
    'places',
    '7',
    {
      name: 'Buurthuis De Linde',
      address: {
        street: 'Lindeplein',
        house_number: '4',
        postal_code: '5310 AB',
        city: 'Lindewaard',
        country: 'NL',
      },
      is_step_free: true,
      has_accessible_toilet: false,
      has_disabled_parking: false,
      has_hearing_loop: true,
      has_quiet_room: false,
      directions: null,
      organization_id: null,
      ...attributes,
    },
    { meta: { can: ['update', 'delete'] } },
  );
const open = async (rows = [place()]) => {
  const server = fakeServer({
    [LIST]: listOf(rows, { meta: { can: ['create'] } }),
    [`POST ${LIST}`]: oneOf(place()),
    [`PATCH ${LIST}/7`]: oneOf(place()),
  });
  await render('/organizations/places', { as: 'admin', server });
  return server;
};
const sent = (server: ReturnType<typeof fakeServer>, method: string) =>
  server.calls.find((call) => call.method === method)?.body;

test('a place says where it is and how accessible', async () => {
  await open();
  await screen.findByText('Buurthuis De Linde');
  expect(screen.getByText('Lindeplein 4 · 5310 AB Lindewaard')).toBeTruthy();
  expect(screen.getByText('Zonder drempels of treden, Ringleiding')).toBeTruthy();
});

test('a new place is sent as attributes of the api, what is empty as nothing', async () => {
  const server = await open([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Locatie toevoegen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText(/^Naam/), ' Bibliotheek ');
  await userEvent.type(dialog.getByLabelText(/Plaats|Woonplaats/), 'Lindewaard');
  await userEvent.click(dialog.getByLabelText('Ringleiding'));
  await userEvent.click(dialog.getByRole('button', { name: 'Locatie opslaan' }));
  await waitFor(() => expect(sent(server, 'POST')).toBeTruthy());
  expect(sent(server, 'POST')).toMatchObject({
    data: {
      type: 'places',
      attributes: {
        name: 'Bibliotheek',
        address: { street: null, city: 'Lindewaard' },
        has_hearing_loop: true,
        is_step_free: false,
        directions: null,
      },
    },
  });
});

test('an edited place starts with what it is', async () => {
  const server = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Buurthuis De Linde wijzigen' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Zonder drempels of treden').checked).toBe(true);
  const number = dialog.getByLabelText<HTMLInputElement>(/Huisnummer/);
  expect(number.value).toBe('4');
  await userEvent.clear(number);
  await userEvent.type(number, '6');
  await userEvent.click(dialog.getByRole('button', { name: 'Locatie opslaan' }));
  await waitFor(() => expect(sent(server, 'PATCH')).toBeTruthy());
  expect(sent(server, 'PATCH')).toMatchObject({
    data: { attributes: { address: { street: 'Lindeplein', house_number: '6' }, has_hearing_loop: true } },
  });
});
