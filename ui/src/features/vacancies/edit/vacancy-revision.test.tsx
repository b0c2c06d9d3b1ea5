import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Vacancy } from '../../../api/schema.d.ts';
import { fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import { splitEvents } from '../form/vacancy-form-events.ts';
import { changesOf, inHand, stepContext, willWait } from './vacancy-revision.ts';

const online = {
  id: '4',
  title: 'Taalmaatje',
  status: 'published',
  moderationState: 'none',
  online: false,
  minAge: null,
  ageGroupIds: [],
  transitions: ['withdraw', 'fill'],
  can: ['update'],
  revisionState: 'submitted',
  revision: { title: 'Wandelmaatje', minAge: 18, online: true, status: 'published' },
} as unknown as Vacancy;
const decided = { ...online, transitions: ['approve', 'request_changes', 'refuse', 'withdraw'] };

describe('changes that wait', () => {
  test('are told part by part, in the order of the form', () => {
    const changes = changesOf(online);
    expect(changes.map(({ part }) => part)).toEqual(['title', 'place', 'minAge']);
    expect(changes[0]?.before.title).toBe('Taalmaatje');
    expect(changes[0]?.after.title).toBe('Wandelmaatje');
    expect(changesOf({ ...online, revision: null })).toEqual([]);
  });

  test('whoever wrote them goes on with them, whoever decides sees what is online', () => {
    expect(inHand(online)).toMatchObject({ title: 'Wandelmaatje', minAge: 18, status: 'published' });
    expect(inHand(decided).title).toBe('Taalmaatje');
  });

  test('the next step is about them, and only what the server allows', () => {
    const names = (of: Vacancy) => splitEvents(of).next.map(({ event }) => event);
    expect(names(online)).toEqual(['withdraw']);
    expect(names(decided)).toEqual(['approve', 'request_changes', 'refuse']);
    expect(stepContext(online, 'withdraw')).toEqual({ context: 'change' });
    expect(stepContext(decided, 'renew')).toEqual({});
    expect(stepContext({ ...online, revision: null }, 'withdraw')).toEqual({});
  });

  test('are announced before somebody types', () => {
    const at = (more: object) => willWait({ ...online, isReviewed: true, ...more });
    expect(at({})).toBe(true);
    expect(at({ status: 'draft' })).toBe(false);
    expect(at({ isReviewed: false })).toBe(false);
    expect(at({ can: ['update', 'approve'] })).toBe(false);
  });
});

const wired = (more: Record<string, unknown>, transitions: string[], can = ['update', 'manage']) =>
  wire(
    'vacancies',
    '4',
    {
      title: 'Taalmaatje',
      status: 'published',
      moderation_state: 'none',
      vacancy_type: 'language',
      description: '<p>Je praat elke week een uur met iemand die Nederlands leert.</p>',
      requirements: [],
      tags: [],
      languages: ['nl'],
      required_checks: [],
      age_group_ids: [],
      activity_type_ids: [],
      online: true,
      organization_id: '1',
      organization_name: 'Taalhuis',
      expires_at: '2099-01-01T22:59:59Z',
      applications_count: 3,
      ...more,
    },
    { meta: { can, transitions } },
  );

const serverWith = (vacancy: ReturnType<typeof wired>, more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    '/api/v1/vacancies': listOf([vacancy]),
    '/api/v1/vacancies/4': { ...oneOf(vacancy), headers: { ETag: '"1"' } },
    '/api/v1/vacancies/4/history': listOf([]),
    '/api/v1/organizations/1': oneOf(wire('organizations', '1', { name: 'Taalhuis', status: 'approved' })),
    '/api/v1/users': listOf([]),
    '/api/v1/taxonomies/tags': listOf([]),
    '/api/v1/taxonomies/age_groups': listOf([]),
    '/api/v1/taxonomies/activity_types': listOf([]),
    ...more,
  });

const WAITING = { revision: { title: 'Wandelmaatje' }, revision_state: 'submitted' };

describe('on the screen', () => {
  test('the centre reads old and new beside each other, and approves', async () => {
    const server = serverWith(wired(WAITING, ['approve', 'request_changes', 'refuse']), {
      'PUT /api/v1/vacancies/4/moderate': oneOf(wired({ title: 'Wandelmaatje' }, ['fill'])),
    });
    await render('/vacancies/4/edit', { as: 'coordinator', server });
    const card = within(
      await screen.findByRole('region', { name: 'Deze wijzigingen wachten op je beoordeling' }),
    );
    expect(card.getByText('Taalmaatje')).toBeTruthy();
    expect(card.getByText('Wandelmaatje')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Titel').value).toBe('Taalmaatje');
    await userEvent.click(screen.getByRole('button', { name: 'Wijzigingen goedkeuren' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Wijzigingen goedkeuren?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Wijzigingen goedkeuren' }));
    expect(await screen.findByText('Goedgekeurd. De nieuwe tekst staat online')).toBeTruthy();
    expect(
      server.calls.find(({ method, address }) => method === 'PUT' && address.endsWith('/moderate'))?.body,
    ).toEqual({
      data: { type: 'vacancies', id: '4', attributes: { event: 'approve' } },
    });
  });

  test('the organisation sees what waits, with its own words in the form', async () => {
    await render('/vacancies/4/edit', {
      as: 'organization',
      server: serverWith(wired(WAITING, ['withdraw', 'fill'])),
    });
    expect(await screen.findByRole('region', { name: 'Je wijzigingen wachten op goedkeuring' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Titel').value).toBe('Wandelmaatje');
    expect(screen.getByRole('button', { name: 'Wijzigingen intrekken' })).toBeTruthy();
  });

  test('taking a vacancy offline with people waiting is asked twice, with how many', async () => {
    const asked = {
      status: 422,
      document: {
        errors: [{ status: '422', code: 'confirmation_needed', meta: { open_applications: 3 } }],
      },
    };
    const server = serverWith(wired({}, ['unpublish']), { 'PUT /api/v1/vacancies/4/transition': asked });
    await render('/vacancies', { as: 'organization', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Meer acties voor Taalmaatje' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Offline halen' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Offline halen' }));
    expect(await dialog.findByText(/Er wachten nog 3 mensen op antwoord/)).toBeTruthy();
    server.answer('PUT /api/v1/vacancies/4/transition', oneOf(wired({ status: 'draft' }, [])));
    await userEvent.click(dialog.getByRole('button', { name: 'Ja, doorgaan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const last = server.calls.filter((call) => call.method === 'PUT').at(-1);
    expect(last?.body).toMatchObject({ data: { attributes: { event: 'unpublish', confirmed: true } } });
  });

  test('who publishes what breaks a rule reads that the centre looks at it first, and at what', async () => {
    const hint = {
      code: 'diploma',
      field: 'offer',
      found: ['hbo', 'diploma'],
      passage: 'x',
      replacement: 'y',
    };
    const held = wired({ status: 'draft', moderation_state: 'submitted' }, ['withdraw']);
    const server = serverWith(wired({ status: 'draft' }, ['publish']), {
      'PUT /api/v1/vacancies/4/transition': oneOf(held, { meta: { review_reasons: [hint] } }),
    });
    await render('/vacancies', { as: 'organization', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Meer acties voor Taalmaatje' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Online zetten' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Online zetten' }));
    expect(await screen.findByText('Het vrijwilligerspunt kijkt eerst mee')).toBeTruthy();
    expect(screen.getByText(/In de tekst staat: hbo, diploma\./)).toBeTruthy();
    expect(screen.queryByText('De vacature staat online')).toBeNull();
  });

  test('the writer puts the sentence of a hint in its place by one press', async () => {
    const passage = 'Een hbo diploma.';
    const server = serverWith(wired({ status: 'draft', offer: `Koffie. ${passage}` }, ['publish']), {
      'PUT /api/v1/vacancies/writing_hints': {
        status: 200,
        document: {
          data: null,
          meta: {
            hints: [
              { code: 'diploma', field: 'offer', found: ['hbo'], passage, replacement: 'Je leert het hier.' },
            ],
          },
        },
      },
    });
    await render('/vacancies/4/edit', { as: 'organization', server });
    const swap = await screen.findByRole('button', { name: /Een hbo diploma/ }, { timeout: 3000 });
    expect(screen.getByText(/Je vraagt een diploma of opleiding \(hbo\)/)).toBeTruthy();
    await userEvent.click(swap);
    expect(screen.getByDisplayValue('Koffie. Je leert het hier.')).toBeTruthy();
    expect(server.calls.find((call) => call.address.includes('writing_hints'))?.body).toMatchObject({
      data: { attributes: { offer: `Koffie. ${passage}` } },
    });
  });

  test('what others have seen is deleted with a reason', async () => {
    const server = serverWith(wired({}, [], ['update', 'manage', 'delete']), {
      'DELETE /api/v1/vacancies/4': { status: 204, document: {} },
    });
    await render('/vacancies', { as: 'coordinator', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Meer acties voor Taalmaatje' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Verwijderen' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Verwijderen' }));
    expect(server.calls.some((call) => call.method === 'DELETE')).toBe(false);
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'De vacature klopt niet meer');
    await userEvent.click(dialog.getByRole('button', { name: 'Verwijderen' }));
    await waitFor(() => expect(server.calls.some((call) => call.method === 'DELETE')).toBe(true));
    expect(server.calls.find((call) => call.method === 'DELETE')?.address).toContain('reason_code=outdated');
  });

  test('only an organisation that waits for approval is asked to have it published after that', async () => {
    const waiting = oneOf(wire('organizations', '1', { name: 'Taalhuis', status: 'pending' }));
    const draft = wired({ status: 'draft' }, ['archive']);
    const server = serverWith(draft, {
      '/api/v1/organizations/1': waiting,
      'PATCH /api/v1/vacancies/4': oneOf(wired({ status: 'draft', publish_after_approval: true }, [])),
    });
    await render('/vacancies/4/edit', { as: 'organization', server });
    await userEvent.click(await screen.findByLabelText(/Deze vacature plaatsen zodra/));
    await userEvent.click(screen.getByRole('button', { name: 'Concept opslaan' }));
    await waitFor(() => expect(server.calls.some((call) => call.method === 'PATCH')).toBe(true));
    expect(server.calls.find((call) => call.method === 'PATCH')?.body).toMatchObject({
      data: { attributes: { publish_after_approval: true } },
    });
  });

  test('whose organisation is approved is not asked', async () => {
    await render('/vacancies/4/edit', { as: 'organization', server: serverWith(wired({}, [])) });
    await screen.findByLabelText('Titel');
    expect(screen.queryByLabelText(/Deze vacature plaatsen zodra/)).toBeNull();
  });
});
