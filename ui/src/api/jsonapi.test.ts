import { describe, expect, test } from 'vitest';
import {
  fieldOfPointer,
  fromWire,
  readList,
  readOne,
  readProblems,
  toCamelCase,
  toSnakeCase,
  toWire,
  writeDocument,
} from './jsonapi.ts';

const document = {
  data: {
    type: 'vacancies',
    id: '3',
    attributes: { title: 'Voorlezen', contact_phone_visible: true, age_group_ids: ['1'] },
    relationships: {
      organization: { data: { type: 'organizations', id: '9' } },
      contact_person: { data: null },
      people: { data: [{ type: 'users', id: '1' }] },
      nothing: { links: {} },
    },
    meta: { can: ['update'], transitions: ['publish'] },
  },
  included: [
    {
      type: 'organizations',
      id: '9',
      attributes: { name: 'De Linden' },
      relationships: { vacancies: { data: [{ type: 'vacancies', id: '3' }] } },
    },
  ],
};

describe('a document becomes flat objects', () => {
  test('attributes lie beside id and type, in camelCase', () => {
    expect(readOne(document)).toMatchObject({
      id: '3',
      type: 'vacancies',
      title: 'Voorlezen',
      contactPhoneVisible: true,
      ageGroupIds: ['1'],
    });
  });

  test('relations are what was included; what was not keeps its id; none is null', () => {
    const vacancy = readOne(document) as unknown as Record<string, unknown>;
    expect(vacancy.organization).toMatchObject({ name: 'De Linden', can: [] });
    expect(vacancy.people).toEqual([{ type: 'users', id: '1', can: [], transitions: [] }]);
    expect(vacancy.contactPerson).toBeNull();
    expect('nothing' in vacancy).toBe(false);
  });

  test('a circle of relations ends at the same object', () => {
    const vacancy = readOne(document) as unknown as { organization: { vacancies: unknown[] } };
    expect(vacancy.organization.vacancies[0]).toBe(vacancy);
  });

  test('what may be done comes along, and is empty when it is not said', () => {
    expect(readOne(document)).toMatchObject({ can: ['update'], transitions: ['publish'] });
    expect(readList({ data: [{ type: 'users', id: '1' }] })[0]).toMatchObject({ can: [], transitions: [] });
  });

  test('no data is nothing', () => {
    expect(readOne({ data: null })).toBeNull();
    expect(readList({})).toEqual([]);
  });
});

describe('names', () => {
  test.each([
    ['contact_phone_visible', 'contactPhoneVisible'],
    ['footer_column_1_title', 'footerColumn1Title'],
    ['id', 'id'],
    ['p256dh', 'p256dh'],
    ['website_logo_dark_mode_url', 'websiteLogoDarkModeUrl'],
  ])('%s is %s, there and back', (wire, ours) => {
    expect(toCamelCase(wire)).toBe(ours);
    expect(toSnakeCase(ours)).toBe(wire);
  });

  test('keys that are data stay as they are', () => {
    const wire = {
      css_variables: { '--v-big_gap': '1px' },
      primary_shades: { 50: '#fff' },
      facets: { tags: { multi_day: 3 } },
    };
    expect(fromWire(wire)).toEqual({
      cssVariables: { '--v-big_gap': '1px' },
      primaryShades: { 50: '#fff' },
      facets: { tags: { multi_day: 3 } },
    });
    expect(toWire(fromWire(wire))).toEqual(wire);
  });

  test('a body is in snake_case, deep', () => {
    expect(writeDocument('organizations', { address: { postalCode: '5310 AB' } }, '4')).toEqual({
      data: { type: 'organizations', id: '4', attributes: { address: { postal_code: '5310 AB' } } },
    });
  });
});

describe('errors find their field', () => {
  test.each([
    ['/data/attributes/title', 'title'],
    ['/data/attributes/address/postal_code', 'address.postalCode'],
    ['/data/attributes/requirements/0', 'requirements.0'],
    ['/data', ''],
    [undefined, ''],
  ])('%s is %s', (pointer, field) => {
    expect(fieldOfPointer(pointer)).toBe(field);
  });

  test('the server says the words', () => {
    const errors = [
      {
        status: '422',
        code: 'too_short',
        detail: 'Minstens 5 tekens',
        source: { pointer: '/data/attributes/title' },
        meta: { min: 5 },
      },
    ];
    expect(readProblems({ errors })).toEqual([
      { field: 'title', code: 'too_short', title: '', detail: 'Minstens 5 tekens', meta: { min: 5 } },
    ]);
  });
});
