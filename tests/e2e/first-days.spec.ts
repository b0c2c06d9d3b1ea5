// The first day of each: who has just begun reads what to do first, each step with its state, and never that all is done.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { callsOf, PASSWORD, signIn, startWorld, type World, quiet } from './world.ts';

const SITE = 'nieuwstad.localhost';

let world: World;
/** The same server under the name of a site that was made a moment ago. */
let fresh: World;

test.beforeAll(async () => {
  world = await startWorld();
  const secret = join(world.data, 'first-days');
  writeFileSync(secret, PASSWORD);
  const add = (tenant: string, email: string, role: string) =>
    world.run('user', 'add', '--tenant', tenant, '--email', email, '--first-name', 'Anke', '--role', role, '--password-file', secret);
  await world.run('tenant', 'add', 'nieuwstad', '--preset', 'public', '--domain', SITE, '--centre', 'Nieuwstad Helpt');
  await world.run('second-factor', 'rule', 'optional', '--tenant', 'nieuwstad');
  await add('nieuwstad', 'centrum@nieuwstad.example', 'center_superuser');
  await add('demo', 'nieuw@example.nl', 'volunteer');
  const call = await callsOf(world, 'centrum@demo.voluntr.example');
  const { data: schools } = await call('GET', '/organizations?filter[organization_type_eq]=School&page[size]=1');
  await add('demo', 'mentor2@example.nl', `mentor:${schools[0].id}`);
  const { data: made } = await call('POST', '/organizations', { name: 'Fietsmaatjes Oost', neighbourhood_initiative: true });
  await add('demo', 'fietsmaatjes@example.nl', `organization_superuser:${made.id}`);
  fresh = { ...world, origin: world.origin.replace('127.0.0.1', SITE) };
});
test.afterAll(async () => world?.stop());

interface FirstDay {
  who: string;
  email: string;
  at: () => World;
  steps: readonly [string, RegExp][];
}

const DAYS: readonly FirstDay[] = [
  {
    who: 'a centre',
    email: 'centrum@nieuwstad.example',
    at: () => fresh,
    steps: [
      ['Je logo en kleuren', /Nog doen/],
      ['Wie bezoekers kunnen bellen', /Nog doen/],
      ['De homepage', /Klaar|Nog doen/],
      ['De eerste organisatie', /Nog doen/],
      ['De eerste vacature', /Nog doen/],
    ],
  },
  {
    who: 'a mentor',
    email: 'mentor2@example.nl',
    at: () => world,
    steps: [
      ['Zet je leerlingen erin', /Nog doen/],
      ['De eerste aanmelding', /Wacht/],
    ],
  },
  {
    who: 'a volunteer',
    email: 'nieuw@example.nl',
    at: () => world,
    steps: [
      ['Account gemaakt', /Klaar/],
      ['Vertel wat je leuk vindt', /Nog doen/],
      ['Kijk rond en bewaar wat je leuk vindt', /Nog doen/],
      ['Meld je ergens aan', /Nog doen/],
    ],
  },
  {
    who: 'an organisation',
    email: 'fietsmaatjes@example.nl',
    at: () => world,
    steps: [
      ['Goedkeuring door het vrijwilligerspunt', /Klaar/],
      ['Je eerste vacature', /Nog doen/],
      ['Vertel wie jullie zijn', /Nog doen/],
      ['Een foto of logo', /Nog doen/],
    ],
  },
];

/** Where the state and the button of each step begin and end. */
const sides = (page: Page) =>
  page.locator('.first-steps > li > .button-row').evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().right)));

for (const { who, email, at, steps } of DAYS) {
  test(`of ${who}`, async ({ page }) => {
    await signIn(page, at(), email);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${at().origin}/dashboard`);
      await quiet(page);
      const card = page.getByRole('region', { name: 'Zo begin je' });
      await expect(card).toBeVisible();
      await expect(page.getByText('Mooi zo')).toHaveCount(0);
      const lines = card.getByRole('listitem');
      await expect(lines).toHaveCount(steps.length);
      for (const [index, [title, state]] of steps.entries()) {
        await expect(lines.nth(index)).toContainText(title);
        await expect(lines.nth(index)).toContainText(state);
      }
      // One button stands out: that of the next step.
      await expect(card.locator('.button.is-primary')).toHaveCount(1);
      // Noughts tell somebody who has just begun nothing.
      expect(await page.locator('.key-number').allTextContents()).not.toContainEqual(expect.stringMatching(/^0/));
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (width > 1000) expect(new Set(await sides(page)).size, 'states and buttons end at one line').toBe(1);
    }
    // Each step leads to a screen that is there.
    const hrefs = await page
      .getByRole('region', { name: 'Zo begin je' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.length).toBeGreaterThan(0);
    for (const href of new Set(hrefs)) {
      await page.goto(at().origin + href);
      await quiet(page);
      await expect(page.locator('h1, h2').first(), href).toBeVisible();
      await expect(page.getByText(/bestaat niet|Geen toegang|ging iets mis/i), href).toHaveCount(0);
    }
  });
}

test('a centre without organisations is shown how the first comes', async ({ page }) => {
  await signIn(page, fresh, 'centrum@nieuwstad.example');
  await page.goto(`${fresh.origin}/organizations`);
  await quiet(page);
  await expect(page.getByRole('heading', { name: 'Er is nog geen organisatie actief' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Organisatie toevoegen' }).last()).toBeVisible();
});
