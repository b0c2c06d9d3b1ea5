// Applications on the screen: whose list, which steps, and what a step asks for.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { toasts } from '../../lib/feedback/toasts.ts';
import { impersonation } from '../../lib/session/session.ts';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const ONE = '/api/v1/applications/5';

const JOKE = {
  answers: [],
  unread_messages: 0,
  waitlist_position: null,
  offer_expires_at: null,
  asked_center_at: null,
  source: 'web',
  vacancy_id: '4',
  user_id: '79',
  organization_id: '1',
  name: 'Joke Vermeer',
  first_name: 'Joke',
  last_name: 'Vermeer',
  email: 'joke@example.org',
  phone_number: '+31612345678',
  message: 'Hallo! Ik praat graag met mensen.',
  status: null,
  stage: 'new',
  reason_code: null,
  waiting_days: 8,
  vacancy_title: 'Taalmaatje',
  organization_name: 'Taalhuis Lindewaard',
  created_at: '2026-11-15T09:01:36Z',
};

const joke = (more: Record<string, unknown> = {}, transitions: string[] = []) =>
  wire('applications', '5', { ...JOKE, ...more }, { meta: { can: ['decide'], transitions } });

function serverWith(more: Record<string, unknown> = {}, transitions: string[] = []): FakeServer {
  return fakeServer({
    [ONE]: oneOf(joke(more, transitions)),
    [`${ONE}/messages`]: listOf([]),
    [`${ONE}/history`]: {
      document: {
        data: [
          wire('transitions', '1', {
            event: 'apply',
            to: 'new',
            at: JOKE.created_at,
            actor_name: 'Joke Vermeer',
          }),
        ],
      },
    },
  });
}

const sent = (server: FakeServer): unknown[] =>
  server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

const queries = (server: FakeServer): string[] =>
  server.calls.map(({ address }) => address).filter((address) => address.startsWith('/api/v1/applications?'));

describe('the list', () => {
  test('a volunteer sees their own, with what happens next', async () => {
    const server = fakeServer({ '/api/v1/applications': listOf([joke()]) });
    await render('/applications', { as: 'volunteer', server });
    const link = await screen.findByRole('link', { name: 'Taalmaatje' });
    expect(link.getAttribute('href')).toBe('/applications/5');
    expect(screen.getByText('Nog geen antwoord')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
    expect(queries(server).every((address) => address.includes('filter[mine_eq]=true'))).toBe(true);
    expect(screen.getByRole('link', { name: 'Mijn aanmeldingen' })).toBeTruthy();
  });

  test('who has none is shown the way to a vacancy', async () => {
    const server = fakeServer({ '/api/v1/applications': listOf([]) });
    await render('/applications', { as: 'volunteer', server });
    const link = await screen.findByRole('link', { name: 'Vacature zoeken' });
    expect(link.getAttribute('href')).toBe('/vacancies/search');
  });

  test('who works here sees a table, and the address says what is in it', async () => {
    const server = fakeServer({
      '/api/v1/applications': listOf([joke()]),
      '/api/v1/vacancies': listOf([wire('vacancies', '4', { title: 'Taalmaatje' })]),
    });
    await render('/applications?stage=new&vacancy=4&sort=name', { as: 'organization', server });
    const table = await screen.findByRole('grid');
    expect(within(table).getByText('8 dagen zonder antwoord')).toBeTruthy();
    const [asked] = queries(server);
    expect(asked).toContain('filter[stage_in]=new');
    expect(asked).toContain('filter[vacancy_id_eq]=4');
    expect(asked).toContain('sort=name');
    const waiting = await screen.findByRole('link', { name: /Langer dan 7 dagen/ });
    expect(waiting.getAttribute('href')).toBe('/applications?waiting=7&vacancy=4&sort=created_at');
    await waitFor(() => expect(within(waiting).getByText('1')).toBeTruthy());
  });

  test('a choice that nobody fits leads back to everybody', async () => {
    const server = fakeServer({ '/api/v1/applications': listOf([]), '/api/v1/vacancies': listOf([]) });
    await render('/applications?waiting=7', { as: 'coordinator', server });
    expect(await screen.findByRole('heading', { name: 'Niemand wacht te lang' })).toBeTruthy();
  });
});

describe('one application', () => {
  test('only what the server allows has a button', async () => {
    await render('/applications/5', { as: 'organization', server: serverWith({}, ['accept']) });
    expect(await screen.findByRole('button', { name: 'Joke aannemen' })).toBeTruthy();
    for (const name of ['Afwijzen', 'Contact vastleggen', 'Aanmelding intrekken', 'Heropenen'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  test('a dialog that may not be opened stays shut', async () => {
    await render('/applications/5?do=reject', { as: 'organization', server: serverWith({}, ['accept']) });
    await screen.findByRole('button', { name: 'Joke aannemen' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('how to reach somebody is only there when the server says it', async () => {
    await render('/applications/5', {
      as: 'organization',
      server: serverWith({ email: undefined, phone_number: undefined }),
    });
    await screen.findByRole('heading', { level: 1, name: 'Joke Vermeer' });
    expect(screen.queryByRole('heading', { name: 'Over Joke' })).toBeNull();
  });

  test('turning somebody down needs a reason, and says which mail goes out', async () => {
    const server = serverWith({}, ['reject']);
    server.answer(
      `PUT ${ONE}/transition`,
      oneOf(joke({ stage: 'rejected', reason_code: 'not_a_fit' }, ['reopen'])),
    );
    await render('/applications/5', { as: 'organization', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Afwijzen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Joke afwijzen?' });
    expect(within(dialog).getByText(/Antwoord op je aanmelding voor Taalmaatje/)).toBeTruthy();
    const confirm = within(dialog).getByRole('button', { name: 'Afwijzen en mailen' });
    await userEvent.click(confirm);
    expect((await within(dialog).findAllByText(/Vul dit in/)).length).toBeGreaterThan(0);
    expect(sent(server)).toEqual([]);
    await userEvent.click(within(dialog).getByLabelText(/Het past niet goed/));
    await userEvent.click(confirm);
    await waitFor(() => expect(toasts.value[0]?.title).toBe('Joke is afgewezen'));
    expect(sent(server)).toEqual([{ data: { attributes: { event: 'reject', reason_code: 'not_a_fit' } } }]);
    expect(await screen.findByRole('button', { name: 'Heropenen' })).toBeTruthy();
  });

  test('another reason has to be told', async () => {
    const server = serverWith({}, ['reject']);
    await render('/applications/5?do=reject', { as: 'organization', server });
    const dialog = await screen.findByRole('dialog', { name: 'Joke afwijzen?' });
    await userEvent.click(within(dialog).getByLabelText('Een andere reden'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Afwijzen en mailen' }));
    expect((await within(dialog).findAllByText(/Schrijf kort/)).length).toBeGreaterThan(0);
    expect(sent(server)).toEqual([]);
  });

  test('what is no longer possible is told, and shown as it is now', async () => {
    const server = serverWith({}, ['accept']);
    server.answer(`PUT ${ONE}/transition`, () => {
      server.answer(ONE, oneOf(joke({ stage: 'withdrawn', waiting_days: null })));
      return {
        status: 422,
        document: { errors: [{ status: '422', code: 'invalid_transition', detail: 'x' }] },
      };
    });
    await render('/applications/5?do=accept', { as: 'organization', server });
    const dialog = await screen.findByRole('dialog', { name: 'Joke aannemen?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Joke aannemen' }));
    await waitFor(() => expect(toasts.value[0]?.title).toBe('Dit kon niet meer'));
    expect(toasts.value[0]?.message).toContain('Ingetrokken');
    expect(await screen.findByRole('heading', { name: 'Joke heeft de aanmelding ingetrokken' })).toBeTruthy();
  });

  test('contact shows at once, and is taken back when it fails', async () => {
    const server = serverWith({}, ['contact']);
    server.answer(`PUT ${ONE}/transition`, {
      status: 422,
      document: { errors: [{ status: '422', code: 'other', detail: 'Het ging mis.' }] },
    });
    await render('/applications/5?do=contact', { as: 'organization', server });
    const dialog = await screen.findByRole('dialog', { name: 'Neem contact op met Joke' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Contact vastleggen' }));
    await waitFor(() => expect(toasts.value[0]?.message).toBe('Het ging mis.'));
    expect(await screen.findByRole('heading', { name: 'Joke wacht te lang op antwoord' })).toBeTruthy();
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  test('a volunteer sees their own side and may withdraw', async () => {
    await render('/applications/5', {
      as: 'volunteer',
      server: serverWith({ user_id: '7' }, ['withdraw']),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Taalmaatje' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Aanmelding intrekken' })).toBeTruthy();
    expect(screen.getByText('Je hebt je aangemeld')).toBeTruthy();
  });

  test('a hidden message says that it is, and one of the other side can be reported', async () => {
    const server = serverWith();
    const message = (id: string, attributes: Record<string, unknown>) =>
      wire('messages', id, { is_read: true, is_hidden: false, created_at: JOKE.created_at, ...attributes });
    server.answer(
      `${ONE}/messages`,
      listOf([
        message('21', { side: 'person', author_name: 'Joke Vermeer', body: '', is_hidden: true }),
        message('22', { side: 'person', author_name: 'Joke Vermeer', body: 'Ik bied er geld voor' }),
        message('23', { side: 'organization', author_name: 'Wim', body: 'Dat kan niet', is_hidden: true }),
      ]),
    );
    server.answer('POST /api/v1/abuse_reports', { status: 204 });
    await render('/applications/5', { as: 'organization', server });
    expect(await screen.findByText('Dit bericht is verborgen.')).toBeTruthy();
    expect(screen.getByText('Dit bericht is verborgen. Alleen jij ziet het nog.')).toBeTruthy();
    expect(screen.getByText('Dat kan niet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Melden: bericht van Joke Vermeer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Iets melden' }));
    await userEvent.click(dialog.getByRole('radio', { name: /Geld of oplichting/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Melden' }));
    expect(await screen.findByText('Gemeld')).toBeTruthy();
    const report = server.calls.find(({ address }) => address.endsWith('/abuse_reports'));
    expect(report?.body).toMatchObject({
      data: { attributes: { subject_type: 'messages', subject_id: '22' } },
    });
  });

  test('who is signed in as somebody reads and writes no messages, and reads why', async () => {
    const server = serverWith({}, ['accept']);
    await render('/applications/5?do=accept', { as: 'organization', server });
    impersonation.value = {
      by: 'Ada de Wit',
      until: '2026-11-21T10:00:00Z',
      reason: 'Meekijken bij een vraag',
    };
    expect(await screen.findByText(/Alleen wie een bericht heeft geschreven/)).toBeTruthy();
    const dialog = await screen.findByRole('dialog', { name: 'Joke aannemen?' });
    expect(within(dialog).getByText(/zelf kan er een bericht bij schrijven/)).toBeTruthy();
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    impersonation.value = null;
  });
});
