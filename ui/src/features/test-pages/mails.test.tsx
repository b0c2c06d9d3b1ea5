// The page on which every letter can be read before anybody gets it.
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { colour, dress, undressed } from '../../components/content/letter.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const HTML = '<p style="margin:0;color:#123456">Hallo <a href="https://site.example/confirm">hier</a></p>';

const facts = (kind: string, locale: string, isMandatory: boolean) => ({
  kind,
  locale,
  subject: locale === 'nl' ? `Onderwerp van ${kind}` : `Subject of ${kind}`,
  is_mandatory: isMandatory,
  is_digest: false,
  can_be_gathered: !isMandatory,
});

const whole = (kind: string, locale: string, isMandatory: boolean) => ({
  ...facts(kind, locale, isMandatory),
  variants: isMandatory ? [] : ['change'],
  from_name: 'Vrijwilligerspunt',
  reply_to: null,
  unsubscribe_url: isMandatory ? null : 'https://site.example/unsubscribe/voorbeeld',
  html: HTML,
  text: `Brief ${kind} ${locale}`,
});

const server = () => {
  const list = (locale: string) =>
    listOf([
      wire('mail_previews', 'password_reset', facts('password_reset', locale, true)),
      wire('mail_previews', 'org_approved', facts('org_approved', locale, false)),
    ]);
  const one = (kind: string, locale: string, isMandatory: boolean) =>
    oneOf(wire('mail_previews', kind, whole(kind, locale, isMandatory)));
  return fakeServer({
    '/api/v1/mail_previews?locale=nl': list('nl'),
    '/api/v1/mail_previews?locale=en': list('en'),
    '/api/v1/mail_previews/password_reset?locale=nl': one('password_reset', 'nl', true),
    '/api/v1/mail_previews/org_approved?locale=en&variant=change': oneOf(
      wire('mail_previews', 'org_approved', {
        ...whole('org_approved', 'en', false),
        text: 'After a change',
      }),
    ),
    '/api/v1/mail_previews/org_approved?locale=en': one('org_approved', 'en', false),
  });
};

test('the first letter is shown, with what cannot be switched off', async () => {
  await render('/test/mails', { as: 'admin', server: server() });
  expect(await screen.findByText('Brief password_reset nl')).toBeTruthy();
  expect(screen.getByText('Verplicht')).toBeTruthy();
  expect(screen.getByTitle('Onderwerp van password_reset').getAttribute('sandbox')).toBe('allow-same-origin');
});

test('the address says which letter and which language', async () => {
  await render('/test/mails?kind=org_approved&locale=en', { as: 'admin', server: server() });
  expect(await screen.findByText('Brief org_approved en')).toBeTruthy();
  expect(screen.getByText('Mag in een verzamelmail')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Subject of password_reset')).toHaveLength(2));
});

test('another letter of the same kind is one press away', async () => {
  await render('/test/mails?kind=org_approved&locale=en', { as: 'admin', server: server() });
  await userEvent.click(await screen.findByRole('link', { name: 'Bij een wijziging' }));
  expect(await screen.findByText('After a change')).toBeTruthy();
});

test('a letter keeps its looks under rules that refuse styles in tags, and leads nowhere', () => {
  const page = new DOMParser().parseFromString(undressed(HTML), 'text/html');
  expect(page.querySelector('[style]')).toBeNull();
  dress(page);
  expect(page.querySelector('p')?.style.margin).toBe('0px');
  const link = page.querySelector('a');
  expect(link?.hasAttribute('href')).toBe(false);
  expect(link?.title).toBe('https://site.example/confirm');
});

test('a letter is dark where it is looked at so, whatever this device is', () => {
  const css = '@media (prefers-color-scheme: dark) { .card { background: #242220 } }';
  const letter = new DOMParser().parseFromString(
    undressed(`<head><style>${css}</style></head>`),
    'text/html',
  );
  expect(letter.querySelector('style')).toBeNull();
  Object.defineProperty(letter, 'defaultView', { value: window });
  const shown = () => letter.adoptedStyleSheets.map(({ cssRules }) => cssRules[0]?.cssText.split(' {')[0]);
  colour(letter, 'dark');
  expect(shown()).toEqual(['@media all']);
  colour(letter, 'light');
  expect(shown()).toEqual(['@media not all']);
});
