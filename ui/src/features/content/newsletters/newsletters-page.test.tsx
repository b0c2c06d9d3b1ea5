import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listOf, oneOf } from '../../../testing/fake-server.ts';
import {
  API,
  attributesOf,
  newsletter,
  ONE,
  sent,
  serverWithNewsletter,
} from '../../../testing/newsletters.ts';
import { render } from '../../../testing/render.tsx';

const SENT = {
  title: 'Herfst',
  subject: 'Herfst: wie helpt in de Boslust?',
  status: 'sent',
  started_at: '2026-11-03T09:00:00Z',
  finished_at: '2026-11-03T09:57:00Z',
  recipient_count: 3396,
  bounced_count: 18,
  unsubscribed_count: 11,
};

async function open(search = '') {
  const server = serverWithNewsletter();
  server.answer(API, listOf([newsletter(), newsletter(SENT, '6')], { meta: { can: ['create'] } }));
  const rendered = await render(`/content/newsletters${search}`, { as: 'admin', server });
  await screen.findByRole('heading', { level: 1, name: 'Nieuwsbrieven' });
  return rendered;
}

test('each newsletter says how far it is and what it came to', async () => {
  await open();
  expect((await screen.findByRole('link', { name: 'Nieuwsbrief december' })).getAttribute('href')).toBe(
    '/content/newsletters/7/edit',
  );
  expect(screen.getByRole('link', { name: 'Herfst' }).getAttribute('href')).toBe('/content/newsletters/6');
  const row = screen.getByRole('link', { name: 'Herfst' }).closest('[data-row]') as HTMLElement;
  expect(row.textContent).toContain('Herfst: wie helpt in de Boslust?');
  expect(row.textContent).toContain('Verstuurd');
  expect(row.textContent).toContain('3 nov');
});

test('the list is asked for one status, and says when there is none', async () => {
  const server = serverWithNewsletter();
  server.answer(`${API}?filter[status_eq]=paused&page[size]=20&sort=-updated_at`, listOf([]));
  await render('/content/newsletters?status=paused', { as: 'admin', server });
  expect(await screen.findByText('Geen nieuwsbrief met deze status')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Alles tonen' }).getAttribute('href')).toBe('/content/newsletters');
});

test('without newsletters there is the way to a first one', async () => {
  const server = serverWithNewsletter();
  server.answer(API, listOf([], { meta: { can: ['create'] } }));
  server.answer(`POST ${API}`, oneOf(newsletter({ title: 'Nieuwsbrief november 2026' })));
  const { router } = await render('/content/newsletters', { as: 'admin', server });
  await screen.findByText('Er zijn nog geen nieuwsbrieven');
  const [button] = screen.getAllByRole('button', { name: 'Nieuwe nieuwsbrief' });
  await userEvent.click(button as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/newsletters/7/edit'));
  const [made] = sent(server, 'POST', API);
  expect(attributesOf(made)).toEqual({ title: expect.stringMatching(/^Nieuwsbrief \S+ \d{4}$/) });
});

test('a copy opens as a draft; only a draft can be deleted, after a question', async () => {
  const { server, router } = await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Meer met Herfst' }));
  expect(screen.queryByRole('menuitem', { name: 'Verwijderen' })).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Meer met Nieuwsbrief december' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Verwijderen' }));
  const dialog = await screen.findByRole('dialog', { name: '‘Nieuwsbrief december’ verwijderen?' });
  server.answer(`DELETE ${ONE}`, { status: 204 });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Concept verwijderen' }));
  expect(await screen.findByText('Nieuwsbrief december is verwijderd')).toBeTruthy();
  expect(sent(server, 'DELETE', ONE)).toHaveLength(1);

  server.answer(`POST ${API}/6/duplicate`, oneOf(newsletter({ title: 'Herfst (kopie)' })));
  await userEvent.click(screen.getByRole('button', { name: 'Meer met Herfst' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Dupliceren' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/newsletters/7/edit'));
});
