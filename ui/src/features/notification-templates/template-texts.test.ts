// The rules of the editor of mail texts: placeholders, what is sent, what is wrong.
import { describe, expect, test } from 'vitest';
import type { MailTemplateTexts } from '../../api/template-calls.ts';
import {
  distance,
  isSlot,
  nearest,
  piecesOf,
  slotKey,
  tagsIn,
  usualPieces,
  withInserted,
  withMarkup,
  withReplaced,
} from '../../components/mail/placeholders.ts';
import englishKinds from '../../i18n/mail-kinds.en.json';
import dutchKinds from '../../i18n/mail-kinds.nl.json';
import englishSlots from './mail-slots.en.json';
import dutchSlots from './mail-slots.nl.json';
import { aboveOf, baseOf, changedParts, faultsOf, inputOf, originOf, slotOf } from './template-texts.ts';

// Greeting and footer, which are nobody's to write.
const templates = import.meta.glob<string>(
  ['../../../../src/mail/templates/*/*.txt', '!../../../../src/mail/templates/*/_*.txt'],
  { eager: true, import: 'default', query: '?raw' },
);
const kindOf = (file: string): string => file.split('/').at(-1)?.replace('.txt', '') ?? '';

test('every mail has a name in both languages, and no name is of a mail that is gone', () => {
  const kinds = [...new Set(Object.keys(templates).map(kindOf))].sort();
  expect(kinds.length).toBeGreaterThan(100);
  expect(Object.keys(dutchKinds).sort()).toEqual(kinds);
  expect(Object.keys(englishKinds).sort()).toEqual(kinds);
});

test('every placeholder of every mail has a name in both languages', () => {
  const slots = Object.values(templates).flatMap((text) =>
    tagsIn(text)
      .map(({ name }) => name)
      .filter(isSlot),
  );
  const wanted = [...new Set([...slots.map(slotKey), 'centre_name', 'site'])].sort();
  expect(Object.keys(dutchSlots).sort()).toEqual(wanted);
  expect(Object.keys(englishSlots).sort()).toEqual(wanted);
});

describe('placeholders in a text', () => {
  test('are read as the server reads them', () => {
    expect(
      tagsIn('Dag {{first_name }}, {%  if   a %}x{% endif %} {los} {{ open').map(({ name }) => name),
    ).toEqual(['{{ first_name }}', '{% if a %}', '{% endif %}', '{{ open']);
  });

  test('are pieces of the whole text, of which nothing is lost', () => {
    const text = 'Over {{ title }}{% if a %} en {{ tittle }}{% endif %}.';
    const pieces = piecesOf(text, new Set(['{{ title }}', '{% if a %}', '{% endif %}']));
    expect(pieces.map(({ text: piece }) => piece).join('')).toBe(text);
    expect(pieces.map(({ kind }) => kind)).toEqual([
      'text',
      'slot',
      'logic',
      'text',
      'unknown',
      'logic',
      'text',
    ]);
  });

  test('a line is read as it usually is', () => {
    const line =
      '{% if a %}Wacht{% elif b %}Nee{% else %}Voor {{ title }}{% if c %} nu{% endif %}{% endif %}!';
    expect(usualPieces(line).map(({ text }) => text)).toEqual(['Voor ', '{{ title }}', '!']);
    expect(usualPieces('Hallo').map(({ text }) => text)).toEqual(['Hallo']);
  });

  test('the nearest is found by its own name and by what people call it', () => {
    const known = ['{{ organization_name }}', '{{ vacancy_title }}', '{{ path }}', '{% if position %}'];
    const labels: Record<string, string> = {
      '{{ organization_name }}': 'Organisatie',
      '{{ vacancy_title }}': 'Vacature',
      '{{ path }}': 'Link',
    };
    const find = (name: string) => nearest(name, known, (each) => labels[each] ?? '');
    expect(distance('kitten', 'sitting')).toBe(3);
    expect(find('{{ organisatienaam }}')).toBe('{{ organization_name }}');
    expect(find('{{ vacature }}')).toBe('{{ vacancy_title }}');
    expect(find('{% if positon %}')).toBe('{% if position %}');
    expect(find('{{ geboortedatum }}')).toBeNull();
    expect(find('{{ }}')).toBeNull();
  });

  test('are replaced wherever they stand', () => {
    expect(withReplaced('{{a}} en {{ a }} en {{ b }}', '{{ a }}', '{{ c }}')).toBe(
      '{{ c }} en {{ c }} en {{ b }}',
    );
  });

  test('come at the cursor, which is behind it then', () => {
    expect(withInserted('Dag !', { from: 4, to: 4 }, '{{ x }}')).toEqual({
      text: 'Dag {{ x }}!',
      selection: { from: 11, to: 11 },
    });
  });
});

describe('markup', () => {
  const chosen = ({ text, selection: { from, to } }: ReturnType<typeof withMarkup>) => [
    text,
    text.slice(from, to),
  ];

  test('is put around what is chosen', () => {
    expect(chosen(withMarkup('Dag allen', { from: 4, to: 9 }, 'bold', 'tekst'))).toEqual([
      'Dag **allen**',
      'allen',
    ]);
    expect(chosen(withMarkup('Dag ', { from: 4, to: 4 }, 'link', 'tekst'))).toEqual(['Dag [tekst](/)', '/']);
  });

  test('a button stands alone on its line', () => {
    expect(withMarkup('Kijk hier nu', { from: 5, to: 9 }, 'button', 'knop').text).toBe(
      'Kijk \n[hier](/)\n nu',
    );
  });

  test('a list is begun at every line, and taken away again', () => {
    const list = withMarkup('een\ntwee\ndrie', { from: 1, to: 6 }, 'list', '');
    expect(list.text).toBe('- een\n- twee\ndrie');
    expect(withMarkup(list.text, list.selection, 'list', '').text).toBe('een\ntwee\ndrie');
  });
});

const STORED = {
  subject: 'Van ons',
  intro: null,
  body: 'Over {{ vacancy_title }} [Bekijken]({{ path }})',
  builtIn: { subject: 'Je aanmelding', body: 'Voor {{ vacancy_title }}\n[Bekijken]({{ path }})' },
  tenant: { subject: 'Van ons allen', intro: null, body: null },
  origins: { subject: 'volunteer_center', intro: 'built_in', body: 'volunteer_center' },
  placeholders: ['{{ vacancy_title }}', '{{ path }}', '{{ site }}', '{{ starts_at|date }}'],
  mandatoryPlaceholders: ['vacancy_title', 'path'],
  maxLengths: { subject: 20, intro: 100, body: 200 },
} as unknown as MailTemplateTexts;

describe('texts', () => {
  test('begin with what is in force at their level', () => {
    expect(baseOf(STORED, 'volunteer_center')).toEqual({ subject: 'Van ons', intro: '', body: STORED.body });
    expect(baseOf(STORED, 'tenant')).toEqual({
      subject: 'Van ons allen',
      intro: '',
      body: STORED.builtIn.body,
    });
    expect(aboveOf(STORED, 'volunteer_center').subject).toBe('Van ons allen');
    expect(aboveOf(STORED, 'tenant').subject).toBe('Je aanmelding');
    expect(originOf(STORED, 'volunteer_center')).toBe('volunteer_center');
    expect(originOf(STORED, 'tenant')).toBe('tenant');
  });

  test('only what was changed is sent; what is as above follows it again', () => {
    const base = baseOf(STORED, 'volunteer_center');
    const edits = { subject: ' Van  ons ', intro: 'Hallo', body: `${STORED.builtIn.body}\n` };
    expect(changedParts(base, edits)).toEqual(['intro', 'body']);
    expect(inputOf(base, edits, aboveOf(STORED, 'volunteer_center'))).toEqual({ intro: 'Hallo', body: null });
    // Who may not take a text away writes it once more.
    expect(inputOf(base, edits, null)).toEqual({ intro: 'Hallo', body: STORED.builtIn.body });
  });
});

describe('what is wrong', () => {
  const rules = (texts: Partial<Record<'subject' | 'intro' | 'body', string>>) =>
    faultsOf({ subject: 'Hallo', intro: '', body: STORED.body, ...texts }, STORED).map(
      ({ part, rule, placeholder }) => [part, rule, placeholder],
    );

  test('a text that holds what it must is fine', () => expect(rules({})).toEqual([]));

  test('a mandatory placeholder that is gone, also when it stands in the subject', () => {
    expect(rules({ subject: '{{ path }}', body: 'Over {{ vacancy_title }}' })).toEqual([
      ['body', 'missing_placeholder', 'path'],
    ]);
    expect(slotOf('path', STORED.placeholders)).toBe('{{ path }}');
    expect(slotOf('starts_at', STORED.placeholders)).toBe('{{ starts_at|date }}');
  });

  test('a placeholder that is not known, once', () => {
    expect(rules({ intro: '{{ x }} {{ x }}' })).toEqual([['intro', 'unknown_placeholder', '{{ x }}']]);
  });

  test('nothing at all, and too much', () => {
    expect(rules({ subject: ' ' })).toEqual([['subject', 'required', '']]);
    expect(rules({ subject: 'x'.repeat(21) })).toEqual([['subject', 'length', '']]);
    expect(rules({ body: '' })).toEqual([['body', 'required', '']]);
  });
});
