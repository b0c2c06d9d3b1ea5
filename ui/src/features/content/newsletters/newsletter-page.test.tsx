import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { API, newsletter, ONE, sent, serverWithNewsletter, store } from '../../../testing/newsletters.ts';
import { render } from '../../../testing/render.tsx';

const SENDING = {
  status: 'sending',
  started_at: '2026-12-01T09:00:00Z',
  recipient_count: 1284,
  waiting_count: 472,
  delivered_count: 796,
  deferred_count: 14,
  bounced_count: 2,
  resumed_at: '2026-12-01T09:07:00Z',
  resumed_from: 391,
};

const event = (id: string, name: string, more: Record<string, unknown> = {}) =>
  wire('newsletter_events', id, {
    event: name,
    at: '2026-12-01T09:00:00Z',
    actor_name: null,
    count: null,
    ...more,
  });

async function open(more: Record<string, unknown> = SENDING) {
  const server = serverWithNewsletter(more);
  server.answer(
    `GET ${ONE}/history`,
    listOf([
      event('3', 'resumed_after_restart', { count: 391 }),
      event('2', 'started', { count: 1284 }),
      event('1', 'scheduled', { actor_name: 'Marieke' }),
    ]),
  );
  const rendered = await render('/content/newsletters/7', { as: 'admin', server });
  await screen.findByRole('heading', { level: 1, name: 'Nieuwsbrief december' });
  return rendered;
}

afterEach(() => vi.useRealTimers());

test('how far it is, what became of the mails and what happened', async () => {
  await open();
  const bar = await screen.findByRole('progressbar', { name: 'Verstuurd' });
  expect(bar.getAttribute('value')).toBe('812');
  expect(bar.getAttribute('max')).toBe('1284');
  expect(screen.getByText('Nog ongeveer 8 minuten')).toBeTruthy();
  const restarted = screen.getByText(/^De server is opnieuw gestart/).closest('.notice') as HTMLElement;
  expect(restarted.textContent).toContain('nummer 392');
  const outcome = screen.getByRole('region', { name: 'Wat ermee gebeurt' });
  expect(within(outcome).getByText('Later opnieuw, mailbox is vol').closest('li')?.textContent).toContain(
    '14',
  );
  expect(within(outcome).queryByText('Overgeslagen')).toBeNull();
  const history = screen.getByRole('region', { name: 'Verloop' });
  const lines = await within(history).findAllByRole('listitem');
  expect(lines.map((line) => line.querySelector('b')?.textContent)).toEqual([
    '812 verstuurd',
    'Server opnieuw gestart, 391 waren verstuurd',
    'Begonnen met 1.284 mensen',
    'Ingepland door Marieke',
  ]);
});

test('while it is sent the numbers are asked for again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  const { server } = await open();
  expect(screen.getByText('812')).toBeTruthy();
  store(server, { ...SENDING, waiting_count: 412, delivered_count: 856 });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await screen.findByText('872')).toBeTruthy();
});

test('it is paused at once, and stopped after a question', async () => {
  const { server } = await open();
  server.answer(`PUT ${ONE}/pause`, oneOf(newsletter({ ...SENDING, status: 'paused' })));
  store(server, { ...SENDING, status: 'paused' });
  await userEvent.click(screen.getByRole('button', { name: 'Pauzeren' }));
  expect(await screen.findByRole('button', { name: 'Verdergaan' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Stoppen' }));
  expect(sent(server, 'PUT', `${ONE}/stop`)).toHaveLength(0);
  const dialog = await screen.findByRole('dialog', { name: 'Stoppen met versturen?' });
  expect(dialog.textContent).toContain('472 mensen krijgen de nieuwsbrief dan niet');
  server.answer(`PUT ${ONE}/stop`, oneOf(newsletter({ ...SENDING, status: 'stopped' })));
  store(server, { ...SENDING, status: 'stopped', finished_at: '2026-12-01T09:20:00Z' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stoppen' }));
  expect(await screen.findByText('De nieuwsbrief is gestopt')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stoppen' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Dupliceren' })).toBeTruthy();
});

test('too late to pause: what it is now is shown', async () => {
  const { server } = await open();
  server.answer(`PUT ${ONE}/pause`, {
    status: 422,
    document: { errors: [{ status: '422', code: 'invalid_transition' }] },
  });
  store(server, { ...SENDING, status: 'sent', waiting_count: 0, finished_at: '2026-12-01T09:22:00Z' });
  await userEvent.click(screen.getByRole('button', { name: 'Pauzeren' }));
  expect(await screen.findByText(/intussen al verder/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Pauzeren' })).toBeNull());
});

test('one that waits can become a draft again', async () => {
  const { server, router } = await open({ status: 'scheduled', send_at: '2026-12-01T09:00:00Z' });
  expect(screen.queryByRole('progressbar', { name: 'Verstuurd' })).toBeNull();
  server.answer(`PUT ${ONE}/unschedule`, oneOf(newsletter()));
  store(server);
  await userEvent.click(screen.getByRole('button', { name: 'Terugzetten naar concept' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/newsletters/7/edit'));
});

test('a draft is not looked at but written', async () => {
  const server = serverWithNewsletter();
  const { router } = await render('/content/newsletters/7', { as: 'admin', server });
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/newsletters/7/edit'));
});

test('those before it are compared, without itself', async () => {
  const server = serverWithNewsletter({ ...SENDING, status: 'sent' });
  server.answer(
    API,
    listOf([
      newsletter({ ...SENDING, status: 'sent' }),
      newsletter(
        {
          status: 'sent',
          subject: 'Herfst: wie helpt in de Boslust?',
          finished_at: '2026-11-03T09:57:00Z',
          recipient_count: 3396,
          bounced_count: 18,
          unsubscribed_count: 11,
        },
        '6',
      ),
    ]),
  );
  await render('/content/newsletters/7', { as: 'admin', server });
  const earlier = await screen.findByRole('region', { name: 'Eerdere nieuwsbrieven' });
  const row = within(earlier).getByRole('row', { name: /Herfst/ });
  expect(row.textContent).toMatch(/3 november 2026.*3\.396.*18.*11/);
  expect(within(earlier).queryByText('December: 14 plekken')).toBeNull();
});
