import { describe, expect, it } from 'vitest';
import { dayText, isoDay } from './controls/date-control.tsx';
import { fieldOfPointer } from './problems.ts';
import { paragraphsOf, proseOf } from './prose.ts';
import { brokenRule } from './rules.ts';

describe('brokenRule', () => {
  it.each([
    ['', { required: true }, 'required'],
    [undefined, { required: true, type: 'boolean' }, 'accepted'],
    ['', {}, undefined],
    ['abc', { minLength: 5 }, 'min_length'],
    ['abcdef', { maxLength: 5 }, 'max_length'],
    ['12', { type: 'number' }, 'number'],
    [1.5, { type: 'integer' }, 'integer'],
    [0, { exclusiveMinimum: 0 }, 'positive'],
    [1, { minimum: 2 }, 'minimum'],
    [3, { maximum: 2 }, 'maximum'],
    ['voorbeeld.nl', { format: 'uri' }, 'url'],
    ['https://voorbeeld.nl', { format: 'uri' }, undefined],
    ['2027-02-31', { format: 'date' }, 'date'],
    ['5310 A', { format: 'postal-code' }, 'postal_code'],
    ['5310 SS', { format: 'postal-code' }, 'postal_code'],
    ['5310ab', { format: 'postal-code' }, undefined],
    ['25:00', { format: 'time' }, 'time'],
    ['24:00', { format: 'time' }, 'time'],
    ['12:60', { format: 'time' }, 'time'],
    ['half tien', { format: 'time' }, 'time'],
    ['9.30', { format: 'time' }, undefined],
    ['23:59', { format: 'time' }, undefined],
    ['jan@localhost', { format: 'email' }, 'email'],
    ['jan@example.n', { format: 'email' }, 'email'],
    ['jan@.nl', { format: 'email' }, 'email'],
    ['jan@[127.0.0.1]', { format: 'email' }, 'email'],
    ['jan@post.example.nl', { format: 'email' }, undefined],
    ['bel mij maar', { format: 'phone' }, 'phone_number'],
    ['+31 (0)6 12345678', { format: 'phone' }, undefined],
    ['x', { enum: ['a', 'b'] }, 'invalid'],
    ['x', { pattern: '^[0-9]+$' }, 'invalid'],
    [['a'], { minItems: 2 }, 'min_items'],
    [['a', 'b'], { maxItems: 1 }, 'max_items'],
  ])('%j with %j breaks %s', (value, rules, rule) => {
    expect(brokenRule(value, rules)?.rule).toBe(rule);
  });
});

it('a pointer becomes the name that screens use', () => {
  expect(fieldOfPointer('/data/attributes/address/postal_code')).toBe('address.postalCode');
  expect(fieldOfPointer('/data/relationships/contact_person/data/id')).toBe('contactPerson');
  expect(fieldOfPointer('/data')).toBe('');
});

it('a day is typed the Dutch way and kept the world’s way', () => {
  expect(isoDay('1-3-2027')).toBe('2027-03-01');
  expect(isoDay('morgen')).toBe('morgen');
  expect(dayText('2027-03-01')).toBe('01-03-2027');
});

it('empty lines are paragraphs, there and back', () => {
  const html = proseOf('Een & twee\nregel\n\n<b>');
  expect(html).toBe('<p>Een &amp; twee<br>regel</p><p>&lt;b&gt;</p>');
  expect(paragraphsOf(html)).toBe('Een & twee\nregel\n\n<b>');
});
