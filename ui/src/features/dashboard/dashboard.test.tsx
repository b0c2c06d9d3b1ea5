// Where somebody begins: what waits under the hat they wear, what waits under another, and what comes first.
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import { NOTHING, start, todo } from '../../testing/dashboard.ts';
import { listOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { addressOfStep, hatsElsewhere, isWaitedFor } from './dashboard.ts';

const hat = (kind: string, organizationId: string | null, side: string, key: string) => ({
  kind,
  organizationId,
  name: 'De School',
  count: 1,
  side,
  first: todo(key, 1),
});

const wire_hat = { kind: 'organization', organization_id: '2', name: 'De School', count: 3, side: 'school' };

describe('what waits', () => {
  test('under another hat is said, and going there puts it on', async () => {
    const server = start({
      organization: NOTHING,
      hats: [{ ...wire_hat, first: todo('to_approve', 1) }],
    });
    await render('/dashboard', { as: 'organization', server });
    const card = await screen.findByRole('region', { name: 'Wat ergens anders wacht' });
    expect(within(card).getByRole('heading', { name: 'Bij De School' })).toBeTruthy();
    expect(card.textContent).toContain('1 aanmelding van een leerling wacht op jouw toestemming');
    expect(card.textContent).toContain('en nog 2 andere dingen');
    expect(screen.queryByText(/Mooi zo/)).toBeNull();
    await userEvent.click(within(card).getByRole('button', { name: 'Bekijken: Bij De School' }));
    await screen.findByRole('heading', { level: 1, name: 'Aanmeldingen' });
    expect(location.pathname + location.search).toBe('/applications?stage=mentor_review');
    expect(selectedOrganizationId.value).toBe('2');
  });

  test('for a mentor at the school that was chosen for them', async () => {
    const server = start({ mentor: { ...NOTHING, todos: [todo('to_approve', 1)] } });
    server.answer(
      '/api/v1/current_organizations',
      listOf([
        wire('organizations', '1', { name: 'De School', organization_type: 'School', status: 'approved' }),
      ]),
    );
    await render('/dashboard', { as: 'organization', server });
    await screen.findByText('aanmelding van een leerling wacht op jouw toestemming');
    expect(screen.getByText('Er ligt 1 ding klaar.')).toBeTruthy();
  });

  test('is told of the hats that are not worn', () => {
    const all = [
      hat('centre', null, 'centre', 'to_review'),
      hat('organization', '1', 'organization', 'unanswered'),
      hat('organization', '2', 'school', 'to_approve'),
      hat('oneself', null, 'own', 'offered'),
    ] as Parameters<typeof hatsElsewhere>[0];
    const names = (worn: Parameters<typeof hatsElsewhere>[1]) =>
      hatsElsewhere(all, worn).map(({ kind, organizationId }) => organizationId ?? kind);
    const worn = { organization: null, isForOneself: false, isForCentre: false };
    expect(names({ ...worn, isForCentre: true })).toEqual(['1', '2', 'oneself']);
    expect(names({ ...worn, organization: '1' })).toEqual(['centre', '2', 'oneself']);
    expect(names({ ...worn, isForOneself: true })).toEqual(['centre', '1', '2']);
    expect(names({ ...worn, organization: null })).toEqual(['oneself']);
  });
});

describe('the first day', () => {
  const steps = [
    { key: 'approval', is_done: false },
    { key: 'vacancy', is_done: false },
    { key: 'profile', is_done: true },
    { key: 'photo', is_done: false },
  ];
  const approval = {
    organization_id: '1',
    name: 'Taalhuis',
    status: 'pending',
    waiting_days: 1,
    term_days: 3,
    draft_id: null,
  };

  test('of an organisation says that it waits and how long that takes, and what can be done meanwhile', async () => {
    const server = start({ organization: { ...NOTHING, steps, approval } });
    await render('/dashboard', { as: 'organization', server });
    await screen.findByText('Taalhuis wacht op goedkeuring. Intussen kun je alvast dit doen.');
    expect(screen.queryByText(/Mooi zo/)).toBeNull();
    const card = screen.getByRole('region', { name: 'Zo begin je' });
    expect(card.textContent).toContain('beslist binnen 3 werkdagen');
    expect(card.textContent).toContain('Het wacht nu 1 werkdag.');
    expect(card.textContent).toContain('Schrijf hem vast als concept.');
    const link = (name: string) => within(card).getByRole('link', { name }).getAttribute('href');
    expect(link('Vacature maken')).toBe('/vacancies/add');
    expect(link('Foto kiezen')).toBe('/organizations/1/edit');
    expect(within(card).queryByRole('link', { name: 'Profiel aanvullen' })).toBeNull();
    expect(within(card).getByText('Klaar')).toBeTruthy();
  });

  test('longer than promised, it says whom to call', async () => {
    const late = { ...approval, waiting_days: 5 };
    await render('/dashboard', {
      as: 'organization',
      server: start({ organization: { ...NOTHING, steps, approval: late } }),
    });
    await screen.findByText(/Dat is langer dan beloofd/);
  });

  test('of a volunteer begins with what they like', async () => {
    const own = {
      ...NOTHING,
      steps: [
        { key: 'wishes', is_done: false },
        { key: 'apply', is_done: false },
      ],
    };
    await render('/dashboard', { as: 'volunteer', server: start({ own }) });
    const card = await screen.findByRole('region', { name: 'Zo begin je' });
    expect(within(card).getByText('Account gemaakt')).toBeTruthy();
    expect(within(card).getByRole('link', { name: 'Beginnen' }).getAttribute('href')).toBe(
      '/profiel?vraag=1',
    );
  });

  test('of a mentor says what is theirs to do and what is waited for', async () => {
    const mentor = {
      ...NOTHING,
      steps: [
        { key: 'students', is_done: true },
        { key: 'first', is_done: false },
      ],
    };
    await render('/dashboard', { as: 'organization', server: start({ mentor }) });
    await screen.findByText('Je bent klaar om te beginnen. Hieronder staat waar je nog op wacht.');
    expect(screen.queryByText(/Mooi zo/)).toBeNull();
    const card = screen.getByRole('region', { name: 'Zo begin je' });
    expect(within(card).getByText('Wacht')).toBeTruthy();
    expect(within(card).queryByText('Nog doen')).toBeNull();
    expect(isWaitedFor('school', 'first')).toBe(true);
    expect(isWaitedFor('centre', 'vacancy')).toBe(false);
  });

  test('a vacancy that was begun is gone on with', () => {
    const at = { organizationId: '5', draftId: '12' };
    expect(addressOfStep('organization', 'vacancy', at)).toBe('/vacancies/12/edit');
    expect(addressOfStep('organization', 'approval', at)).toBeNull();
    expect(addressOfStep('organization', 'photo', at)).toBe('/organizations/5/edit');
  });
});

test('the next activities of a volunteer stand there, with the way to all', async () => {
  const server = start({});
  const row = wire(
    'activity_registrations',
    '1',
    {
      activity_title: 'Taalcafé',
      status: 'waitlisted',
      waitlist_position: 2,
      starts_at: '2099-12-02T12:30:00Z',
      occurrence_id: null,
    },
    { relationships: { activity: { data: { type: 'activities', id: '4' } } } },
  );
  const included = [
    wire('activities', '4', { slug: 'taalcafe', location_name: 'De Huiskamer', online: false }),
  ];
  server.answer('/api/v1/activity_registrations', listOf([row], { included, meta: { total: 5 } }));
  await render('/dashboard', { as: 'volunteer', server });
  const card = within(await screen.findByRole('region', { name: 'Je activiteiten' }));
  expect(card.getByRole('link', { name: 'Taalcafé' })).toBeTruthy();
  expect(card.getByText('woensdag 2 december, 13:30 uur · De Huiskamer')).toBeTruthy();
  expect(card.getByText('Op de wachtlijst, plek 2')).toBeTruthy();
  const all = card.getByRole('link', { name: 'Alle 5 bekijken' });
  expect(all.getAttribute('href')).toBe('/profiel/activiteiten');
});

test('a week is compared with the one before in numbers that both say', async () => {
  const figures = [
    { key: 'applications', count: 44, before: 8 },
    { key: 'people', count: 3, before: 0 },
  ];
  await render('/dashboard', { as: 'coordinator', server: start({ centre: { ...NOTHING, figures } }) });
  await screen.findByText('afgelopen week, 8 de week ervoor');
  expect(screen.getByText('afgelopen week, geen in de week ervoor')).toBeTruthy();
});

test('a student sees who guides them, and writes to them', async () => {
  const link = (id: string, mentor_id: string | null, mentor_name: string) =>
    wire('student_links', id, {
      student_id: '7',
      mentor_id,
      mentor_name,
      organization_name: 'Lyceum Lindewaard',
    });
  const server = start({});
  server.answer(
    '/api/v1/student_links',
    listOf([link('1', '31', 'Mees de Mentor'), link('2', '31', 'Mees de Mentor'), link('3', null, '')]),
  );
  await render('/dashboard', { as: 'volunteer', server });
  const card = within(await screen.findByRole('region', { name: 'Je mentor' }));
  expect(card.getAllByRole('listitem')).toHaveLength(1);
  expect(card.getByText('Lyceum Lindewaard')).toBeTruthy();
  expect(card.getByRole('link', { name: 'Bericht sturen' }).getAttribute('href')).toBe(
    '/conversations?to=users:31',
  );
  const asked = server.calls.find(({ address }) => address.startsWith('/api/v1/student_links'));
  expect(decodeURIComponent(asked?.address ?? '')).toContain('filter[student_id_eq]=7');
});
