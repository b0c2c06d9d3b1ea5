import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeAnswer, fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import type { Person } from '../../testing/people.ts';
import { render } from '../../testing/render.tsx';

const VACANCY = wire('vacancies', '12', {
  title: 'Pakketten rondbrengen',
  status: 'published',
  summary: 'Breng warme kleren rond.',
  description: '<p>In december.</p>',
  requirements: [],
  published_at: '2026-01-01T00:00:00Z',
  age_group_ids: [],
  activity_type_ids: [],
  tags: [],
  languages: [],
  required_checks: [],
  questions: [],
  contact_phone_visible: false,
  organization_id: '3',
  organization_name: 'Stichting Winterhulp',
  response_days: null,
});

async function openDialog(as: Person = 'visitor', answer: FakeAnswer = { status: 204 }, vacancy = VACANCY) {
  const server = fakeServer({
    '/api/v1/vacancies/12': oneOf(vacancy),
    '/api/v1/vacancies/12/similar': listOf([]),
    '/api/v1/vacancies': listOf([]),
    '/api/v1/applications': listOf([]),
    '/api/v1/taxonomies/activity_types': listOf([]),
    '/api/v1/taxonomies/age_groups': listOf([]),
  });
  server.answer('POST /api/v1/abuse_reports', answer);
  await render('/vacancies/12', { as, server });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Klopt er iets niet? Melden' }));
  const dialog = await screen.findByRole('dialog', { name: 'Iets melden' });
  const reports = () =>
    server.calls.filter(({ method, address }) => method === 'POST' && address.endsWith('/abuse_reports'));
  const send = () => user.click(within(dialog).getByRole('button', { name: 'Melden' }));
  return { user, dialog: within(dialog), reports, send };
}

test('a visitor reports a vacancy, with an address to answer to', async () => {
  const { user, dialog, reports, send } = await openDialog();
  expect(dialog.getByText('Over de vacature ‘Pakketten rondbrengen’')).toBeTruthy();
  expect(dialog.getByText('Ben je in gevaar? Bel 112.')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: /Geld of oplichting/ }));
  await user.type(dialog.getByLabelText(/E-mailadres/), 'joke@example.nl');
  await send();
  const thanks = await screen.findByRole('dialog', { name: 'Bedankt dat je dit hebt gemeld' });
  expect(thanks.textContent).toContain('Je krijgt een mail');
  expect(reports()).toHaveLength(1);
  expect(reports()[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  expect(reports()[0]?.body).toEqual({
    data: {
      attributes: {
        subject_type: 'vacancies',
        subject_id: '12',
        category: 'money',
        body: '',
        email: 'joke@example.nl',
      },
    },
  });
  await user.click(within(thanks).getAllByRole('button', { name: 'Sluiten' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('nothing is sent without a category, nor what is misleading without a text', async () => {
  const { user, dialog, reports, send } = await openDialog();
  await send();
  expect(await dialog.findByRole('alert')).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: /misleidend/ }));
  await send();
  await waitFor(() =>
    expect(dialog.getByLabelText(/Wat is er gebeurd/).getAttribute('aria-invalid')).toBe('true'),
  );
  expect(reports()).toHaveLength(0);
  await user.type(dialog.getByLabelText(/Wat is er gebeurd/), 'Het is betaald werk.');
  await send();
  const thanks = await screen.findByRole('dialog', { name: /Bedankt/ });
  expect(thanks.textContent).toContain('Daarom sturen we je geen antwoord');
});

test('who is signed in is not asked for an address, and reads that their name stays private', async () => {
  const { user, dialog, reports, send } = await openDialog('volunteer');
  expect(dialog.queryByLabelText(/E-mailadres/)).toBeNull();
  expect(dialog.getByText(/Wie je meldt, ziet je naam niet/)).toBeTruthy();
  await user.click(dialog.getByRole('radio', { name: /Reclame of spam/ }));
  await send();
  expect((await screen.findByRole('dialog', { name: /Bedankt/ })).textContent).toContain(
    'Je krijgt een mail',
  );
  expect(reports()[0]?.body).not.toHaveProperty('data.attributes.email');
});

test('what the server refuses is said, and what was typed stays', async () => {
  const { user, dialog, send } = await openDialog('visitor', {
    status: 429,
    document: {
      errors: [
        { status: '429', code: 'rate_limited', title: 'Te vaak', detail: 'Probeer het over een uur.' },
      ],
    },
  });
  await user.click(dialog.getByRole('radio', { name: /Onveilig/ }));
  await user.type(dialog.getByLabelText(/Wat is er gebeurd/), 'Ik voelde me niet veilig.');
  await send();
  expect(await dialog.findByText('Probeer het over een uur.')).toBeTruthy();
  expect((dialog.getByLabelText(/Wat is er gebeurd/) as HTMLTextAreaElement).value).toContain('niet veilig');
});

test('a request for help is called so', async () => {
  const { attributes } = VACANCY;
  const asked = wire('vacancies', '12', { ...attributes, is_help_request: true });
  const { dialog } = await openDialog('visitor', undefined, asked);
  expect(dialog.getByText('Over de hulpvraag ‘Pakketten rondbrengen’')).toBeTruthy();
});
