// The editor of a mail: what is typed, what is wrong with it, what is sent, and what nobody loses.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { oneOf, wire } from '../../testing/fake-server.ts';
import {
  API,
  attributes,
  attributesOf,
  BODY,
  body,
  KIND,
  OWN,
  open,
  saveButton,
  sent,
  serverWithMail,
  show,
  subject,
  type,
} from '../../testing/mail-editor.tsx';

afterEach(() => localStorage.clear());

test('what is typed is previewed and saved against the version that was read', async () => {
  const server = serverWithMail();
  await open(server);
  expect(screen.getByRole('heading', { level: 1, name: 'We hebben je aanmelding ontvangen' })).toBeTruthy();
  expect(screen.getByText('Aan de vrijwilliger')).toBeTruthy();
  expect(await screen.findByText('Je aanmelding voor Taalmaatje')).toBeTruthy();
  // A preview is no state of the mail.
  expect(subject().value).toBe('Je aanmelding');
  const frame = screen.getByTitle<HTMLIFrameElement>('Voorbeeld van de mail');
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
  expect(screen.queryByRole('button', { name: 'Mailtekst opslaan' })).toBeNull();

  type(subject(), 'Gelukt: {{ vacancy_title }}');
  await waitFor(() =>
    expect(attributesOf(sent(server, 'POST', '/preview').at(-1))).toEqual({
      subject: 'Gelukt: {{ vacancy_title }}',
      intro: null,
      body: BODY,
    }),
  );
  expect(subject().value).toBe('Gelukt: {{ vacancy_title }}');

  show(server, 'nl', { ...OWN, subject: 'Gelukt: {{ vacancy_title }}' }, '"2"');
  await userEvent.click(saveButton());
  expect(await screen.findByText('De mailtekst is opgeslagen')).toBeTruthy();
  const [patch] = sent(server, 'PATCH', '');
  expect(patch?.address).toBe(`${API}?locale=nl`);
  expect(patch?.headers.get('If-Match')).toBe('"1"');
  expect(attributesOf(patch)).toEqual({ subject: 'Gelukt: {{ vacancy_title }}' });
  expect(await screen.findByText('Eigen tekst van Meedoen in Lindewaard')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mailtekst opslaan' })).toBeNull();
});

test('a placeholder that is not known is named at the text, with what was probably meant', async () => {
  const server = serverWithMail();
  await open(server);
  type(body(), `Hallo {{ organisatienaam }}\n${BODY}`);
  const field = body();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const text = /‘organisatienaam’ kunnen we niet invullen\. Bedoel je Naam van de organisatie\?/;
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: '‘organisatienaam’' })).toBeTruthy();
  expect(screen.getByText('1 ding moet je eerst oplossen.')).toBeTruthy();
  expect(saveButton().getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(saveButton());
  expect(sent(server, 'PATCH', '')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Vervangen' }));
  expect(body().value).toBe(`Hallo {{ organization_name }}\n${BODY}`);
  expect(body().getAttribute('aria-invalid')).toBeNull();
});

test('what must stay is put back at the cursor', async () => {
  await open();
  type(body(), 'Kijk op [je aanmelding]({{ path }})');
  expect(screen.getByText('‘Titel van de vacature’ moet in de tekst blijven.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Invoegen' }));
  expect(body().value).toContain('{{ vacancy_title }}');
  expect(saveButton().getAttribute('aria-disabled')).toBeNull();
});

test('a press on a placeholder puts it where the cursor was last', async () => {
  await open();
  const field = subject();
  field.focus();
  field.setSelectionRange(3, 3);
  fireEvent.select(field);
  const name = 'Titel van de vacature invoegen, Moet blijven';
  await userEvent.click(screen.getByRole('button', { name }));
  expect(subject().value).toBe('Je {{ vacancy_title }}aanmelding');
  expect(screen.getByText('Titel van de vacature ingevoegd')).toBeTruthy();
});

test('what the server refuses stands at its text, and goes once that changes', async () => {
  const server = serverWithMail();
  server.answer(`PATCH ${API}`, {
    status: 422,
    document: {
      errors: [
        {
          status: '422',
          code: 'invalid',
          detail: 'Sluit elke voorwaarde af.',
          source: { pointer: '/data/attributes/body' },
          meta: { rule: 'template', placeholder: '' },
        },
      ],
    },
  });
  await open(server);
  type(body(), `${BODY} {% if position %}`);
  await userEvent.click(saveButton());
  expect(await screen.findByText(/Deze tekst kan niet worden verstuurd/)).toBeTruthy();
  expect(body().value).toBe(`${BODY} {% if position %}`);
  type(body(), `${BODY}!`);
  expect(screen.queryByText(/Deze tekst kan niet worden verstuurd/)).toBeNull();
});

test('a colleague was faster: nothing is lost, and one of the two is chosen', async () => {
  const server = serverWithMail();
  server.answer(`PATCH ${API}`, {
    status: 412,
    document: { errors: [{ status: '412', code: 'precondition_failed' }] },
  });
  await open(server);
  type(subject(), 'Van mij');
  show(server, 'nl', { ...OWN, subject: 'Van een collega' }, '"9"');
  await userEvent.click(saveButton());
  expect(await screen.findByText('Een collega heeft deze tekst net gewijzigd')).toBeTruthy();
  expect(subject().value).toBe('Van mij');
  const notice = screen
    .getByText('Een collega heeft deze tekst net gewijzigd')
    .closest('.notice') as HTMLElement;
  await userEvent.click(within(notice).getByRole('button', { name: 'Verschil bekijken' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Van een collega');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sluiten' }));
  server.answer(`PATCH ${API}`, oneOf(wire('notification_templates', KIND, attributes('nl', OWN))));
  await userEvent.click(within(notice).getByRole('button', { name: 'Mijn tekst opslaan' }));
  await waitFor(() => expect(sent(server, 'PATCH', '')).toHaveLength(2));
  expect(sent(server, 'PATCH', '')[1]?.headers.get('If-Match')).toBe('"9"');
});

test('both languages are saved, and the other one says that it waits', async () => {
  const server = serverWithMail();
  const { router } = await open(server);
  type(subject(), 'Gelukt');
  await userEvent.click(screen.getByRole('link', { name: 'Engels' }));
  await waitFor(() => expect(router.state.location.search).toBe('?locale=en'));
  expect(subject().value).toBe('Your application');
  expect(subject().lang).toBe('en');
  expect(screen.getByRole('link', { name: /^Nederlands ?, nog niet opgeslagen$/ })).toBeTruthy();
  type(subject(), 'Done');
  await userEvent.click(saveButton());
  await waitFor(() =>
    expect(sent(server, 'PATCH', '').map(({ address }) => address)).toEqual([
      `${API}?locale=nl`,
      `${API}?locale=en`,
    ]),
  );
});

test('what was typed is there again after a reload, and can be thrown away', async () => {
  const { unmount } = await open();
  type(subject(), 'Half af');
  unmount();
  await open();
  expect(subject().value).toBe('Half af');
  await userEvent.click(screen.getByRole('button', { name: 'Wijzigingen weggooien' }));
  expect(subject().value).toBe('Je aanmelding');
  await userEvent.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
  expect(subject().value).toBe('Half af');
});
