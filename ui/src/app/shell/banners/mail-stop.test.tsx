// Mail that comes back is said on every screen, and on the screen that mends it with what to do.
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { toasts } from '../../../lib/feedback/toasts.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { fakeServer, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const STOPPED = '2026-11-20T08:00:00Z';
const LABEL = 'Je e-mailadres werkt niet';

function stop(): void {
  const me = currentUser.peek();
  if (!me) throw new Error('nobody is signed in');
  currentUser.value = { ...me, mailStoppedAt: STOPPED };
}

test('the banner leads to where one mends it, and is not there besides', async () => {
  await render('/profile-edit/settings', { as: 'volunteer' });
  expect(screen.queryByRole('region', { name: LABEL })).toBeNull();
  stop();
  const banner = await screen.findByRole('region', { name: LABEL });
  expect(banner.textContent).toContain('Een mail naar joke@example.org is teruggekomen.');
  const link = screen.getByRole('link', { name: 'Bekijken wat je kunt doen' });
  expect(link.getAttribute('href')).toBe('/profile-edit/email');
});

test.each([
  ['2026-11-20T08:00:05Z', 'De mail is weer teruggekomen.'],
  [null, null],
])('one more try: stopped at %s', async (after, told) => {
  const person = (at: string | null) =>
    oneOf(wire('users', '7', { email: 'joke@example.org', mail_stopped_at: at }));
  const server = fakeServer({
    'POST /api/v1/users/7/try_mail_again': { status: 202, document: { data: null } },
    '/api/v1/users/7': person(after),
  });
  await render('/profile-edit/email', { as: 'volunteer', server });
  stop();
  server.answer('/api/v1/current_user', person(after));
  expect(await screen.findByText('Mails naar joke@example.org komen terug')).toBeTruthy();
  expect(screen.queryByRole('region', { name: LABEL })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
  if (told) expect(await screen.findByText(new RegExp(told))).toBeTruthy();
  else {
    const titles = () => toasts.value.map((toast) => toast.title);
    await waitFor(() => expect(titles()).toContain('De mail is aangekomen'));
    expect(screen.queryByText('Mails naar joke@example.org komen terug')).toBeNull();
  }
});
