import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const ACTIVITY = {
  title: 'Soep eten',
  summary: 'Samen aan tafel',
  description: '<p>Kom soep eten.</p>',
  status: 'draft',
  moderation_state: 'submitted',
  organization_id: '1',
  organization_name: 'Buurthuis',
  revision: null,
  revision_state: null,
};

type Hint = { code: string; severity: 'alert' | 'advice'; field: string | null; values: string[] };

async function open(hints: Hint[]) {
  const common = {
    kind: 'activity',
    title: 'Soep eten',
    organization: 'Buurthuis',
    since: '2026-11-27T19:05:00Z',
    waiting_days: 1,
  };
  const row = wire('activities', '4', ACTIVITY, {
    meta: { can: [], transitions: ['approve'], common } as never,
  });
  const server = fakeServer({
    '/api/v1/moderation': listOf([row]),
    '/api/v1/activities/4/review_hints': { status: 200, document: { data: null, meta: { hints } } },
  });
  await render('/moderation?open=activities-4', { as: 'coordinator', server });
}

test('an activity that waits comes with what to look at, in words of an activity', async () => {
  await open([
    { code: 'same_title', severity: 'alert', field: 'title', values: ['7', 'Soep eten'] },
    { code: 'starts_soon', severity: 'alert', field: 'starts_at', values: [] },
    { code: 'first_activity', severity: 'advice', field: null, values: [] },
    { code: 'cost_in_text', severity: 'advice', field: 'is_free', values: ['€ 3'] },
    { code: 'short_text', severity: 'advice', field: 'description', values: [] },
  ]);
  const heading = await screen.findByRole('heading', { name: 'Let hierop' });
  const section = within(heading.closest('section') as HTMLElement);
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Op dezelfde dag is er al een activiteit met deze titel: Soep eten',
    'De eerstvolgende keer begint al binnen 48 uur.',
    'Dit is de eerste activiteit van deze organisatie.',
    'De activiteit staat als gratis, maar in de tekst staat een bedrag: € 3',
    'De tekst is kort. Is duidelijk wat er te doen is?',
  ]);
  expect(section.getByRole('link', { name: 'Soep eten' }).getAttribute('href')).toBe(
    '/activiteitenkalender/overzicht/7',
  );
});

test('an activity about which nothing is found says so', async () => {
  await open([]);
  expect(await screen.findByText('Geen bijzonderheden gevonden.')).toBeTruthy();
});
