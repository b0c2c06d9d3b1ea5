import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { type FakeAnswer, fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import type { Person } from '../../../testing/people.ts';
import { render } from '../../../testing/render.tsx';

const VACANCY = wire('vacancies', '12', {
  title: 'Taalmaatje',
  status: 'published',
  summary: 'Praat samen Nederlands.',
  description: '<p>Jullie drinken koffie.</p>',
  requirements: ['Je hebt geduld'],
  offer: null,
  hours_per_week: 1,
  capacity: null,
  schedule: 'In overleg',
  expenses: null,
  youtube_url: null,
  image_url: null,
  expires_at: '2099-01-01T00:00:00Z',
  published_at: '2026-01-01T00:00:00Z',
  age_group_ids: [],
  activity_type_ids: ['4'],
  tags: [],
  languages: [],
  required_checks: [],
  questions: [],
  online: false,
  min_age: null,
  spots_left: null,
  city: 'Lindewaard',
  latitude: null,
  longitude: null,
  distance_km: null,
  contact_phone_visible: false,
  organization_name: 'Taalhuis',
  response_days: 2,
});

const MESSAGE = 'Ik praat graag met mensen en heb overdag tijd.';

const refused = (code: string, pointer?: string, detail = code): FakeAnswer => ({
  status: 422,
  document: {
    errors: [{ status: '422', code, title: code, detail, ...(pointer ? { source: { pointer } } : {}) }],
  },
});

async function openDialog(as: Person = 'visitor', answer?: FakeAnswer, vacancy = VACANCY) {
  const server = fakeServer({
    '/api/v1/vacancies/12': oneOf(vacancy),
    '/api/v1/vacancies/12/similar': listOf([]),
    '/api/v1/vacancies': listOf([]),
    '/api/v1/taxonomies/activity_types': listOf([]),
    '/api/v1/taxonomies/age_groups': listOf([]),
  });
  server.answer('POST /api/v1/applications', answer ?? { status: 201, document: {} });
  await render('/vacancies/12?apply=1', { as, server });
  const dialog = await screen.findByRole('dialog', { name: 'Leuk dat je wilt helpen!' });
  return {
    server,
    dialog,
    user: userEvent.setup(),
    sent: () => server.calls.filter((call) => call.method === 'POST'),
  };
}

const submit = () => screen.getByRole('button', { name: 'Bericht versturen' });

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Je naam'), 'Joke van der Meer');
  await user.type(screen.getByLabelText('Je e-mailadres'), 'joke@example.nl');
  await user.type(screen.getByLabelText(/Waarom wil je/), MESSAGE);
  await user.click(screen.getByLabelText(/mag mij bellen of mailen/));
}

describe('what has to be shown', () => {
  test('is said before anything is typed, with what it costs', async () => {
    const asked = {
      ...VACANCY,
      attributes: { ...VACANCY.attributes, required_checks: ['interview', 'vog', 'first_aid'] },
    };
    const { dialog } = await openDialog('visitor', undefined, asked);
    expect(dialog.textContent).toContain('Taalhuis vraagt hem met je aan en je betaalt niets');
    expect(dialog.textContent).toContain('Laat dit zien voor je begint: EHBO-diploma.');
  });

  test('is not spoken of where nothing is asked', async () => {
    const { dialog } = await openDialog();
    expect(dialog.textContent).not.toMatch(/VOG|Laat dit zien/);
  });
});

describe('a visitor', () => {
  test('is told first where an account is needed, before anything is typed', async () => {
    const server = fakeServer({
      '/api/v1/vacancies/12': oneOf(VACANCY),
      '/api/v1/vacancies/12/similar': listOf([]),
      '/api/v1/vacancies': listOf([]),
      '/api/v1/taxonomies/activity_types': listOf([]),
      '/api/v1/taxonomies/age_groups': listOf([]),
    });
    await render('/vacancies/12?apply=1', {
      as: 'visitor',
      server,
      centre: { allow_guest_applications: false },
    });
    const dialog = await screen.findByRole('dialog', { name: 'Je hebt een account nodig' });
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'Inloggen' }).getAttribute('href')).toBe(
      '/auth/login-1?next=%2Fvacancies%2F12%3Fapply%3D1',
    );
    expect(within(dialog).getByRole('link', { name: 'Account maken' })).toBeTruthy();
  });

  test('is told in a list what is missing, and nothing is sent', async () => {
    const { user, sent } = await openDialog();
    await user.click(submit());
    const summary = screen.getByRole('alert');
    expect(
      within(summary)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Je naam: Vul dit in.',
      'Je e-mailadres: Vul dit in.',
      expect.stringContaining('Waarom wil je dit doen? Vul dit in.'),
      expect.stringContaining('Vink dit aan'),
    ]);
    expect(document.activeElement).toBe(summary);
    expect(sent()).toEqual([]);
  });

  test('reads where the mail went, and may give another address', async () => {
    const { user, sent } = await openDialog('visitor', {
      status: 202,
      document: { meta: { stage: 'unconfirmed', sent_to: 'joke@example.nl' } },
    });
    await fillIn(user);
    await user.click(submit());
    const dialog = await screen.findByRole('dialog', { name: 'Kijk in je mail' });
    expect(dialog.textContent).toContain('joke@example.nl');
    expect(sent()[0]?.body).toEqual({
      data: {
        type: 'applications',
        attributes: {
          vacancy_id: '12',
          first_name: 'Joke',
          last_name: 'van der Meer',
          email: 'joke@example.nl',
          message: MESSAGE,
          consent: true,
        },
      },
    });
    expect(readDraft('applications/for-12')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Ander e-mailadres invullen' }));
    expect(await screen.findByLabelText(/Waarom wil je/)).toHaveProperty('value', MESSAGE);
  });

  test('finds what the server refuses at the field', async () => {
    const { user } = await openDialog(
      'visitor',
      refused('email', '/data/attributes/first_name', 'Dit is geen naam.'),
    );
    await fillIn(user);
    await user.click(submit());
    await waitFor(() => expect(screen.getByLabelText('Je naam').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getByRole('link', { name: 'Je naam: Dit is geen naam.' })).toBeTruthy();
  });

  test('says to be old enough where the vacancy asks it, and that alone is sent', async () => {
    const from18 = { ...VACANCY, attributes: { ...VACANCY.attributes, min_age: 18 } };
    const { user, sent } = await openDialog(
      'visitor',
      { status: 202, document: { meta: { stage: 'unconfirmed', sent_to: 'joke@example.nl' } } },
      from18,
    );
    await fillIn(user);
    await user.click(submit());
    expect(sent()).toEqual([]);
    expect(screen.getByRole('alert').textContent).toContain('Ik ben 18 jaar of ouder');
    await user.click(screen.getByLabelText(/Ik ben 18 jaar of ouder/));
    await user.click(submit());
    await screen.findByRole('dialog', { name: 'Kijk in je mail' });
    expect(sent()[0]?.body).toMatchObject({ data: { attributes: { age_at_least: 18 } } });
  });

  test('reads how often one can apply in a day', async () => {
    const { user } = await openDialog('visitor', {
      status: 422,
      document: {
        errors: [
          { status: '422', code: 'limit_reached', title: 'x', detail: 'x', meta: { limit: 10, per: 'day' } },
        ],
      },
    });
    await fillIn(user);
    await user.click(submit());
    const dialog = await screen.findByRole('dialog', { name: 'Je hebt je vandaag al vaak aangemeld' });
    expect(dialog.textContent).toContain('tien keer per dag');
  });

  test('gets back what was typed before', async () => {
    saveDraft('applications/for-12', { name: 'Joke', message: MESSAGE });
    await openDialog();
    expect(screen.getByLabelText('Je naam')).toHaveProperty('value', 'Joke');
    expect(screen.getByLabelText(/Waarom wil je/)).toHaveProperty('value', MESSAGE);
  });

  test('may begin with a sentence of ours', async () => {
    const { user } = await openDialog();
    await user.type(screen.getByLabelText(/Waarom wil je/), 'Hallo');
    await user.click(screen.getByRole('button', { name: 'Ik heb vooral overdag tijd' }));
    expect(screen.getByLabelText(/Waarom wil je/)).toHaveProperty(
      'value',
      'Hallo. Ik heb vooral overdag tijd. ',
    );
  });
});

describe('somebody signed in', () => {
  test('only writes a message', async () => {
    const { user, sent } = await openDialog('volunteer');
    expect(screen.queryByLabelText('Je e-mailadres')).toBeNull();
    await user.type(screen.getByLabelText(/Waarom wil je/), MESSAGE);
    await user.click(submit());
    expect(await screen.findByRole('dialog', { name: 'Je aanmelding is verstuurd' })).toBeTruthy();
    expect(sent()[0]?.body).toEqual({
      data: { type: 'applications', attributes: { vacancy_id: '12', message: MESSAGE } },
    });
    expect(readDraft('applications/for-12')).toBeNull();
  });

  test.each([
    ['already_applied', 'Je hebt je al aangemeld', 'Mijn aanmeldingen bekijken'],
    ['vacancy_closed', 'Deze vacature is net gesloten', 'Andere vacatures bekijken'],
    ['vacancy_full', 'Alle plekken zijn bezet', 'Andere vacatures bekijken'],
    ['own_vacancy', 'Deze vacature is van je eigen organisatie', 'Naar mijn vacatures'],
    ['limit_reached', 'Je hebt nu veel aanmeldingen openstaan', 'Mijn aanmeldingen bekijken'],
  ])('reads why not, and what to do: %s', async (code, title, step) => {
    const { user } = await openDialog('volunteer', refused(code, '/data/attributes/vacancy_id'));
    await user.type(screen.getByLabelText(/Waarom wil je/), MESSAGE);
    await user.click(submit());
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(within(dialog).getByRole('link', { name: step })).toBeTruthy();
    expect(readDraft('applications/for-12')).not.toBeNull();
  });
});

test('the dialog is the address: closing it leaves the vacancy', async () => {
  const { user } = await openDialog();
  await user.click(screen.getByRole('button', { name: 'Niet nu' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.search).toBe('');
  expect(screen.getByRole('heading', { level: 1, name: 'Taalmaatje' })).toBeTruthy();
});

test('who has applied is not asked to once more, and finds how it stands', async () => {
  const server = fakeServer({
    '/api/v1/vacancies/12': oneOf(VACANCY),
    '/api/v1/vacancies/12/similar': listOf([]),
    '/api/v1/taxonomies/activity_types': listOf([]),
    '/api/v1/taxonomies/age_groups': listOf([]),
    '/api/v1/applications': listOf([
      wire('applications', '8', { stage: 'new', created_at: '2026-11-16T09:00:00Z' }),
    ]),
  });
  await render('/vacancies/12?apply=1', { as: 'volunteer', server });
  expect(await screen.findByText('Je hebt je op 16 november 2026 aangemeld.')).toBeTruthy();
  for (const link of screen.getAllByRole('link', { name: 'Je aanmelding bekijken' }))
    expect(link.getAttribute('href')).toBe('/applications/8');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Ik wil dit doen' })).toBeNull();
  const asked = server.calls.find(({ address }) => address.startsWith('/api/v1/applications?'))?.address;
  expect(asked).toContain('filter[mine_eq]=true');
  expect(asked).toContain('filter[vacancy_id_eq]=12');
});

test('nobody is asked to apply to their own organisation', async () => {
  const server = fakeServer({
    '/api/v1/vacancies/12': oneOf({
      ...VACANCY,
      attributes: { ...VACANCY.attributes, organization_id: '1' },
      meta: { can: ['update', 'register'] },
    }),
    '/api/v1/vacancies/12/similar': listOf([]),
    '/api/v1/taxonomies/activity_types': listOf([]),
    '/api/v1/taxonomies/age_groups': listOf([]),
    '/api/v1/applications': listOf([]),
  });
  await render('/vacancies/12', { as: 'organization', server });
  const ways = await screen.findAllByRole('button', { name: 'Iemand aanmelden' });
  expect(ways[0]?.className).toContain('is-primary');
  expect(screen.queryByRole('button', { name: 'Ik wil dit doen' })).toBeNull();
});
