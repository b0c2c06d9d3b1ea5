import { describe, expect, test } from 'vitest';
import type { Conversation } from '../../api/conversation-calls.ts';
import { filled, partsOf } from '../../lib/conversations/snippet-text.ts';
import { aboutHref, linkParts } from './links.ts';
import { readStart } from './start-url.ts';
import { dayLine, mailMoment, rowDay } from './when.ts';

describe('when a mail about a message leaves', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}:00`);
  const moment = (time: string) => mailMoment(at(time).toISOString());

  test('ten minutes later', () => {
    expect(moment('10:31')).toEqual(at('10:41'));
    expect(moment('20:49')).toEqual(at('20:59'));
  });

  test('at night in the morning', () => {
    expect(moment('20:50')).toEqual(new Date('2026-11-21T07:30:00'));
    expect(moment('23:55')).toEqual(new Date('2026-11-21T07:30:00'));
    expect(moment('03:00')).toEqual(at('07:30'));
    expect(moment('07:20')).toEqual(at('07:30'));
    expect(moment('07:25')).toEqual(at('07:35'));
  });
});

describe('days', () => {
  const now = new Date('2026-11-20T12:00:00');
  test('a row says the day of this week, then the date', () => {
    expect(rowDay('2026-11-20T08:00:00', now)).toBeNull();
    expect(rowDay('2026-11-16T08:00:00', now)).toBe('maandag');
    expect(rowDay('2026-11-13T08:00:00', now)).toBe('13 nov');
    expect(rowDay('2025-11-13T08:00:00', now)).toBe('13 november 2025');
  });
  test('above the messages the whole day', () => {
    expect(dayLine('2026-11-20T08:00:00', now)).toBeNull();
    expect(dayLine('2026-11-13T08:00:00', now)).toBe('Vrijdag 13 november');
  });
});

test('addresses in a message are links without the end of the sentence; others are text', () => {
  expect(linkParts('Zie https://a.nl/x?y=1, of javascript:alert(1)')).toEqual([
    { text: 'Zie ' },
    { text: 'https://a.nl/x?y=1', href: 'https://a.nl/x?y=1' },
    { text: ', of javascript:alert(1)' },
  ]);
  expect(linkParts('http://')).toEqual([{ text: 'http://' }]);
});

test('a placeholder that nothing is known for stays to be seen', () => {
  expect(filled('Dag {{ voornaam }}, {{vacature}}', { voornaam: 'Joke', vacature: '' })).toBe(
    'Dag Joke, {{vacature}}',
  );
  expect(partsOf('{{voornaam}}', { voornaam: 'Joke' })).toEqual([{ text: 'Joke', kind: 'filled' }]);
});

test('what a conversation is about is found where its reader can go', () => {
  const href = (about: Partial<Conversation>) =>
    aboutHref({
      aboutId: '5',
      aboutSlug: null,
      side: 'person',
      aboutType: 'users',
      ...about,
    } as Conversation);
  expect(href({ aboutType: 'applications' })).toBe('/applications/5');
  expect(href({ aboutType: 'vacancies', aboutSlug: '5-taalmaatje' })).toBe('/vacancies/5-taalmaatje');
  expect(href({ aboutType: 'vacancies' })).toBeNull();
  expect(href({ aboutType: 'organizations', side: 'center' })).toBe('/organizations/5');
  expect(href({ aboutType: 'users' })).toBeNull();
  expect(href({ aboutType: 'users', side: 'center' })).toBe('/users/5');
});

test('a link says with whom and about what a conversation begins', () => {
  const start = (query: string) => readStart(new URLSearchParams(query));
  expect(start('')).toBeNull();
  expect(start('to=users:9')).toEqual({ recipientType: 'users', recipientId: '9' });
  expect(start('to=organizations:1&about=vacancies:5')).toEqual({
    recipientType: 'organizations',
    recipientId: '1',
    aboutType: 'vacancies',
    aboutId: '5',
  });
  for (const wrong of ['to=', 'to=users:x', 'to=centres:1', 'to=users:1&about=users:2'])
    expect(start(wrong)).toBe('wrong');
});
