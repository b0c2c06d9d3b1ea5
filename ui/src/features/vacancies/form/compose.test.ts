import { expect, test } from 'vitest';
import { composeDutch, composeEnglish } from './compose.ts';
import { textRemark, titleRemark } from './quality/quality.ts';

const ANSWERS = {
  task: 'Wandelen met ouderen.',
  people: 'bewoners van De Linde',
  when: 'Dinsdagmiddag, 2 uur',
  person: 'je hebt geduld, vrolijk',
  offer: 'Koffie en een cursus',
};

test('five answers make a text that the hints are content with', () => {
  const text = composeDutch(ANSWERS, 'Zorgcentrum De Linde');
  expect(text.title).toBe('Wandelen met ouderen');
  expect(titleRemark(String(text.title), 'nl')?.tone).toBe('good');
  expect(text.description).toContain('Bij Zorgcentrum De Linde ga je wandelen met ouderen.');
  expect(text.description).toContain('Je komt op dinsdagmiddag, 2 uur.');
  expect(text.requirements).toBe('Je hebt geduld\nJe bent vrolijk');
  expect(text.offer).toBe(
    'Je krijgt van ons koffie en een cursus. Je bent bij ons verzekerd tijdens het vrijwilligerswerk.',
  );
  const plain = String(text.description)
    .replace(/<\/p>/g, '\n')
    .replace(/<[^>]+>/g, '');
  expect(textRemark(plain, 'nl')).toEqual({ tone: 'good', key: 'text.good' });
});

test('in English too, and what is typed is text, never markup', () => {
  const text = composeEnglish(
    { ...ANSWERS, task: 'walking with <b>people</b>', when: 'every Tuesday' },
    'The Lindens',
  );
  expect(text.description).toContain('your role is walking with &lt;b&gt;people&lt;/b&gt;');
  expect(text.description).toContain('You come every Tuesday.');
});

test('what was not answered leaves no gap', () => {
  const text = composeDutch({ task: 'soep koken', people: '', when: '', person: '', offer: '' }, 'Buurthuis');
  expect(text.description).not.toMatch(/ {2}|undefined|<p><\/p>/);
  expect(text.requirements).toBe('');
});
