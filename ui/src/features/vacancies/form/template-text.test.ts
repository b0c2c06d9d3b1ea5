import { expect, test } from 'vitest';
import { leftOvers } from './template-text.ts';

test('what a template left to be filled in is found, field by field', () => {
  const found = leftOvers({
    title: 'Voorlezen bij [naam van de locatie]',
    description: '<p>Vertel hier wat iemand doet. Je komt op XXX.</p><p>Bel ___ of mail.</p>',
    requirements: ['Je hebt geduld', '[vul aan]'],
    offer: 'Koffie, en .....',
  });
  expect(found.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'title: [naam van de locatie]',
    'description: Vertel hier wat iemand doet',
    'description: XXX',
    'description: ___',
    'requirements: [vul aan]',
    'offer: .....',
  ]);
});

test.each([
  'Je drinkt koffie… en praat wat.',
  'Lees [meer](https://voorbeeld.nl) op de site.',
  'Vertel het aan je buurman. Zeg maar hallo!',
  'Maat XXL past ook.',
  '[x]',
  'Chauffeur [m/v/x]',
])('%s', (description) => {
  expect(leftOvers({ title: 'Voorlezen', description })).toEqual([]);
});
