import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OwnProfile } from '../../../../api/pool-calls.ts';
import { currentUser } from '../../../../lib/session/session.ts';
import { dropAllDrafts } from '../../../../lib/unsaved/drafts.ts';
import {
  type FakeAnswer,
  type FakeServer,
  fakeServer,
  listOf,
  oneOf,
  wire,
} from '../../../../testing/fake-server.ts';
import { render } from '../../../../testing/render.tsx';
import { changesOf, contactWordsIn, findingOf, profileToForm } from './own-profile.ts';

const stored = (attributes: Record<string, unknown> = {}) =>
  wire('volunteer_profiles', '9', {
    user_id: '7',
    theme_ids: [],
    skills: [],
    frequency: null,
    hours_per_week: null,
    availability: ['wed_afternoon'],
    postal_code_4: '5311',
    transport: 'bike',
    max_distance_km: null,
    wants_online: false,
    languages: ['nl', 'ar'],
    language_levels: { ar: 'basic' },
    practises_dutch: false,
    gains: [],
    social_setting: null,
    headline: '',
    about: '',
    visibility: 'hidden',
    visible_until: null,
    consented_at: null,
    looks_last_month: 0,
    shared_with: [],
    is_found_elsewhere: false,
    ...attributes,
  });

const CURRENT = '/api/v1/volunteer_profiles/current';

const withProfile = (attributes: Record<string, unknown> = {}): FakeServer =>
  fakeServer({
    [CURRENT]: oneOf(stored(attributes)),
    [`PATCH ${CURRENT}`]: ({ body }) => {
      const changed = (body as { data: { attributes: Record<string, unknown> } }).data.attributes;
      return oneOf(stored({ ...attributes, ...changed }));
    },
    [`PUT ${CURRENT}/visibility`]: oneOf(stored({ ...attributes, visibility: 'visible' })),
    [`${CURRENT}/looks`]: listOf([
      wire('profile_looks', '1', {
        organization_id: '4',
        organization_name: 'Taalhuis',
        last_day: '2026-11-20',
        days: 2,
      }),
    ]),
    [`${CURRENT}/blocks`]: listOf([
      wire('profile_blocks', '5', { organization_id: '5', organization_name: 'Buurtvereniging Noord' }),
    ]),
    [`DELETE ${CURRENT}/blocks/5`]: { status: 204 },
    '/api/v1/applications': listOf([]),
  });

const open = (server: FakeServer) => render('/profiel', { as: 'volunteer', server });
const sent = (server: FakeServer, method: string, end = '') =>
  server.calls.filter((call) => call.method === method && call.address.endsWith(end)).at(-1)?.body;
const save = async () => userEvent.click(screen.getByRole('button', { name: 'Profiel opslaan' }));
const refused = (code: string, more = {}): FakeAnswer => ({
  status: 422,
  document: { errors: [{ status: '422', code, title: code, ...more }] },
});

beforeEach(dropAllDrafts);

describe('the form', () => {
  test('sends what was changed and nothing else', async () => {
    const server = withProfile();
    await open(server);
    await userEvent.type(await screen.findByLabelText('Eén zin'), 'Praat graag al wandelend');
    await userEvent.click(screen.getByLabelText('donderdagavond'));
    screen.getByText('24 van 80');
    await save();
    await screen.findByText('Je profiel is opgeslagen');
    expect(sent(server, 'PATCH')).toMatchObject({
      data: {
        attributes: {
          headline: 'Praat graag al wandelend',
          availability: ['wed_afternoon', 'thu_evening'],
        },
      },
    });
    expect(Object.keys((sent(server, 'PATCH') as { data: { attributes: object } }).data.attributes)).toEqual([
      'availability',
      'headline',
    ]);
    expect(server.calls.some(({ method }) => method === 'PUT')).toBe(false);
  });

  test('shows beside it what organisations see, as it is typed', async () => {
    await open(withProfile());
    await userEvent.type(await screen.findByLabelText('Eén zin'), 'Kookt graag');
    const preview = within(screen.getByRole('complementary', { name: 'Zo zien organisaties jou' }));
    preview.getByText('Kookt graag');
    preview.getByRole('heading', { name: 'Joke V.' });
    preview.getByText('Nederlands, een beetje Arabisch');
    expect(preview.getByText(/je achternaam \(Visser\)/)).toBeTruthy();
  });

  test('names the words that say how to reach somebody, and marks them', async () => {
    const server = withProfile();
    server.answer(
      `PATCH ${CURRENT}`,
      refused('invalid', {
        source: { pointer: '/data/attributes/about' },
        meta: { rule: 'contact_details', found: '06 12 34 56 90', passages: ['06 12 34 56 90'] },
      }),
    );
    await open(server);
    await userEvent.type(await screen.findByLabelText(/Meer over jou/), 'Bel me op 06 12 34 56 90.');
    await save();
    await screen.findAllByText(/Haal dit weg: ‘06 12 34 56 90’/);
    expect(screen.getByLabelText(/Meer over jou/).getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelector('mark')?.textContent).toBe('06 12 34 56 90');
    screen.getByText('Haal eerst je contactgegevens weg.');
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Meer over jou/).value).toContain('Bel me op');
  });

  test('keeps on this device what was not saved', async () => {
    const first = await open(withProfile());
    await userEvent.type(await screen.findByLabelText('Eén zin'), 'Half af');
    first.unmount();
    await open(withProfile());
    expect((await screen.findByLabelText<HTMLInputElement>('Eén zin')).value).toBe('Half af');
    await userEvent.click(screen.getByRole('button', { name: 'Wijzigingen weggooien' }));
    expect(screen.getByLabelText<HTMLInputElement>('Eén zin').value).toBe('');
  });
});

describe('being found', () => {
  test('begins with consent, after the profile itself is saved', async () => {
    const server = withProfile({ headline: 'Kookt graag' });
    await open(server);
    await screen.findByRole('heading', { name: 'Organisaties kunnen je nu niet vinden' });
    await userEvent.click(screen.getByLabelText(/mogen mijn profiel zien/));
    await save();
    await waitFor(() => expect(sent(server, 'PUT', '/visibility')).toEqual({ visible: true }));
  });

  test('is refused for an empty profile, and the consent says why', async () => {
    const server = withProfile();
    server.answer(
      `PUT ${CURRENT}/visibility`,
      refused('invalid', {
        source: { pointer: '/data/attributes/visible' },
        meta: { rule: 'profile_empty' },
      }),
    );
    await open(server);
    await userEvent.click(await screen.findByLabelText(/mogen mijn profiel zien/));
    await save();
    expect((await screen.findAllByText(/Vul eerst iets in over jezelf/)).length).toBeGreaterThan(0);
  });

  test('is paused and taken up again, while consent stays', async () => {
    const visible = {
      visibility: 'visible',
      visible_until: '2099-03-24',
      consented_at: '2026-11-24T09:00:00Z',
    };
    const server = withProfile(visible);
    await open(server);
    await screen.findByRole('heading', { name: 'Je bent zichtbaar tot en met 24 maart 2099' });
    screen.getByText(/gegeven op 24 november 2026/);
    await userEvent.click(screen.getByRole('button', { name: 'Zichtbaar blijven' }));
    await waitFor(() => expect(sent(server, 'PUT', '/visibility')).toEqual({ visible: true }));
    server.answer(CURRENT, oneOf(stored({ ...visible, visibility: 'paused' })));
    await userEvent.click(screen.getByRole('button', { name: 'Even niet vindbaar' }));
    await screen.findByRole('heading', { name: 'Je bent even niet te vinden' });
    expect(sent(server, 'PUT', '/visibility')).toEqual({ visible: false, paused: true });
    expect(screen.getByLabelText<HTMLInputElement>(/mogen mijn profiel zien/).checked).toBe(true);
  });

  test('is never offered below sixteen, and says why', async () => {
    const server = withProfile();
    await open(server);
    const year = new Date().getFullYear() - 15;
    const me = currentUser.value;
    if (me) currentUser.value = { ...me, birthDate: `${year}-01-01` };
    expect((await screen.findAllByText(/Je bent nog geen 16 jaar/)).length).toBe(2);
    expect(screen.queryByLabelText(/mogen mijn profiel zien/)).toBeNull();
  });
});

test('who looked is named, and a blocked organisation is let in again', async () => {
  const server = withProfile({ looks_last_month: 2 });
  await open(server);
  await screen.findByText('In de laatste maand is je profiel 2 keer bekeken.');
  expect((await screen.findByText('Taalhuis')).closest('li')?.textContent).toContain(
    'op 2 dagen, het laatst op 20 november 2026',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Buurtvereniging Noord weer toelaten' }));
  await screen.findByText('Buurtvereniging Noord mag je weer zien');
  expect(
    server.calls.some(({ method, address }) => method === 'DELETE' && address.endsWith('/blocks/5')),
  ).toBe(true);
});

describe('without a screen', () => {
  const profile = {
    ...(stored().attributes as object),
    themeIds: ['1'],
    skills: [],
    languages: ['ar', 'nl'],
    languageLevels: { ar: 'basic' },
    availability: [],
    gains: [],
  } as unknown as OwnProfile;

  test('a level goes with its language', () => {
    const form = profileToForm(profile);
    expect(form['level.ar']).toBe('basic');
    expect(changesOf(form, { ...form, languages: ['nl'], 'level.ar': null })).toEqual({
      languages: ['nl'],
      languageLevels: {},
    });
  });

  test('what is no number goes as it was typed, for the server to refuse', () => {
    const form = profileToForm(profile);
    expect(changesOf(form, { ...form, hoursPerWeek: 'veel' })).toEqual({ hoursPerWeek: 'veel' });
  });

  test('being found is over after the day that was said, or when it stopped while consent stands', () => {
    const at = (visibility: string, visibleUntil: string | null, consentedAt: string | null = null) =>
      findingOf({ ...profile, visibility, visibleUntil, consentedAt } as OwnProfile, '2026-11-28');
    expect(at('visible', '2026-11-28')).toBe('visible');
    expect(at('visible', '2026-11-27')).toBe('over');
    expect(at('hidden', null, '2026-07-01T00:00:00Z')).toBe('over');
    expect(at('hidden', null)).toBe('hidden');
    expect(at('paused', '2026-01-01')).toBe('paused');
  });

  test('the words found are told apart by field, and other refusals are none', () => {
    const meta = { rule: 'contact_details', passages: ['06', '@jan'] };
    expect(
      contactWordsIn([
        { field: 'about', code: 'invalid', meta },
        { field: 'headline', code: 'invalid', meta: { rule: 'length' } },
      ]),
    ).toEqual({ about: ['06', '@jan'] });
  });
});
