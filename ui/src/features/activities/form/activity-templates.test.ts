import { expect, test } from 'vitest';
import { fakeServer, oneOf, wire } from '../../../testing/fake-server.ts';
import { saveTemplate as saveVacancyTemplate } from '../../vacancies/form/templates.store.ts';
import { saveTemplate } from './activity-form.store.ts';
import { contentToForm, newForm } from './activity-form-values.ts';

const FORM = {
  ...newForm('1', '9'),
  title: 'Taalcafé',
  description: '<p>Samen Nederlands praten.</p>',
  activityCategories: ['language'],
  how: 'regular',
  day: '2026-12-02',
  from: '13:30',
  until: '15:00',
  weekdays: ['WE'],
  end: 'count',
  endCount: 6,
  registration: 'occurrence',
  capacity: 20,
  mostPerParty: '2',
  'questions.0.id': '77',
  'questions.0.text': 'Spreek je al wat Nederlands?',
  'questions.0.kind': 'yes_no',
  'questions.0.options': '',
  'questions.0.isRequired': true,
};

const contentOf = (server: ReturnType<typeof fakeServer>) => {
  const body = server.calls.at(-1)?.body as { data: { attributes: { content: Record<string, unknown> } } };
  return body.data.attributes.content;
};

test('a template has the names that the server knows, and fills in a new form without its days', async () => {
  const server = fakeServer({
    'POST /api/v1/activity_templates': oneOf(wire('activity_templates', '1', { name: 'Taalcafé' })),
  });
  await saveTemplate(null, 'Taalcafé', FORM);
  const content = contentOf(server);
  expect(content).toMatchObject({
    activity_categories: ['language'],
    most_per_party: 2,
    questions: [{ text: 'Spreek je al wat Nederlands?', kind: 'yes_no', is_required: true }],
  });
  const { starts_at: _s, ends_at: _e, excluded_days: _x, contact_person_id: _c, ...kept } = content;
  const filled = contentToForm(kept);
  expect(filled).toMatchObject({
    title: 'Taalcafé',
    activityCategories: ['language'],
    how: 'regular',
    weekdays: ['WE'],
    end: 'count',
    endCount: 6,
    capacity: 20,
    mostPerParty: '2',
    'questions.0.id': '',
    'questions.0.isRequired': true,
  });
  for (const name of ['day', 'lastDay', 'from', 'until', 'organizationId', 'contactPersonId'])
    expect(filled).not.toHaveProperty(name);
});

test('what a template does not say is as in a new form', () => {
  const {
    organizationId: _o,
    contactPersonId: _c,
    weekdays: _w,
    excludedDays: _x,
    ...fresh
  } = newForm('1', null);
  expect(contentToForm({ title: 'Koffie' })).toMatchObject({ ...fresh, title: 'Koffie' });
});

test('the template of a vacancy has the names that the server knows', async () => {
  const server = fakeServer({
    'POST /api/v1/vacancy_templates': oneOf(wire('vacancy_templates', '1', { name: 'Maatje' })),
  });
  await saveVacancyTemplate('1', 'Maatje', {
    title: 'Maatje',
    vacancyType: 'volunteering',
    place: 'organization',
  });
  expect(contentOf(server)).toMatchObject({ title: 'Maatje', vacancy_type: 'volunteering' });
});
