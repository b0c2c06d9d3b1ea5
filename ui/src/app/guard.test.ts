import { describe, expect, test } from 'vitest';
import { guard, type Outcome, type Visit } from './guard.ts';
import type { RouteRow } from './route-row.ts';

const load: RouteRow['load'] = async () => ({ default: () => null });
const open: RouteRow = { path: '/open', public: true, titleKey: 'x', load };
const closed: RouteRow = { path: '/closed', titleKey: 'x', load };
const checked: RouteRow = {
  path: '/checked/:id',
  public: true,
  titleKey: 'x',
  load,
  validate: ({ id }) => (id === '1' ? true : { statusCode: 422, statusMessage: 'No such id' }),
};

const visitor: Visit = {
  path: '/closed',
  search: '',
  params: {},
  isSignedIn: false,
  isSessionRefused: false,
  redirectPath: null,
};
const member: Visit = { ...visitor, isSignedIn: true };

function said(outcome: Outcome): string {
  if (outcome.kind === 'page') return 'page';
  return outcome.kind === 'redirect'
    ? outcome.to
    : `${outcome.problem.statusCode} ${outcome.problem.message}`;
}

describe('who comes where', () => {
  const rows: [string, RouteRow | null, Visit, string][] = [
    ['a visitor on an open page', open, visitor, 'page'],
    ['a visitor on a closed page', closed, visitor, '/auth/login-1?next=%2Fclosed'],
    ['with a question', closed, { ...visitor, search: '?page=2' }, '/auth/login-1?next=%2Fclosed%3Fpage%3D2'],
    ['a visitor at sign-out', closed, { ...visitor, path: '/uitloggen' }, '/auth/login-1'],
    ['a member on a closed page', closed, member, 'page'],
    ['a member on an open page', open, member, 'page'],
    ['a member who cannot be loaded', closed, { ...member, isSessionRefused: true }, '/uitloggen'],
    ['the same on an open page', open, { ...member, isSessionRefused: true }, '/uitloggen'],
    ['the same at sign-out', closed, { ...member, isSessionRefused: true, path: '/uitloggen' }, 'page'],
    ['nobody knows the page', null, { ...visitor, path: '/niets' }, '404 Page not found: /niets'],
    ['nobody knows it, signed in', null, { ...member, path: '/niets' }, '404 Page not found: /niets'],
    ['a host with one page', open, { ...visitor, redirectPath: '/gelderse-handen' }, '/gelderse-handen'],
    ['the same, unknown page', null, { ...visitor, redirectPath: '/gelderse-handen' }, '/gelderse-handen'],
    [
      'the same, there',
      open,
      { ...visitor, path: '/gelderse-handen', redirectPath: '/gelderse-handen' },
      'page',
    ],
    ['a right parameter', checked, { ...visitor, params: { id: '1' } }, 'page'],
    ['a wrong parameter', checked, { ...visitor, params: { id: '2' } }, '422 No such id'],
  ];
  test.each(rows)('%s', (_, row, visit, outcome) => {
    expect(said(guard(row, visit))).toBe(outcome);
  });
});
