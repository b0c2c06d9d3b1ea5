import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type FakeAnswer, fakeServer, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { readLink } from './confirm.ts';

const failing = (status: number, code: string): FakeAnswer => ({
  status,
  document: { errors: [{ status: String(status), code, title: code }] },
});

async function open(path: string, answer: FakeAnswer) {
  const server = fakeServer({
    'POST /api/v1/confirm': answer,
    'POST /api/v1/applications/confirm': answer,
  });
  await render(path, { server });
  const sent = () => server.calls.filter((call) => call.method === 'POST');
  return { user: userEvent.setup(), sent };
}

const title = () => screen.getByRole('heading', { level: 1 }).textContent;

test.each([
  ['?token=abc', { kind: 'account', token: 'abc' }],
  ['?confirmation_token=abc', { kind: 'account', token: 'abc' }],
  ['?application=abc', { kind: 'application', token: 'abc' }],
  ['?token=', null],
  ['', null],
])('what the link %s asks', (search, link) => {
  expect(readLink(search)).toEqual(link);
});

test('opening the link confirms nothing', async () => {
  const { sent } = await open('/confirm?token=abc', { status: 200, document: {} });
  expect(title()).toBe('Account bevestigen');
  expect(sent()).toEqual([]);
});

test('a link without a token says so', async () => {
  await open('/confirm', { status: 200, document: {} });
  expect(title()).toBe('Deze link is niet compleet');
  expect(screen.getByRole('link', { name: 'Naar de homepage' })).toBeTruthy();
});

describe('an account', () => {
  test('that several forms named gets its password by the same link', async () => {
    const answer = oneOf(wire('users', '1'), { meta: { password_needed: true } });
    const { user } = await open('/confirm?token=abc', answer);
    await user.click(screen.getByRole('button', { name: 'Account bevestigen' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Kies je wachtwoord' })).toBeTruthy();
    expect(location.search).toBe('?first&token=abc');
  });

  test.each([
    [200, '', 'Je account is klaar', 'Inloggen', '/auth/login-1'],
    [410, 'link_used', 'Je account was al bevestigd', 'Inloggen', '/auth/login-1'],
    [410, 'link_expired', 'Deze link werkt niet meer', 'Nieuwe link aanvragen', '/signup/success'],
    [404, 'not_found', 'Deze link klopt niet', 'Naar de homepage', '/'],
  ])('%i %s: %s', async (status, code, heading, step, href) => {
    const answer = status === 200 ? oneOf(wire('users', '1')) : failing(status, code);
    const { user, sent } = await open('/confirm?token=abc', answer);
    await user.click(screen.getByRole('button', { name: 'Account bevestigen' }));
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(within(screen.getByRole('main')).getByRole('link', { name: step }).getAttribute('href')).toBe(
      href,
    );
    expect(sent()[0]?.body).toEqual({ confirmation_token: 'abc' });
  });
});

describe('an application of a guest', () => {
  test.each([
    [410, 'link_used', 'Je bericht was al verstuurd'],
    [410, 'link_expired', 'Deze link werkt niet meer'],
    [422, 'vacancy_closed', 'Deze vacature is al gesloten'],
    [422, 'vacancy_full', 'Deze vacature is al gesloten'],
    [422, 'already_applied', 'Je bericht was al verstuurd'],
    [422, 'own_vacancy', 'Je bericht kan nu niet worden verstuurd'],
    [422, 'limit_reached', 'Je bericht kan nu niet worden verstuurd'],
    [403, 'under_age', 'Je bericht kan nu niet worden verstuurd'],
  ])('%i %s: %s', async (status, code, heading) => {
    const { user } = await open('/confirm?application=abc', failing(status, code));
    await user.click(screen.getByRole('button', { name: 'Bericht versturen' }));
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  });

  test('says who has the message, and the focus follows', async () => {
    const answer = oneOf(
      wire('applications', '3', { vacancy_title: 'Taalmaatje', organization_name: 'Taalhuis' }),
    );
    const { user, sent } = await open('/confirm?application=abc', answer);
    await user.click(screen.getByRole('button', { name: 'Bericht versturen' }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'Je aanmelding is verstuurd' });
    expect(screen.getByText(/Taalhuis heeft je bericht over ‘Taalmaatje’/)).toBeTruthy();
    expect(document.activeElement).toBe(heading);
    expect(sent()[0]?.body).toEqual({ token: 'abc' });
  });

  test('that did not get through may be sent again', async () => {
    const { user } = await open('/confirm?application=abc', failing(403, 'forbidden'));
    await user.click(screen.getByRole('button', { name: 'Bericht versturen' }));
    expect(await screen.findByText(/Dat is niet gelukt/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Bericht versturen' })).toBeTruthy();
  });
});

describe('somebody who was registered at a desk', () => {
  test.each([
    [true, 'De aanmelding staat in je account', 'Inloggen', '/auth/login-1'],
    [false, 'Je hebt hier nog geen account', 'Account maken', '/signup'],
  ])('with an account: %s', async (hasAccount, heading, step, href) => {
    const answer = { status: 200, document: { data: null, meta: { has_account: hasAccount } } };
    const { user, sent } = await open('/confirm?registered=abc', answer);
    await user.click(screen.getByRole('button', { name: 'Aanmelding in mijn account zetten' }));
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
    expect(within(screen.getByRole('main')).getByRole('link', { name: step }).getAttribute('href')).toBe(
      href,
    );
    expect(sent()[0]?.body).toEqual({ token: 'abc' });
  });

  test('of whom no date of birth is known says to be old enough', async () => {
    const pointer = '/data/attributes/age_at_least';
    const asked = { status: '422', code: 'age_at_least', meta: { min_age: 18 }, source: { pointer } };
    const server = fakeServer({
      'POST /api/v1/applications/confirm': { status: 422, document: { errors: [asked] } },
    });
    await render('/confirm?registered=abc', { server });
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Aanmelding in mijn account zetten' }));
    await screen.findByRole('heading', { level: 1, name: 'Ben je 18 jaar of ouder?' });
    server.answer('POST /api/v1/applications/confirm', {
      status: 200,
      document: { data: null, meta: { has_account: true } },
    });
    await user.click(screen.getByRole('button', { name: 'Ja, ik ben 18 jaar of ouder' }));
    await screen.findByRole('heading', { level: 1, name: 'De aanmelding staat in je account' });
    expect(server.calls.at(-1)?.body).toEqual({ token: 'abc', age_at_least: 18 });
  });
});
