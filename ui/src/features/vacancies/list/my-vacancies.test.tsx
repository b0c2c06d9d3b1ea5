import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { readDraft } from '../../../lib/unsaved/drafts.ts';
import { hasUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const taalmaatje = (more: Record<string, unknown> = {}, transitions: string[] = ['fill', 'archive']) =>
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
      tags: ['regularly'],
      languages: ['nl'],
      required_checks: [],
      age_group_ids: [],
      activity_type_ids: [],
      online: true,
      organization_id: '1',
      organization_name: 'Taalhuis',
      expires_at: '2099-01-01T22:59:59Z',
      applications_count: 3,
      new_applications_count: 1,
      waiting_days: 16,
      ...more,
    },
    { meta: { can: ['update', 'manage'], transitions } },
  );

function answers(more: Parameters<typeof fakeServer>[0] = {}): FakeServer {
  return fakeServer({
    '/api/v1/vacancies': listOf([taalmaatje()], { meta: { can: ['create'] } }),
    '/api/v1/vacancies/4': { ...oneOf(taalmaatje()), headers: { ETag: '"1"' } },
    '/api/v1/vacancies/4/history': listOf([]),
    '/api/v1/organizations/1': oneOf(wire('organizations', '1', { name: 'Taalhuis' })),
    '/api/v1/users': listOf([wire('users', '7', { full_name: 'Wim Postma' })]),
    '/api/v1/taxonomies/tags': listOf([]),
    '/api/v1/taxonomies/age_groups': listOf([]),
    '/api/v1/taxonomies/activity_types': listOf([]),
    ...more,
  });
}

describe('the list', () => {
  test('a row says who waits, and its menu holds only what is allowed', async () => {
    await render('/vacancies', { as: 'organization', server: answers() });
    const row = within(await screen.findByRole('row', { name: /Taalmaatje/ }));
    expect(row.getByText('16 dagen zonder antwoord')).toBeTruthy();
    expect(row.getByRole('link', { name: '3 aanmeldingen voor Taalmaatje' }).getAttribute('href')).toBe(
      '/applications?vacancy=4',
    );
    await userEvent.click(row.getByRole('button', { name: 'Meer acties voor Taalmaatje' }));
    expect(screen.getAllByRole('menuitem').map((each) => each.textContent)).toEqual([
      'Wijzigen',
      'Pagina bekijken',
      'Mensen voor deze vacature',
      'Kopie maken',
      'Poster (PDF)',
      'Poster in het Engels (PDF)',
      'Op vervuld zetten',
      'Archiveren',
    ]);
  });

  test('a step is confirmed, sent and said', async () => {
    const server = answers({
      'PUT /api/v1/vacancies/4/transition': oneOf(taalmaatje({ status: 'filled' }, ['reopen'])),
    });
    await render('/vacancies', { as: 'organization', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Meer acties voor Taalmaatje' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Op vervuld zetten' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Op vervuld zetten' }));
    expect(await screen.findByText('De vacature is vervuld')).toBeTruthy();
    const sent = server.calls.find((call) => call.method === 'PUT')?.body;
    expect(sent).toEqual({ data: { type: 'vacancies', id: '4', attributes: { event: 'fill' } } });
  });

  test('reviewing is only for whom the menu offers it', async () => {
    await render('/vacancies', { as: 'organization', server: answers() });
    await screen.findByRole('row', { name: /Taalmaatje/ });
    expect(screen.queryByRole('link', { name: /Te beoordelen/ })).toBeNull();
  });
});

describe('changing one', () => {
  test('what was typed is kept while it is not saved', async () => {
    await render('/vacancies/4/edit', { as: 'organization', server: answers() });
    const title = await screen.findByLabelText<HTMLInputElement>('Titel');
    await userEvent.type(title, 's');
    expect(readDraft<Record<string, unknown>>('vacancies/4')?.title).toBe('Taalmaatjes');
    expect(hasUnsaved.value).toBe(true);
    expect(await screen.findByText('Sla eerst je wijzigingen op.')).toBeTruthy();
  });

  test('only the change goes out, with the version it was made on', async () => {
    const server = answers({ 'PATCH /api/v1/vacancies/4': oneOf(taalmaatje({ title: 'Taalmaatjes' })) });
    await render('/vacancies/4/edit', { as: 'organization', server });
    await userEvent.type(await screen.findByLabelText('Titel'), 's');
    await userEvent.click(screen.getByRole('button', { name: 'Wijzigingen opslaan' }));
    await waitFor(() => expect(hasUnsaved.value).toBe(false));
    const call = server.calls.find((each) => each.method === 'PATCH');
    expect(call?.headers.get('If-Match')).toBe('"1"');
    expect(call?.body).toEqual({
      data: { type: 'vacancies', id: '4', attributes: { title: 'Taalmaatjes' } },
    });
    expect(readDraft('vacancies/4')).toBeNull();
  });

  test('somebody was faster: nothing typed is lost', async () => {
    const stale = { status: 412, document: { errors: [{ status: '412', code: 'stale_resource' }] } };
    const server = answers({ 'PATCH /api/v1/vacancies/4': stale });
    await render('/vacancies/4/edit', { as: 'organization', server });
    await userEvent.type(await screen.findByLabelText('Titel'), 's');
    await userEvent.click(screen.getByRole('button', { name: 'Wijzigingen opslaan' }));
    expect(await screen.findByRole('button', { name: 'Toch mijn wijzigingen opslaan' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Titel').value).toBe('Taalmaatjes');
    expect(hasUnsaved.value).toBe(true);

    server.answer('PATCH /api/v1/vacancies/4', oneOf(taalmaatje({ title: 'Taalmaatjes' })));
    await userEvent.click(screen.getByRole('button', { name: 'Toch mijn wijzigingen opslaan' }));
    await waitFor(() => expect(screen.queryByText('Een collega heeft dit net gewijzigd')).toBeNull());
  });
});
