// The pages to try things on: each shows what the part itself did.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** What stands behind a name. */
const fact = (name: string): string | null | undefined =>
  screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent;

const refusal = (status: number, code: string, pointer?: string) => ({
  status,
  document: {
    errors: [
      {
        status: String(status),
        code,
        title: 'Geweigerd',
        detail: 'Dit klopt niet.',
        ...(pointer ? { source: { pointer } } : {}),
      },
    ],
  },
});

test('an answer of the API is shown with its status, and so is a refusal', async () => {
  const server = fakeServer({
    '/api/v1/taxonomies?page[size]=3': listOf([wire('taxonomies', '1', { name: 'Zorg' })]),
  });
  await render('/test/api', { as: 'volunteer', server });
  await press('/taxonomies?page[size]=3');
  await waitFor(() => expect(fact('Status')).toBe('200'));
  expect(screen.getByRole('group', { name: 'Het hele antwoord' }).textContent).toContain('"Zorg"');
  await press('/vacancies/0');
  await waitFor(() => expect(fact('Status')).toBe('404'));
  expect(screen.getByRole('group', { name: 'Het hele antwoord' }).textContent).toContain('not_found');
});

test('only an address below the API is asked', async () => {
  const { server } = await render('/test/api', { as: 'volunteer' });
  const before = server.calls.length;
  const path = await screen.findByRole('textbox', { name: 'Adres' });
  await userEvent.clear(path);
  await userEvent.type(path, '//elders.example/x');
  await press('Versturen');
  expect((await screen.findAllByText(/Begin met één schuine streep/)).length).toBeGreaterThan(0);
  expect(server.calls.length).toBe(before);
});

test('the session says until when it holds', async () => {
  const session = (id: string, isCurrent: boolean) =>
    wire('sessions', id, {
      device: `Firefox ${id}`,
      created_at: '2026-11-01T10:00:00Z',
      used_at: '2026-11-02T10:00:00Z',
      expires_at: '2026-12-24T10:00:00Z',
      is_current: isCurrent,
      is_impersonation: false,
    });
  const server = fakeServer({
    '/api/v1/sessions': listOf([session('1', false), session('2', true)]),
    '/auth/second_factor': oneOf(
      wire('second_factors', '7', {
        required: true,
        is_set_up: true,
        is_verified: false,
        totp: true,
        passkeys: [],
        recovery_codes_left: 8,
      }),
    ),
  });
  await render('/test/auth', { as: 'admin', server });
  expect(await screen.findByText('Firefox 2')).toBeTruthy();
  expect(fact('Verloopt')).toContain('24 december 2026');
  expect(fact('Andere apparaten')).toBe('1');
  await waitFor(() => expect(fact('Herstelcodes over')).toBe('8'));
  expect(fact('Bevestigd in deze sessie')).toBe('Nee');
});

test('organisations that look alike are told with what is the same', async () => {
  const server = fakeServer({
    '/api/v1/organizations': listOf([wire('organizations', '42', { name: 'Buurtzorg' })]),
    '/api/v1/organizations/42/duplicates': listOf([
      wire('organizations', '43', { name: 'Buurtzorg West' }, { meta: { reasons: ['kvk_number'] } as never }),
    ]),
  });
  await render('/test/dupe', { as: 'admin', server });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Organisatie' }), '42');
  await press('Dubbelingen zoeken');
  expect(await screen.findByText('zelfde KvK-nummer')).toBeTruthy();
  expect(screen.getByText('1 organisatie gevonden')).toBeTruthy();
});

test('who does not decide on organisations is told so', async () => {
  const server = fakeServer({
    '/api/v1/organizations': listOf([wire('organizations', '42', { name: 'Buurtzorg' })]),
    '/api/v1/organizations/42/duplicates': refusal(403, 'forbidden'),
  });
  await render('/test/dupe', { as: 'volunteer', server });
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Organisatie' }), '42');
  await press('Dubbelingen zoeken');
  expect(await screen.findByText(/mag deze organisatie niet beoordelen/)).toBeTruthy();
});

test('what the server refuses stands at its field', async () => {
  const server = fakeServer({
    'PATCH /api/v1/current_user': refusal(422, 'invalid', '/data/attributes/phone_number'),
  });
  await render('/test/form', { as: 'volunteer', server });
  await userEvent.type(await screen.findByRole('textbox', { name: /Telefoonnummer/ }), '12');
  await press('Naar de server sturen');
  const phone = screen.getByRole('textbox', { name: /Telefoonnummer/ });
  await waitFor(() => expect(phone.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByRole('textbox', { name: /Voornaam/ }).getAttribute('aria-invalid')).not.toBe('true');
});

test('a step opens when the one before it is right, whatever the address says', async () => {
  await render('/test/step-form?step=check', { as: 'volunteer' });
  expect(await screen.findByRole('form', { name: 'Wie' })).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Naam' }), 'Joke');
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'joke@example.org');
  await press('Volgende');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Dag' }), '31-03-2027');
  await press('Volgende');
  expect(await screen.findByText('31 maart 2027')).toBeTruthy();
  await press('Afronden');
  expect((await screen.findAllByText(/Vink dit aan/)).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('checkbox', { name: /Alles klopt/ }));
  await press('Afronden');
  expect(await screen.findByRole('group', { name: 'Ingevulde gegevens' })).toBeTruthy();
});

test('steps in any order: one is skipped, and what is wrong in an earlier one is told at the end', async () => {
  await render('/test/step-form-2?step=check', { as: 'volunteer' });
  await userEvent.click(await screen.findByRole('checkbox', { name: /Alles klopt/ }));
  await press('Afronden');
  const fault = await screen.findByRole('link', { name: 'Wie: Naam' });
  expect(screen.queryByRole('link', { name: /Wanneer: / })).toBeNull();
  await userEvent.click(fault);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Naam' }), 'Joke');
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mailadres' }), 'joke@example.org');
  expect(screen.queryByRole('link', { name: 'Wie: Naam' })).toBeNull();
  await press('Volgende');
  await userEvent.click(await screen.findByRole('link', { name: 'Stap overslaan' }));
  await press('Afronden');
  expect(await screen.findByRole('group', { name: 'Ingevulde gegevens' })).toBeTruthy();
});

test('a day outside its bounds is refused', async () => {
  await render('/test/datepicker', { as: 'volunteer' });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Dag' }), '1-1-2020');
  expect(fact('Voor de server')).toBe('2020-01-01');
  await press('Dag controleren');
  expect((await screen.findAllByText(/of later\./)).length).toBeGreaterThan(0);
});

test('the api module maps an error, and gives up a call', async () => {
  const server = fakeServer({
    '/api/v1/vacancies': listOf([wire('vacancies', '5', { title: 'Voorlezen' })]),
    '/api/v1/vacancies/5': oneOf(wire('vacancies', '5', { title: 'Voorlezen' })),
  });
  await render('/test/dollar-api', { as: 'volunteer', server });
  expect((await screen.findAllByText('Voorlezen')).length).toBeGreaterThan(0);
  await press('Vacature vragen');
  expect(await screen.findByText('Pagina niet gevonden')).toBeTruthy();
  expect(fact('Soort fout')).toBe('ApiError');
});

test('the signals of the session change as one chooses', async () => {
  await render('/test/user-store', { as: 'admin' });
  const choice = await screen.findByRole('combobox', { name: 'Organisatie waarvoor je werkt' });
  await userEvent.selectOptions(choice, 'me');
  expect(selectedOrganizationId.value).toBe('me');
  expect(fact('isForOneself')).toBe('true');
  expect(await screen.findByText(/isForOneself: false → true/)).toBeTruthy();
});

test('a form is drawn from what is typed, and a fault in it is told', async () => {
  await render('/test/formbuilder', { as: 'volunteer' });
  const form = await screen.findByRole('form', { name: 'Formulier' });
  expect(within(form).queryByRole('textbox', { name: /Waar was dat/ })).toBeNull();
  await userEvent.click(within(form).getByRole('radio', { name: 'Ja' }));
  expect(await within(form).findByRole('textbox', { name: /Waar was dat/ })).toBeTruthy();
  const json = screen.getByRole('textbox', { name: 'Vragen in JSON' });
  await userEvent.clear(json);
  expect(await screen.findByText('Dit is geen geldige JSON.')).toBeTruthy();
  await userEvent.paste('[{"key": "a", "text": "Wat eet je?", "questionType": "text"}]');
  expect(await screen.findByRole('textbox', { name: /Wat eet je/ })).toBeTruthy();
});

test.each([
  ['404', 'Pagina niet gevonden'],
  ['403', 'Geen toegang'],
  ['422', 'Dat is niet gelukt (foutcode: 422)'],
])('what the server refuses with %s takes the screen', async (status, title) => {
  const server = fakeServer({
    '/api/v1/mail_previews': refusal(403, 'forbidden'),
    'PATCH /api/v1/current_user': refusal(422, 'invalid'),
  });
  await render('/test/server-error', { as: 'volunteer', server });
  await press(`${status} vragen`);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});

test('who may have it is told that the server did not refuse', async () => {
  const server = fakeServer({ '/api/v1/mail_previews': listOf([]) });
  await render('/test/server-error', { as: 'admin', server });
  await press('403 vragen');
  expect(await screen.findByText(/De server weigerde niet/)).toBeTruthy();
});
