import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  type FakeAnswer,
  type FakeServer,
  fakeServer,
  listOf,
  oneOf,
  wire,
} from '../../testing/fake-server.ts';
import { type RenderOptions, render } from '../../testing/render.tsx';
import { CONSENT_EDITION } from './consent-edition.ts';
import english from './newsletter-subscription.en.json';
import dutch from './newsletter-subscription.nl.json';

const SUBSCRIPTIONS = '/api/v1/newsletter_subscriptions';
const PREFERENCES = `${SUBSCRIPTIONS}/preferences`;
const PUBLISHED = '/api/v1/published_newsletters';

const issue = wire('published_newsletters', '12', {
  subject: 'De zomer staat voor de deur',
  subject_en: null,
  preheader: 'Wie gaat er mee naar het park?',
  preheader_en: null,
  sent_at: '2026-06-02T09:00:00Z',
  html: '<h2>Drie plekken voor jou</h2><p>Kijk ook op <a href="/vacancies/search">de site</a>.</p>',
  html_en: null,
  path: '/nieuwsbrief/12',
});

const preferences = (attributes: Record<string, unknown> = {}): FakeAnswer =>
  oneOf(
    wire('newsletter_preferences', '3', {
      email: 'j…@example.nl',
      locale: 'nl',
      frequency: 'every',
      is_subscribed: true,
      ...attributes,
    }),
  );

const refused = (rule: string): FakeAnswer => ({
  status: 422,
  document: {
    errors: [
      { status: '422', code: 'invalid', source: { pointer: '/data/attributes/token' }, meta: { rule } },
    ],
  },
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
/** Came in the place of another, and the focus came along. */
const focused = async (name: string): Promise<void> => {
  const title = await heading(name);
  await waitFor(() => expect(document.activeElement).toBe(title));
};
const attributesOf = (server: FakeServer, method: string, address: string): unknown[] =>
  server.calls
    .filter((call) => call.method === method && call.address === address)
    .map(({ body }) => (body as { data: { attributes: unknown } }).data.attributes);

async function open(path: string, answers: Parameters<typeof fakeServer>[0], options: RenderOptions = {}) {
  const server = fakeServer({ [PUBLISHED]: listOf([]), ...answers });
  await render(path, { server, ...options });
  return { server, user: userEvent.setup(), main: within(screen.getByRole('main')) };
}

test('the sentence that somebody agrees to has its own edition', () => {
  // Another sentence? Then another edition too, so that it is known who agreed to what.
  expect([CONSENT_EDITION, dutch.form.consent, english.form.consent]).toEqual([
    '2026-11',
    'Als je op de knop klikt, ga je ermee akkoord dat {{centre}} je de nieuwsbrief mailt. We gebruiken je e-mailadres en je voornaam alleen daarvoor. Je kunt altijd stoppen: in elke nieuwsbrief staat een link om je af te melden.',
    'By pressing the button you agree that {{centre}} may email you the newsletter. We use your email address and first name for that only. You can stop at any time: every newsletter has a link to unsubscribe.',
  ]);
});

describe('asking for the newsletter', () => {
  test('takes an address, and says what one agrees to before the button', async () => {
    const { server, user, main } = await open('/nieuwsbrief', {
      [`POST ${SUBSCRIPTIONS}`]: { status: 202, document: {} },
    });
    expect(main.getByText(/akkoord dat Meedoen in Lindewaard je de nieuwsbrief mailt/)).toBeTruthy();
    expect(main.getByRole('link', { name: 'Zo gaan we om met je gegevens' }).getAttribute('href')).toBe(
      '/privacy',
    );
    await user.type(main.getByLabelText('E-mailadres'), ' joke@example.nl ');
    await user.click(main.getByRole('button', { name: 'Aanmelden voor de nieuwsbrief' }));
    await focused('Kijk in je mail');
    expect(screen.getByText(/een mail gestuurd naar joke@example\.nl/)).toBeTruthy();
    expect(attributesOf(server, 'POST', SUBSCRIPTIONS)).toEqual([
      { email: 'joke@example.nl', first_name: null, locale: 'nl', edition: '2026-11' },
    ]);
  });

  test('in English asks for it in English, by name', async () => {
    const { server, user, main } = await open('/en/nieuwsbrief', {
      [`POST ${SUBSCRIPTIONS}`]: { status: 202, document: {} },
    });
    await user.type(main.getByLabelText('Email address'), 'joke@example.nl');
    await user.type(main.getByLabelText(/^First name/), 'Joke');
    await user.click(main.getByRole('button', { name: 'Sign up for the newsletter' }));
    await heading('Check your inbox');
    expect(attributesOf(server, 'POST', SUBSCRIPTIONS)).toEqual([
      { email: 'joke@example.nl', first_name: 'Joke', locale: 'en', edition: '2026-11' },
    ]);
  });

  test('without an address asks for one and sends nothing', async () => {
    const { server, user, main } = await open('/nieuwsbrief', {});
    await user.click(main.getByRole('button', { name: 'Aanmelden voor de nieuwsbrief' }));
    expect(main.getByLabelText('E-mailadres').getAttribute('aria-invalid')).toBe('true');
    expect(attributesOf(server, 'POST', SUBSCRIPTIONS)).toEqual([]);
  });

  test('that is refused says why, and keeps what was typed', async () => {
    const error = {
      status: '422',
      code: 'invalid',
      detail: 'Vul een e-mailadres in dat bestaat.',
      source: { pointer: '/data/attributes/email' },
      meta: { rule: 'email' },
    };
    const { user, main } = await open('/nieuwsbrief', {
      [`POST ${SUBSCRIPTIONS}`]: { status: 422, document: { errors: [error] } },
    });
    await user.type(main.getByLabelText('E-mailadres'), 'joke@nergens.nl');
    await user.click(main.getByRole('button', { name: 'Aanmelden voor de nieuwsbrief' }));
    expect((await main.findAllByText(/Vul een e-mailadres in dat bestaat\./)).length).toBeGreaterThan(0);
    expect(main.getByLabelText<HTMLInputElement>('E-mailadres').value).toBe('joke@nergens.nl');
  });

  test('with another address begins again', async () => {
    const { user, main } = await open('/nieuwsbrief', {
      [`POST ${SUBSCRIPTIONS}`]: { status: 202, document: {} },
    });
    await user.type(main.getByLabelText('E-mailadres'), 'joke@exmaple.nl');
    await user.click(main.getByRole('button', { name: 'Aanmelden voor de nieuwsbrief' }));
    await user.click(await screen.findByRole('button', { name: 'Ander e-mailadres invullen' }));
    await heading('Nieuwsbrief');
    expect(screen.getByLabelText<HTMLInputElement>('E-mailadres').value).toBe('');
  });

  test('is done with one’s consents by who is signed in', async () => {
    const { main } = await open('/nieuwsbrief', {}, { as: 'volunteer' });
    expect(main.getByRole('link', { name: 'Naar je toestemmingen' }).getAttribute('href')).toBe(
      '/account/privacy',
    );
    expect(main.queryByLabelText('E-mailadres')).toBeNull();
  });
});

describe('earlier newsletters', () => {
  test('stand below the form, with their dates, page by page', async () => {
    const { server, main } = await open('/nieuwsbrief?page=2', {
      [PUBLISHED]: listOf([issue], { meta: { total: 13, page: 2, size: 12, pages: 2 } }),
    });
    const earlier = within(await main.findByRole('region', { name: 'Eerdere nieuwsbrieven' }));
    const link = await earlier.findByRole('link', { name: 'De zomer staat voor de deur' });
    expect(link.getAttribute('href')).toBe('/nieuwsbrief/12');
    expect(earlier.getByText('2 juni 2026')).toBeTruthy();
    expect(earlier.getByRole('link', { name: 'Pagina 1' }).getAttribute('href')).toBe('/nieuwsbrief');
    expect(server.calls.map(({ address }) => address)).toContain(`${PUBLISHED}?page[number]=2&page[size]=12`);
  });

  test('are not spoken of where there are none', async () => {
    const { main } = await open('/nieuwsbrief', {});
    expect(main.getByRole('button', { name: 'Aanmelden voor de nieuwsbrief' })).toBeTruthy();
    expect(main.queryByRole('heading', { name: 'Eerdere nieuwsbrieven' })).toBeNull();
  });

  test('are read on the site, where links stay within it', async () => {
    const { main } = await open('/nieuwsbrief/12', { [`${PUBLISHED}/12`]: oneOf(issue) });
    await heading('De zomer staat voor de deur');
    expect(main.getByText('Nieuwsbrief van 2 juni 2026')).toBeTruthy();
    const letter = within(main.getByRole('article'));
    expect(letter.getByRole('heading', { level: 2, name: 'Drie plekken voor jou' })).toBeTruthy();
    expect(letter.getByRole('link', { name: 'de site' }).getAttribute('href')).toBe('/vacancies/search');
    expect(main.getByRole('link', { name: 'Zelf de nieuwsbrief ontvangen' }).getAttribute('href')).toBe(
      '/nieuwsbrief',
    );
    expect(main.queryByText(/^Deze tekst is er alleen/)).toBeNull();
  });

  test('are read in English where there is an English version', async () => {
    const both = {
      ...issue,
      attributes: {
        ...issue.attributes,
        subject_en: 'Summer is nearly here',
        html_en: '<h2>Three places for you</h2>',
      },
    };
    const { main } = await open('/en/nieuwsbrief/12', { [`${PUBLISHED}/12`]: oneOf(both) });
    await heading('Summer is nearly here');
    expect(main.getByRole('heading', { level: 2, name: 'Three places for you' })).toBeTruthy();
    expect(main.getByRole('article').getAttribute('lang')).toBeNull();
  });

  test('that were never written in English say so', async () => {
    const { main } = await open('/en/nieuwsbrief/12', { [`${PUBLISHED}/12`]: oneOf(issue) });
    await heading('De zomer staat voor de deur');
    expect(main.getByText('This text is only available in Dutch.')).toBeTruthy();
    expect(main.getByRole('article').getAttribute('lang')).toBe('nl');
  });

  test('that do not stand on the site are not found', async () => {
    await render('/nieuwsbrief/99', { server: fakeServer() });
    await heading('Pagina niet gevonden');
  });
});

describe('confirming', () => {
  const CONFIRM = `POST ${SUBSCRIPTIONS}/confirm`;
  const BUTTON = { name: 'Ja, stuur mij de nieuwsbrief' };

  test('takes a press: opening the link does nothing', async () => {
    const { server, user, main } = await open('/nieuwsbrief/bevestigen?token=abc', {
      [CONFIRM]: oneOf(
        wire('newsletter_subscriptions', '3', {
          is_confirmed: true,
          preferences_path: '/nieuwsbrief/voorkeuren?token=def',
        }),
      ),
    });
    expect(main.getAllByRole('button')).toHaveLength(1);
    expect(attributesOf(server, 'POST', `${SUBSCRIPTIONS}/confirm`)).toEqual([]);
    await user.click(main.getByRole('button', BUTTON));
    await focused('Je krijgt voortaan de nieuwsbrief');
    expect(screen.getByRole('link', { name: 'Mijn voorkeuren kiezen' }).getAttribute('href')).toBe(
      '/nieuwsbrief/voorkeuren?token=def',
    );
    expect(attributesOf(server, 'POST', `${SUBSCRIPTIONS}/confirm`)).toEqual([{ token: 'abc' }]);
  });

  test.each([
    ['expired', 'Deze link werkt niet meer', /werkt 7 dagen/],
    ['unknown', 'Deze link klopt niet', /Heb je al bevestigd\?/],
  ])('with a link that is %s says what to do', async (rule, title, text) => {
    const { user, main } = await open('/nieuwsbrief/bevestigen?token=abc', { [CONFIRM]: refused(rule) });
    await user.click(main.getByRole('button', BUTTON));
    await focused(title);
    expect(screen.getByText(text)).toBeTruthy();
    expect(
      within(screen.getByRole('main'))
        .getByRole('link', { name: 'Naar de nieuwsbrief' })
        .getAttribute('href'),
    ).toBe('/nieuwsbrief');
  });

  test('that did not get through may be tried again', async () => {
    const { user, main } = await open('/nieuwsbrief/bevestigen?token=abc', {
      [CONFIRM]: { status: 403, document: { errors: [{ status: '403', code: 'forbidden' }] } },
    });
    await user.click(main.getByRole('button', BUTTON));
    expect(await screen.findByText(/Dat is niet gelukt/)).toBeTruthy();
    expect(screen.getByRole('button', BUTTON)).toBeTruthy();
  });

  test.each(['/nieuwsbrief/bevestigen', '/nieuwsbrief/voorkeuren?token='])(
    '%s lacks its last part and says so',
    async (path) => {
      const { server } = await open(path, {});
      await heading('Deze link is niet compleet');
      expect(server.calls.filter(({ method }) => method === 'POST')).toEqual([]);
    },
  );
});

describe('what somebody wishes of the newsletter', () => {
  const PATH = '/nieuwsbrief/voorkeuren?token=def';
  const READ = `POST ${PREFERENCES}`;
  const CHANGE = `PATCH ${PREFERENCES}`;

  test('stands there as it was chosen, and is kept when it is changed', async () => {
    const { server, user } = await open(PATH, {
      [READ]: preferences(),
      [CHANGE]: preferences({ locale: 'en', frequency: 'monthly' }),
    });
    expect(await screen.findByText('We sturen de nieuwsbrief naar j…@example.nl.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Elke nieuwsbrief').checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>('Nederlands').checked).toBe(true);
    await user.click(screen.getByLabelText('Maximaal één keer per maand'));
    await user.click(screen.getByLabelText('Engels'));
    await user.click(screen.getByRole('button', { name: 'Voorkeuren opslaan' }));
    expect(await screen.findByText('Je voorkeuren zijn opgeslagen')).toBeTruthy();
    expect(attributesOf(server, 'POST', PREFERENCES)).toEqual([{ token: 'def' }]);
    expect(attributesOf(server, 'PATCH', PREFERENCES)).toEqual([
      { token: 'def', locale: 'en', frequency: 'monthly' },
    ]);
  });

  test('is nothing any more after one press, and comes back with another', async () => {
    const { server, user } = await open(PATH, {
      [READ]: preferences(),
      [CHANGE]: ({ body }) =>
        preferences((body as { data: { attributes: Record<string, unknown> } }).data.attributes),
    });
    await user.click(await screen.findByRole('button', { name: 'Nieuwsbrief uitzetten' }));
    await focused('Je krijgt de nieuwsbrief niet meer');
    expect(screen.queryByRole('button', { name: 'Voorkeuren opslaan' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Nieuwsbrief weer aanzetten' }));
    await focused('Jouw nieuwsbrief');
    expect(await screen.findByText('Je krijgt de nieuwsbrief weer')).toBeTruthy();
    expect(attributesOf(server, 'PATCH', PREFERENCES)).toEqual([
      { token: 'def', is_subscribed: false },
      { token: 'def', is_subscribed: true },
    ]);
  });

  test('that could not be ended says so, and is not called ended', async () => {
    const { user } = await open(PATH, {
      [READ]: preferences(),
      [CHANGE]: { status: 403, document: { errors: [{ status: '403', code: 'forbidden' }] } },
    });
    await user.click(await screen.findByRole('button', { name: 'Nieuwsbrief uitzetten' }));
    expect(await screen.findByText(/Dat is niet gelukt/)).toBeTruthy();
    await heading('Jouw nieuwsbrief');
  });

  test('whoever left before reads that, and can come back', async () => {
    await open(PATH, { [READ]: preferences({ is_subscribed: false }) });
    await heading('Je krijgt de nieuwsbrief niet meer');
    expect(screen.getByRole('button', { name: 'Nieuwsbrief weer aanzetten' })).toBeTruthy();
  });

  test('a link that is not known says where the right one is', async () => {
    await open(PATH, { [READ]: refused('unknown') });
    await heading('Deze link klopt niet');
    expect(screen.getByText(/Open de nieuwste nieuwsbrief/)).toBeTruthy();
  });

  test('that could not be read is asked again at a press', async () => {
    const { server, user } = await open(PATH, {
      [READ]: { status: 403, document: { errors: [{ status: '403', code: 'forbidden' }] } },
    });
    await screen.findByText(/Dat is niet gelukt/);
    server.answer(READ, preferences());
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    expect(await screen.findByText(/j…@example\.nl/)).toBeTruthy();
  });
});
