import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const OUTCOME = {
  side: 'reporter',
  subject_type: 'vacancies',
  subject_title: 'Pakketten rondbrengen',
  category: 'money',
  created_at: '2026-11-20T10:00:00Z',
  status: 'action_taken',
  decided_at: '2026-11-24T10:00:00Z',
  text: 'Goed dat je dit hebt gemeld.',
  measures: [],
  can_appeal: true,
  appeal_until: '2026-12-08T10:00:00Z',
  appealed_at: null,
  appeal_by_me: false,
  appeal_status: null,
  appeal_text: null,
  center_name: 'Vrijwilligerspunt',
};

const serverOf = (meta: object) =>
  fakeServer({
    '/api/v1/abuse_reports/5/outcome': { document: { data: null, meta: { ...OUTCOME, ...meta } } },
  });

test('who reported without an account reads the outcome by the link, and does not agree', async () => {
  const server = serverOf({});
  server.answer('PUT /api/v1/abuse_reports/5/appeal', { status: 204 });
  await render('/gemeld/5?token=abc', { server });
  const user = userEvent.setup();
  await screen.findByRole('heading', { level: 1, name: 'Wat je hebt gemeld' });
  expect(screen.getByText('Vrijwilligerspunt heeft er iets aan gedaan.')).toBeTruthy();
  expect(screen.getByText('Goed dat je dit hebt gemeld.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Bezwaar versturen' }));
  expect(server.calls.some(({ method }) => method === 'PUT')).toBe(false);
  await user.type(screen.getByLabelText('Waarom ben je het er niet mee eens?'), 'De vacature staat er nog.');
  await user.click(screen.getByRole('button', { name: 'Bezwaar versturen' }));
  expect(await screen.findByText(/Je bezwaar is verstuurd/)).toBeTruthy();
  const sent = server.calls.find(({ method }) => method === 'PUT');
  expect(sent?.address).toContain('/abuse_reports/5/appeal?token=abc');
  expect(sent?.body).toMatchObject({ data: { attributes: { body: 'De vacature staat er nog.' } } });
});

test('after fourteen days it says that it is too late', async () => {
  const server = serverOf({});
  server.answer('PUT /api/v1/abuse_reports/5/appeal', {
    status: 422,
    document: { errors: [{ status: '422', code: 'too_late', title: 'Te laat', detail: 'Te laat' }] },
  });
  await render('/gemeld/5?token=abc', { server });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Waarom ben je het er niet mee eens?'), 'Toch niet.');
  await user.click(screen.getByRole('button', { name: 'Bezwaar versturen' }));
  await waitFor(() => expect(screen.getByText(/de 14 dagen zijn voorbij/)).toBeTruthy());
});

test('who was reported reads what was done, without who reported it', async () => {
  const server = serverOf({ side: 'reported', subject_type: 'messages', measures: ['hide', 'warn'] });
  await render('/gemeld/5', { as: 'volunteer', server });
  await screen.findByRole('heading', { level: 1, name: 'Een besluit over wat er is gemeld' });
  expect(screen.getByText('Een bericht van jou')).toBeTruthy();
  expect(screen.getByText('Je bericht is verborgen.')).toBeTruthy();
  expect(screen.getByText('Je hebt een waarschuwing gekregen.')).toBeTruthy();
});

test('an appeal that was answered is shown with its answer', async () => {
  const appealed = { can_appeal: false, appealed_at: '2026-11-25T10:00:00Z', appeal_by_me: true };
  const server = serverOf({ ...appealed, appeal_status: 'upheld', appeal_text: 'Wij zien het anders.' });
  await render('/gemeld/5', { as: 'volunteer', server });
  expect(await screen.findByText(/Je hebt bezwaar gemaakt op 25 november 2026/)).toBeTruthy();
  expect(screen.getByText('Wij zien het anders.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Bezwaar versturen' })).toBeNull();
});

test('whose it is not is told where it can be read', async () => {
  await render('/gemeld/5', { server: fakeServer() });
  await screen.findByRole('heading', { level: 1, name: 'Dit kun je hier niet bekijken' });
  expect(screen.getByRole('main').querySelector('a')?.getAttribute('href')).toContain('next=%2Fgemeld%2F5');
});
