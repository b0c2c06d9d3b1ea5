import { expect, it } from 'vitest';
import EN from '../../i18n/components.en.json' with { type: 'json' };
import NL from '../../i18n/components.nl.json' with { type: 'json' };
import { brokenRule, type FieldConstraints, type FieldValue } from './rules.ts';
import rules from './rules.ts?raw';

/** A value that breaks each rule. */
const BROKEN: readonly (readonly [FieldValue, FieldConstraints])[] = [
  ['', { required: true }],
  [false, { required: true, type: 'boolean' }],
  [['a'], { minItems: 2 }],
  [['a', 'b'], { maxItems: 1 }],
  ['x', { type: 'number' }],
  [1.5, { type: 'integer' }],
  [0, { exclusiveMinimum: 0 }],
  [1, { minimum: 2 }],
  [3, { maximum: 2 }],
  ['abc', { minLength: 5 }],
  ['abcdef', { maxLength: 5 }],
  ['els@localhost', { format: 'email' }],
  ['voorbeeld.nl', { format: 'uri' }],
  ['2027-02-31', { format: 'date' }],
  ['25:00', { format: 'time' }],
  ['bel mij', { format: 'phone' }],
  ['5310 SS', { format: 'postal-code' }],
  ['x', { enum: ['a'] }],
];

const known = new Set(
  [...rules.matchAll(/rule: '(\w+)'|\? '(\w+)' : '(\w+)'/g)].flatMap((found) => found.slice(1)),
);

it('every rule is broken by a value here', () => {
  const broken = new Set(BROKEN.map(([value, rule]) => brokenRule(value, rule)?.rule));
  expect([...known].filter((rule) => rule && !broken.has(rule))).toEqual([]);
});

it.each([
  ['nl', NL.rule, 'Naam'],
  ['en', EN.rule, 'Name'],
] as const)('each says what is wrong, with everything filled in: %s', (_, words, field) => {
  for (const [value, rule] of BROKEN) {
    const broken = brokenRule(value, rule);
    const facts: Record<string, unknown> = { field, count: broken?.count, limit: broken?.limit };
    const texts = Object.entries(words).filter(([key]) => key.replace(/_(one|other)$/, '') === broken?.rule);
    expect(texts, broken?.rule).not.toEqual([]);
    for (const [key, text] of texts) {
      const filled = text.replace(/\{\{(\w+)[^}]*\}\}/g, (_all, name: string) => String(facts[name] ?? '?'));
      expect(filled, key).not.toMatch(/[{}?]|: ?\.|^\s|undefined|null/);
    }
  }
});
