import { describe, expect, test } from 'vitest';
import { Problem } from '../../lib/feedback/errors.ts';
import type { RouteRow } from '../route-row.ts';
import { guard, type Outcome, type Visit } from './guard.ts';

const load: RouteRow['load'] = async () => ({ default: () => null });
const open: RouteRow = { path: '/open', public: true, titleKey: 'home.title' as const, load };
const closed: RouteRow = { path: '/closed', titleKey: 'home.title' as const, load };
const checked: RouteRow = {
  path: '/checked/:id',
  public: true,
  titleKey: 'home.title' as const,
  load,
  validate: ({ id }) => (id === '1' ? true : { statusCode: 422, statusMessage: 'No such id' }),
};

const pool: RouteRow = { ...closed, feature: 'volunteerProfiles' };
const parts = (is: boolean) => ({ peerToPeer: true, volunteerProfiles: is, activities: is });

const visitor: Visit = {
  path: '/closed',
  search: '',
  params: {},
  isSignedIn: false,
  isSessionRefused: false,
  isHalfSignedIn: false,
  wrongCenter: null,
  features: {},
  redirectPath: null,
};
const member: Visit = { ...visitor, isSignedIn: true };
const half: Visit = { ...member, isHalfSignedIn: true };
const elsewhere: Visit = {
  ...member,
  wrongCenter: new Problem({ statusCode: 403, message: 'wrong center' }),
};

function said(outcome: Outcome): string {
  if (outcome.kind === 'page') return 'page';
  return outcome.kind === 'redirect'
    ? outcome.to
    : `${outcome.problem.statusCode} ${outcome.problem.message}`;
}

describe('who comes where', () => {
  const rows: [string, RouteRow | null, Visit, string][] = [
    ['a visitor on an open page', open, visitor, 'page'],
    ['the page of a part that is on', pool, { ...member, features: parts(true) }, 'page'],
    ['of one that is off', pool, { ...member, features: parts(false) }, '404 Page not found: /closed'],
    ['the same for a visitor', pool, { ...visitor, features: parts(false) }, '404 Page not found: /closed'],
    ['while that is not known', pool, { ...member, features: {} }, 'page'],
    ['a visitor on a closed page', closed, visitor, '/auth/login-1?next=%2Fclosed'],
    ['with a question', closed, { ...visitor, search: '?page=2' }, '/auth/login-1?next=%2Fclosed%3Fpage%3D2'],
    ['a visitor at sign-out', closed, { ...visitor, path: '/uitloggen' }, '/auth/login-1'],
    ['a member on a closed page', closed, member, 'page'],
    ['a member on an open page', open, member, 'page'],
    [
      'a member who cannot be loaded',
      closed,
      { ...member, isSessionRefused: true },
      '/uitloggen?next=%2Fclosed',
    ],
    ['the same on the front page', open, { ...member, isSessionRefused: true, path: '/' }, '/uitloggen'],
    ['the same at sign-out', closed, { ...member, isSessionRefused: true, path: '/uitloggen' }, 'page'],
    ['a member before the second step', closed, half, '/auth/token?next=%2Fclosed'],
    [
      'with a question, on an open page',
      open,
      { ...half, search: '?q=a' },
      '/auth/token?next=%2Fclosed%3Fq%3Da',
    ],
    ['the same at the second step', closed, { ...half, path: '/auth/token' }, 'page'],
    ['the same at sign-out', closed, { ...half, path: '/uitloggen' }, 'page'],
    ['the same with a link from a letter', open, { ...half, path: '/confirm' }, 'page'],
    ['the same on the front page', open, { ...half, path: '/' }, '/auth/token'],
    ['a member of another site', open, elsewhere, '403 wrong center'],
    ['the same at sign-out', closed, { ...elsewhere, path: '/uitloggen' }, 'page'],
    ['the same where sites are chosen', open, { ...elsewhere, path: '/switch' }, 'page'],
    [
      'who just deleted their account, at the goodbye',
      closed,
      { ...visitor, path: '/profiel/verwijderd', hasJustLeft: true },
      'page',
    ],
    ['the same elsewhere', closed, { ...visitor, hasJustLeft: true }, '/auth/login-1?next=%2Fclosed'],
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

describe('a part that is switched off', () => {
  const help: RouteRow = { ...open, path: '/een-op-een-hulp', feature: 'peerToPeer' };
  const features = { peerToPeer: false, volunteerProfiles: true, activities: true };

  test('has no page, for a visitor and for who is signed in', () => {
    for (const who of [visitor, member]) {
      const at = { ...who, path: '/een-op-een-hulp', features };
      expect(said(guard(help, at))).toBe('404 Page not found: /een-op-een-hulp');
      expect(said(guard(help, { ...at, features: { ...features, peerToPeer: true } }))).toBe('page');
    }
  });
});

test('the known address of the contact form leads to it, also for who is not signed in', () => {
  expect(said(guard(closed, { ...visitor, path: '/contactformulier' }))).toBe('/forms/contact');
});
