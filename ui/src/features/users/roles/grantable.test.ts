// Which role can be given where, from the server's own list.
import { describe, expect, test } from 'vitest';
import { chosenOf, type Grantable, grantableIn, groupsOf, OPEN_PLACE, placeKey } from './grantable.ts';

const at = (
  role: string,
  scopeType: Grantable['scopeType'],
  scopeId: string | null,
  scopeName: string | null = null,
): Grantable => ({ role, scopeType, scopeId, scopeName });

const LIST: Grantable[] = [
  at('keeper', 'organization', null),
  at('pupil', 'organization', null),
  at('pupil', 'volunteer_center', '1', 'Lindewaard'),
  at('editor', 'volunteer_center', '1', 'Lindewaard'),
  at('member', 'organization', '4', 'Taalhuis'),
  at('member', 'organization', '5', 'Buurtbus'),
];

test('a role stands once, with all its places', () => {
  const groups = groupsOf(LIST);
  expect(groups.map(({ role, places, isOpen }) => [role, places.length, isOpen])).toEqual([
    ['keeper', 0, true],
    ['pupil', 1, true],
    ['editor', 1, false],
    ['member', 2, false],
  ]);
});

describe('what is chosen', () => {
  const choose = (role: string, place = '', organizationId = '') =>
    chosenOf(LIST, role, place, organizationId);
  test('the only place of a role needs no choice', () => {
    expect(choose('editor')).toEqual({ role: 'editor', scopeType: 'volunteer_center', scopeId: '1' });
  });
  test('one of several places has to be chosen', () => {
    expect(choose('member')).toBeNull();
    expect(choose('member', placeKey(LIST[5] as Grantable))).toMatchObject({ scopeId: '5' });
  });
  test('any organisation can be taken where the server leaves it open', () => {
    expect(choose('keeper')).toBeNull();
    expect(choose('keeper', '', '9')).toEqual({ role: 'keeper', scopeType: 'organization', scopeId: '9' });
    expect(choose('pupil', '', '9')).toBeNull();
    expect(choose('pupil', OPEN_PLACE, '9')).toMatchObject({ scopeType: 'organization', scopeId: '9' });
  });
  test('a place of another role does not count, nor does a role that is not in the list', () => {
    expect(choose('editor', 'organization:5', '9')).toMatchObject({ scopeType: 'volunteer_center' });
    expect(choose('boss', '', '9')).toBeNull();
  });
});

test('without a list nothing can be given', () => {
  expect(grantableIn({})).toEqual([]);
  expect(grantableIn({ grantable: LIST })).toHaveLength(6);
});
