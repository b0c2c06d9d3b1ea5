import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { dropAllDrafts } from '../../lib/unsaved/drafts.ts';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const hanneke = (attributes: Record<string, unknown> = {}) =>
  wire('pool_profiles', 'abc', {
    first_name: 'Hanneke',
    initials: 'HV',
    name: 'Hanneke V.',
    headline: 'Oud-verpleegkundige, praat graag al wandelend',
    about: 'Ik houd van een rondje langs de dijk.',
    theme_ids: [],
    skills: ['listening'],
    languages: [
      { code: 'nl', level: 'native' },
      { code: 'ar', level: 'basic' },
    ],
    availability: ['wed_afternoon', 'thu_afternoon'],
    frequency: 'regularly',
    hours_per_week: 3,
    transport: 'bike',
    postal_code_4: '5311',
    distance_km: 1.2,
    confirmed_month: '2026-11',
    match: null,
    reply: null,
    writable_from: null,
    ...attributes,
  });

const COUNTS = { themes: {}, skills: { listening: 4 }, languages: { ar: 1 }, slots: { wed_afternoon: 21 } };

const withPool = (people: ReturnType<typeof hanneke>[], more: Record<string, unknown> = {}): FakeServer =>
  fakeServer({
    '/api/v1/volunteer_profiles': listOf(people, {
      meta: { total: people.length, messages_left: 17, counts: COUNTS, ...more },
    }),
    '/api/v1/vacancies': listOf([wire('vacancies', '12', { title: 'Taalmaatje', organization_id: '1' })]),
    '/api/v1/vacancies/12': oneOf(
      wire('vacancies', '12', {
        title: 'Taalmaatje',
        activity_type_ids: [],
        availability: ['wed_afternoon'],
        required_checks: ['vog'],
      }),
    ),
  });

const open = (server: FakeServer, path = '/vrijwilligerspool') =>
  render(path, { as: 'organization', server });
const asked = (server: FakeServer) =>
  server.calls
    .filter(({ address }) => address.startsWith('/api/v1/volunteer_profiles?'))
    .map(({ address }) => decodeURIComponent(address))
    .at(-1);

beforeEach(dropAllDrafts);

test('people are shown by first name and initial, with what they tell', async () => {
  await open(withPool([hanneke()]));
  const card = within(await screen.findByRole('article'));
  card.getByRole('heading', { name: 'Hanneke V.' });
  card.getByText('Nederlands, een beetje Arabisch');
  card.getByText('5311, 1,2 km');
  card.getByText('Woensdag- en donderdagmiddag');
  card.getByText('Bevestigd in november');
});

test('what is chosen is asked of the server for the own organisation, and stands in the address', async () => {
  const server = withPool([hanneke()]);
  const { router } = await open(server);
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
  await userEvent.click(await screen.findByLabelText('woensdagmiddag, 21 mensen'));
  await waitFor(() => expect(asked(server)).toContain('filter[available_on]=wed_afternoon'));
  expect(asked(server)).toContain('filter[organization_id_eq]=1');
  expect(router.state.location.search).toBe('?wanneer=wed_afternoon');
});

test('in the grid of times the arrows go from box to box, and the tab key passes it by', async () => {
  await open(withPool([hanneke()]));
  await userEvent.click(await screen.findByRole('button', { name: /^Filters/ }));
  const first = await screen.findByLabelText(/^maandagochtend/);
  first.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  const reached = screen.getByLabelText(/^dinsdagmiddag/);
  expect(document.activeElement).toBe(reached);
  expect(reached.getAttribute('tabindex')).toBe('0');
  expect(first.getAttribute('tabindex')).toBe('-1');
});

test('for a vacancy it says on how much somebody fits', async () => {
  const match = {
    score: 0.8,
    reasons: [
      { code: 'time', values: ['wed_afternoon'] },
      { code: 'distance', number: 1.2 },
    ],
    misses: [{ code: 'check', values: ['vog'] }],
  };
  await open(
    withPool([hanneke({ match })], { vacancy: { availability: ['wed_afternoon'], theme_ids: [] } }),
    '/vrijwilligerspool?vacature=12',
  );
  const card = within(await screen.findByRole('article'));
  card.getByText('Past op 2 van de 3');
  card.getByText('Woensdagmiddag');
  card.getByText('kan, en past bij de vacature');
  await screen.findByRole('heading', { name: '1 persoon voor Taalmaatje' });
});

describe('a message', () => {
  const write = async (server: FakeServer) => {
    await open(server, '/vrijwilligerspool?vacature=12');
    await userEvent.click(await screen.findByRole('button', { name: 'Bericht sturen aan Hanneke V.' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() =>
      expect(dialog.getByLabelText<HTMLSelectElement>('Over welke vacature?').value).toBe('12'),
    );
    await userEvent.type(dialog.getByLabelText('Je bericht'), 'Dag Hanneke, loop je een keer mee?');
    return dialog;
  };

  test('goes to somebody for the own organisation, about the vacancy', async () => {
    const server = withPool([hanneke()]);
    server.answer('POST /api/v1/volunteer_profile_replies', { status: 201, document: { data: null } });
    const dialog = await write(server);
    dialog.getByText('Nog 17 van 20 berichten vandaag');
    await userEvent.click(dialog.getByRole('button', { name: 'Bericht sturen' }));
    await screen.findByText('Je bericht is verstuurd');
    const sent = server.calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({
      data: {
        attributes: {
          volunteer_profile_id: 'abc',
          organization_id: '1',
          vacancy_id: '12',
          body: 'Dag Hanneke, loop je een keer mee?',
        },
      },
    });
    expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that is refused says why, and the text stays on the device', async () => {
    const server = withPool([hanneke()]);
    server.answer('POST /api/v1/volunteer_profile_replies', {
      status: 422,
      document: { errors: [{ status: '422', code: 'invalid', title: 'x', meta: { rule: 'reply_open' } }] },
    });
    const dialog = await write(server);
    await userEvent.click(dialog.getByRole('button', { name: 'Bericht sturen' }));
    await dialog.findByText(/Je hebt Hanneke al een bericht gestuurd/);
    await userEvent.click(dialog.getByRole('button', { name: 'Annuleren' }));
    await userEvent.click(screen.getByRole('button', { name: 'Bericht sturen aan Hanneke V.' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText<HTMLTextAreaElement>('Je bericht').value).toContain('loop je een keer mee');
  });

  test('that waits is not written twice; after no answer it says from when', async () => {
    const reply = { id: '5', status: 'open', created_at: '2026-11-20T09:00:00Z' };
    await open(
      withPool([
        hanneke({ reply }),
        {
          ...hanneke({
            name: 'Rob T.',
            reply: { ...reply, id: '6', status: 'blocked' },
            writable_from: '2099-01-05T09:00:00Z',
          }),
          id: 'def',
        },
      ]),
    );
    await screen.findByText(/Bericht gestuurd op 20 november 2026. Nog geen antwoord/);
    screen.getByText(/Je kunt weer schrijven vanaf 5 januari 2099/);
    expect(screen.queryByText(/geblokkeerd/i)).toBeNull();
    expect(screen.queryByRole('button', { name: /Bericht sturen/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Bericht aan Hanneke V. bekijken' }).getAttribute('href')).toBe(
      '/profile-replies?open=5',
    );
  });

  test('is not offered when the twenty of today are sent', async () => {
    await open(withPool([hanneke()], { messages_left: 0 }));
    await screen.findByText(/Je hebt vandaag 20 mensen een bericht gestuurd/);
    expect(screen.queryByRole('button', { name: /Bericht sturen/ })).toBeNull();
  });
});

describe('nobody', () => {
  test('is visible yet: it says so, and offers a vacancy', async () => {
    await open(withPool([]));
    await screen.findByRole('heading', { name: 'Er is nog niemand te vinden' });
    screen.getByRole('link', { name: 'Vacature plaatsen' });
  });

  test('fits the vacancy: one can look around without it', async () => {
    const { router } = await open(withPool([]), '/vrijwilligerspool?vacature=12');
    await screen.findByRole('heading', { name: 'Niemand in de pool past nu bij deze vacature' });
    await userEvent.click(screen.getByRole('button', { name: 'Zonder vacature rondkijken' }));
    expect(router.state.location.search).toBe('');
  });

  test('fits the filters: they can be cleared', async () => {
    const { router } = await open(withPool([]), '/vrijwilligerspool?taal=ar');
    await userEvent.click(await screen.findByRole('button', { name: 'Alle filters wissen' }));
    expect(router.state.location.search).toBe('');
  });

  test('is shown to an organisation that waits, and nothing is asked', async () => {
    const server = withPool([hanneke()]);
    const { organizations } = await import('../../lib/session/session.ts');
    await open(server, '/profile-edit');
    organizations.value = organizations.value.map((each) => ({ ...each, status: 'pending' as const }));
    const before = server.calls.length;
    const { navigateTo } = await import('../../lib/navigation/navigation.ts');
    navigateTo('/vrijwilligerspool');
    await screen.findByRole('heading', { name: /wacht op goedkeuring/ });
    expect(
      server.calls.slice(before).filter(({ address }) => address.includes('volunteer_profiles')),
    ).toEqual([]);
  });
});
