// The work list on a screen: what its keys do, what waits to be sent, what is chosen, what stands in the address.
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  forgetDecisions,
  pendingDecisions,
  resumeDecisions,
  sendAll,
} from '../../lib/decisions/pending-decisions.ts';
import { switchShortcuts } from '../../lib/navigation/key-choice.ts';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const NAMES = ['Tarik Yilmaz', 'Greet van Loon', 'Henny Peters'];

const application = (id: string, name: string, more: Record<string, unknown> = {}, version = 1) =>
  wire(
    'applications',
    id,
    {
      vacancy_id: '4',
      user_id: `9${id}`,
      organization_id: '1',
      name,
      first_name: name.split(' ')[0],
      last_name: name.split(' ')[1],
      message: `Hallo van ${name}`,
      answers: [],
      unread_messages: 0,
      stage: 'new',
      reason_code: null,
      waiting_days: 3,
      vacancy_title: 'Taalmaatje',
      organization_name: 'Taalhuis',
      created_at: '2026-11-15T09:01:36Z',
      ...more,
    },
    { meta: { can: ['decide'], transitions: ['accept', 'reject', 'contact'], version } },
  );

function serverWith(version = 1): FakeServer {
  const server = fakeServer({
    '/api/v1/applications': listOf(NAMES.map((name, at) => application(String(at + 1), name, {}, version))),
    '/api/v1/vacancies': listOf([]),
  });
  for (const [at, name] of NAMES.entries()) {
    const id = String(at + 1);
    server.answer(`/api/v1/applications/${id}/history`, { document: { data: [] } });
    server.answer(
      `PUT /api/v1/applications/${id}/transition`,
      oneOf(application(id, name, { stage: 'accepted', waiting_days: null })),
    );
  }
  return server;
}

const sent = (server: FakeServer): string[] =>
  server.calls.filter(({ method }) => method === 'PUT').map(({ address }) => address.split('/')[4] ?? '');

const opened = (): string | null => new URLSearchParams(location.search).get('open');

async function open(address = '/applications', server = serverWith()): Promise<FakeServer> {
  await render(address, { as: 'coordinator', server });
  await screen.findByRole('grid');
  return server;
}

beforeEach(() => {
  forgetDecisions();
  switchShortcuts(true);
});

describe('a decision that tells somebody', () => {
  test.each(['c', 'a'])('key %s waits ten seconds, and Z takes it back', async (key) => {
    const server = await open('/applications?stage=new&open=1');
    await screen.findByRole('heading', { name: /Tarik Yilmaz/ });
    await userEvent.keyboard(key);
    await waitFor(() => expect(pendingDecisions.value).toHaveLength(1));
    expect(sent(server)).toEqual([]);
    await userEvent.keyboard('z');
    await waitFor(() => expect(pendingDecisions.value).toHaveLength(0));
    await act(() => sendAll());
    expect(sent(server)).toEqual([]);
  });
});

describe('the keys of a list', () => {
  test('J walks, Enter opens beside the list, and the address says what is open', async () => {
    await open('/applications?stage=new');
    await userEvent.keyboard('j');
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('1'));
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: /Tarik Yilmaz/ })).toBeTruthy();
    expect(opened()).toBe('1');
    await userEvent.keyboard('j');
    expect(await screen.findByText('Hallo van Greet van Loon')).toBeTruthy();
    expect(location.search).toBe('?stage=new&open=2');
    await userEvent.keyboard('k');
    await waitFor(() => expect(opened()).toBe('1'));
    expect(screen.getByText('1 van 3')).toBeTruthy();
  });

  test('Escape closes the panel and the focus is on its row', async () => {
    await open('/applications?open=2');
    await screen.findByText('Hallo van Greet van Loon');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(opened()).toBeNull());
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('2'));
  });

  test('nothing happens while somebody types, or has chosen to have no keys', async () => {
    await open('/applications?open=1');
    await userEvent.type(screen.getByRole('searchbox'), 'a');
    expect(pendingDecisions.value).toEqual([]);
    (document.activeElement as HTMLElement).blur();
    switchShortcuts(false);
    await userEvent.keyboard('a');
    expect(pendingDecisions.value).toEqual([]);
  });

  test('a letter after g leads elsewhere and decides nothing', async () => {
    await open('/applications?open=1');
    await userEvent.keyboard('ga');
    await waitFor(() => expect(opened()).toBeNull());
    expect(pendingDecisions.value).toEqual([]);
  });
});

describe('a decision that is mailed', () => {
  test('waits, shows what waits, and goes on with the next', async () => {
    const server = await open('/applications?open=1');
    await userEvent.keyboard('a');
    expect((await screen.findAllByText('Tarik Yilmaz is aangenomen')).length).toBeGreaterThan(0);
    await waitFor(() => expect(opened()).toBe('2'));
    expect(sent(server)).toEqual([]);
    await act(() => sendAll());
    expect(sent(server)).toEqual(['1']);
  });

  test('is never sent once it is undone', async () => {
    const server = await open('/applications?open=1');
    await userEvent.keyboard('a');
    await userEvent.keyboard('a');
    expect(pendingDecisions.value.map(({ title }) => title)).toEqual([
      'Tarik Yilmaz is aangenomen',
      'Greet van Loon is aangenomen',
    ]);
    await userEvent.keyboard('z');
    await act(() => sendAll());
    expect(sent(server)).toEqual(['1']);
  });

  test('is sent when its time is over', async () => {
    const server = await open('/applications?open=1');
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] });
    try {
      await act(async () => {
        dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
        await vi.advanceTimersByTimeAsync(9_900);
      });
      expect(sent(server)).toEqual([]);
      await act(async () => {
        await vi.advanceTimersByTimeAsync(200);
      });
      expect(sent(server)).toEqual(['1']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('says which version was on the screen; what has changed since is shown to be looked at again', async () => {
    const server = await open('/applications?open=1', serverWith(5));
    await userEvent.keyboard('a');
    server.answer(
      '/api/v1/applications',
      listOf([application('1', 'Tarik de Vries', {}, 6), application('2', 'Greet van Loon')]),
    );
    const stale = { errors: [{ status: '412', code: 'stale_resource', detail: 'Laad de nieuwste versie.' }] };
    server.answer('PUT /api/v1/applications/1/transition', { status: 412, document: stale });
    await act(() => sendAll());
    const call = server.calls.find(({ method }) => method === 'PUT');
    expect(call?.headers.get('If-Match')).toBe('"5"');
    expect(await screen.findByText(/Dit is intussen gewijzigd/)).toBeTruthy();
    expect((await screen.findAllByText('Tarik de Vries')).length).toBeGreaterThan(0);
    server.answer(
      'PUT /api/v1/applications/1/transition',
      oneOf(application('1', 'Tarik de Vries', { stage: 'accepted' }, 7)),
    );
    // The list has gone on to the next one.
    await userEvent.keyboard('k');
    await userEvent.keyboard('a');
    await act(() => sendAll());
    expect(
      server.calls
        .filter(({ method }) => method === 'PUT')
        .at(-1)
        ?.headers.get('If-Match'),
    ).toBe('"6"');
  });

  test('is sent when the page is left', async () => {
    const server = await open('/applications?open=1');
    await userEvent.keyboard('a');
    await act(async () => {
      dispatchEvent(new Event('pagehide'));
      await Promise.resolve();
    });
    await waitFor(() => expect(sent(server)).toEqual(['1']));
  });

  test('survives a reload', async () => {
    const server = await open('/applications?open=1');
    await userEvent.keyboard('a');
    const kept = sessionStorage.getItem('voluntr-decisions') ?? '';
    forgetDecisions();
    sessionStorage.setItem('voluntr-decisions', kept);
    await act(() => resumeDecisions());
    expect(pendingDecisions.value.map(({ title }) => title)).toEqual(['Tarik Yilmaz is aangenomen']);
    await act(() => sendAll());
    expect(sent(server)).toEqual(['1']);
    expect(sessionStorage.getItem('voluntr-decisions')).toBeNull();
  });

  test('asks why, and a number chooses', async () => {
    const server = await open('/applications?open=3');
    await userEvent.keyboard('r');
    await screen.findByRole('dialog', { name: 'Henny afwijzen?' });
    await userEvent.keyboard('2');
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(pendingDecisions.value).toHaveLength(1));
    await act(() => sendAll());
    const body = server.calls.find(({ method }) => method === 'PUT')?.body;
    expect(body).toEqual({ data: { attributes: { event: 'reject', reason_code: 'no_longer_needed' } } });
  });
});

describe('several at once', () => {
  test('X chooses, one key decides about all, and each that is refused is named', async () => {
    const server = await open();
    const errors = [{ code: 'not_now', detail: 'Dat kan niet meer.' }];
    server.answer('POST /api/v1/applications/bulk_transition', {
      status: 207,
      document: {
        data: [
          { type: 'bulk_results', id: '1' },
          { type: 'bulk_results', id: '2', meta: { errors } as object },
        ],
      },
    });
    await userEvent.keyboard('jxjx');
    expect(await screen.findByText('2 gekozen')).toBeTruthy();
    expect(screen.getAllByRole('row', { selected: true })).toHaveLength(2);
    await userEvent.keyboard('a');
    expect(await screen.findByText('2 mensen zijn aangenomen')).toBeTruthy();
    await act(() => sendAll());
    const bodies = server.calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(bodies).toMatchObject([{ data: { attributes: { ids: ['1', '2'], versions: { 1: 1, 2: 1 } } } }]);
    expect(await screen.findByText('1 van 2 is gelukt')).toBeTruthy();
    expect(screen.getByText('Greet van Loon: Dat kan niet meer.')).toBeTruthy();
  });
});

describe('what somebody made of the list', () => {
  test('a view gets a name and leads back to its filters', async () => {
    await open('/applications?stage=new&page=1&open=1');
    await userEvent.click(screen.getByRole('button', { name: 'Weergave opslaan' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Naam van de weergave'), 'Mijn nieuwe');
    await userEvent.click(dialog.getByRole('button', { name: 'Weergave opslaan' }));
    const tab = await screen.findByRole('link', { name: 'Mijn nieuwe' });
    expect(tab.getAttribute('href')).toBe('/applications?stage=new');
    expect(tab.getAttribute('aria-current')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Weergave verwijderen' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Mijn nieuwe' })).toBeNull());
  });
});
