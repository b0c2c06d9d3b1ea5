// Which notifications stand together, under which day, and what the one row of several says.
import { expect, test } from 'vitest';
import type { Notification } from '../../api/schema.d.ts';
import { daysOf, groupHref, groupWords, iconOf } from './groups.ts';

const NOW = new Date(2026, 10, 21, 12, 0);
const at = (day: number, hour: number): string => new Date(2026, 10, day, hour, 0).toISOString();

const notification = (id: string, more: Partial<Notification> = {}): Notification =>
  ({
    type: 'notifications',
    id,
    kind: 'application_new',
    data: { vacancyTitle: 'Hulp bij de kerstmarkt', applicantName: `Mens ${id}` },
    url: `/applications/${id}`,
    readAt: null,
    seenAt: null,
    createdAt: at(21, 9),
    ...more,
  }) as Notification;

const groupsOf = (...items: Notification[]) => daysOf(items, NOW).flatMap(({ groups }) => groups);
const ids = (...items: Notification[]) => groupsOf(...items).map((group) => group.items.map(({ id }) => id));

test('today, yesterday and earlier each have their heading, in the order of the list', () => {
  const days = daysOf(
    [
      notification('1'),
      notification('2', { createdAt: at(20, 23) }),
      notification('3', { createdAt: at(19, 9) }),
      notification('4', { createdAt: at(2, 9) }),
    ],
    NOW,
  );
  expect(days.map(({ key, groups }) => [key, groups.length])).toEqual([
    ['today', 1],
    ['yesterday', 1],
    ['earlier', 2],
  ]);
  expect(days[1]?.at).toBe(at(20, 23));
});

test('the same kind about the same vacancy is one row; another vacancy, kind or day is not', () => {
  expect(
    ids(
      notification('1'),
      notification('2', { data: { vacancyTitle: 'Taalmaatje' } }),
      notification('3', { kind: 'application_withdrawn' }),
      notification('4'),
      notification('5', { createdAt: at(20, 9) }),
      notification('6', { data: {} }),
      notification('7', { data: {} }),
    ),
  ).toEqual([['1', '4'], ['2'], ['3'], ['6'], ['7'], ['5']]);
});

test('a kind of which each is about something else is never grouped', () => {
  const kind = 'vacancy_approved';
  expect(ids(notification('1', { kind }), notification('2', { kind }))).toEqual([['1'], ['2']]);
});

test('the row says how many, names three and counts the rest', () => {
  const [group] = groupsOf(...['1', '2', '3', '4'].map((id) => notification(id)));
  const words = group && groupWords(group);
  expect(words).toEqual({
    kind: 'application_new',
    count: 4,
    about: 'Hulp bij de kerstmarkt',
    names: ['Mens 1', 'Mens 2', 'Mens 3'],
    more: 1,
  });
  expect(group && words && groupHref(group, words)).toBe('/applications?q=Hulp%20bij%20de%20kerstmarkt');
});

test('what leads outside the list of applications leads there', () => {
  const [group] = groupsOf(notification('1'), notification('2', { url: '/h/abc' }));
  const words = group && groupWords(group);
  expect(group && words && groupHref(group, words)).toBeNull();
});

test('one that speaks for itself has no words of a group', () => {
  const [group] = groupsOf(notification('1'));
  expect(group && groupWords(group)).toBeNull();
});

test('messages of one conversation are one row with how many were sent', () => {
  const message = (id: string, url: string, count?: number) =>
    notification(id, {
      kind: 'message_new',
      url,
      data: { senderName: 'Wim Postma', vacancyTitle: 'Wandelmaatje', ...(count ? { count } : {}) },
    });
  const groups = groupsOf(
    message('1', '/conversations?open=5', 2),
    message('2', '/conversations?open=6'),
    message('3', '/conversations?open=5'),
  );
  expect(groups.map((group) => groupWords(group)?.count ?? null)).toEqual([3, null]);
  expect(groups[0] && groupWords(groups[0])).toMatchObject({ names: ['Wim Postma'], more: 0 });
  const [alone] = groupsOf(message('4', '/conversations?open=7', 2));
  expect(alone && groupWords(alone)?.count).toBe(2);
});

test('a group is unread while one of it is', () => {
  const read = at(21, 10);
  const [one] = groupsOf(notification('1', { readAt: read }), notification('2'));
  const [other] = groupsOf(notification('1', { readAt: read }), notification('2', { readAt: read }));
  expect([one?.isUnread, other?.isUnread]).toEqual([true, false]);
});

test('the icon goes with the kind, also of one that is new', () => {
  expect(['message_new', 'application_new', 'org_approved', 'something_else'].map(iconOf)).toEqual([
    'message',
    'people',
    'building',
    'bell',
  ]);
});
