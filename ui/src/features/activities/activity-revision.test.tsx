import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Activity } from '../../api/schema.d.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { changesOf } from './activity-changes.ts';

const term = (kind: string, id: string, key: string, name: string) =>
  wire('taxonomies', id, { kind, key, name_nl: name, name_en: name, archived: false });

const ATTRIBUTES = {
  title: 'Taalcafé',
  status: 'published',
  moderation_state: 'approved',
  moderation_message: null,
  summary: 'Samen Nederlands praten',
  description: '',
  activity_categories: ['language'],
  target_groups: ['everyone'],
  tags: [],
  questions: [],
  is_workshop: false,
  seats_per_organization: null,
  starts_at: '2099-11-04T13:30',
  ends_at: '2099-11-04T15:00',
  all_day: false,
  recurrence: null,
  next_starts_at: '2099-11-04T12:30:00Z',
  occurrences_count: 1,
  location_name: 'De Huiskamer',
  city: 'Lindewaard',
  online: false,
  registration: 'none',
  capacity: null,
  is_free: true,
  cost: null,
  organization_id: '1',
  organization_name: 'Taalhuis',
  revision: { activity_categories: ['language', 'meet'], target_groups: [], tags: ['regularly', 'old'] },
  revision_state: 'submitted',
  revision_message: null,
};

test('lists that wait are told after the words, in the order of the form', () => {
  const activity = {
    title: 'Taalcafé',
    activityCategories: ['language'],
    targetGroups: ['everyone'],
    tags: [],
    revision: { tags: ['regularly'], targetGroups: [], title: 'Praatcafé' },
  } as unknown as Activity;
  expect(changesOf(activity)).toEqual([
    { part: 'title', before: 'Taalcafé', after: 'Praatcafé' },
    { part: 'targetGroups', before: 'everyone', after: '' },
    { part: 'tags', before: '', after: 'regularly' },
  ]);
});

test('whoever decides reads what was chosen by its name, now and new', async () => {
  const activity = wire('activities', '4', ATTRIBUTES, {
    meta: { can: ['update', 'manage', 'approve'], transitions: ['approve', 'request_changes', 'refuse'] },
  });
  const server = fakeServer({
    '/api/v1/activities/4': { ...oneOf(activity), headers: { ETag: '"1"' } },
    '/api/v1/activities/4/history': listOf([]),
    '/api/v1/activity_occurrences': listOf([]),
    '/api/v1/taxonomies/activity_categories': listOf([
      term('activity_categories', '1', 'language', 'Taal'),
      term('activity_categories', '2', 'meet', 'Ontmoeten'),
    ]),
    '/api/v1/taxonomies/target_groups': listOf([term('target_groups', '3', 'everyone', 'Iedereen')]),
    '/api/v1/taxonomies/tags': listOf([term('tags', '4', 'regularly', 'Regelmatig')]),
  });
  await render('/activiteitenkalender/overzicht/4', { as: 'coordinator', server });
  const part = async (name: string) => {
    const heading = await screen.findByRole('heading', { level: 3, name });
    const section = within(heading.closest('section') as HTMLElement);
    return section.getAllByRole('definition').map(({ textContent }) => textContent);
  };
  await screen.findByText('Taal, Ontmoeten');
  expect(await part('Soort activiteit')).toEqual(['Taal', 'Taal, Ontmoeten']);
  expect(await part('Voor wie')).toEqual(['Iedereen', 'Niets ingevuld']);
  // A choice that is in the list no more keeps its key.
  await screen.findByText('Regelmatig, old');
  expect(await part('Labels')).toEqual(['Niets ingevuld', 'Regelmatig, old']);
});
