// On a phone: ten taps, three vacancies that fit and why, one that is not for them, and what waits on the start page.
import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, signInByForm, signOut, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

test('ten taps on a phone lead to three that fit, with reasons', async ({ page }) => {
  await signInByForm(page, world, 'vrijwilliger@demo.voluntr.example');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectAccessible(page);
  await page.goto(`${world.origin}/profiel?vraag=1`);
  const heading = page.getByRole('heading', { level: 1 });
  const next = page.getByRole('button', { name: /^(Verder|Overslaan|Kijken wat bij je past)$/ });
  const tap = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first().tap();

  await expect(heading).toHaveText('Wat vind je leuk?');
  const nature = page.getByRole('button', { name: 'Natuur en dieren' });
  if ((await nature.getAttribute('aria-pressed')) !== 'true') await nature.tap();
  await expect(nature).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  const box = await nature.boundingBox();
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
  await next.tap();
  await expect(heading).toHaveText('Waar ben je goed in?');
  await next.tap();
  await tap('Regelmatig');
  await expect(heading).toHaveText('Hoeveel uur per week heb je?');
  await tap('Tot 4 uur');
  await expect(heading).toHaveText('Wanneer heb je tijd?');
  await tap('Altijd');
  await expect(page.getByRole('button', { name: 'dinsdagavond' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await next.tap();
  await page.getByLabel('De vier cijfers van je postcode').fill('0000');
  await page.getByLabel('De vier cijfers van je postcode').fill('5310');
  await expect(page.getByText('Lindewaard').first()).toBeVisible();
  await next.tap();
  const bike = page.getByRole('button', { name: /Met de fiets/ });
  if ((await bike.getAttribute('aria-pressed')) !== 'true') await bike.tap();
  await next.tap();
  await next.tap();
  await next.tap();
  await expect(heading).toHaveText('Alleen of samen?');
  // Back keeps what was said.
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(bike).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`${world.origin}/profiel?vraag=10`);
  await tap('Liever samen met anderen');

  await expect(page).toHaveURL(/\/vacancies\/recommended$/);
  await expect(heading).toHaveText('Past bij mij');
  const cards = page.getByRole('region', { name: 'Deze drie passen het best' }).getByRole('article');
  await expect(cards).toHaveCount(3);
  await expect(page.getByText(/Past bij wat je leuk vindt: .*Natuur en dieren/).first()).toBeVisible();
  await expectAccessible(page);

  const title = await cards.first().getByRole('heading').innerText();
  await page.getByRole('button', { name: `Niets voor mij: ${title}` }).tap();
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Te ver weg' }).tap();
  await expect(page.getByText('Je ziet deze vacature hier niet meer')).toBeVisible();
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0);
  await page.reload();
  await expect(cards).toHaveCount(3);
  await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(0);

  await cards.first().getByRole('link').first().tap();
  await expect(page.getByRole('heading', { name: 'Daarom past dit bij jou' })).toBeVisible();
  await page.goto(`${world.origin}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Past bij jou' })).toBeVisible();
});

test('the page that says how it works needs no JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${world.origin}/hoe-werkt-het`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zo kiezen we wat bij je past');
  await expect(page.getByText('Wat je leuk vindt: 1,5')).toBeVisible();
  await expect(page.getByText('Met de fiets: 10 km')).toBeVisible();
  await context.close();
});

test('with the keyboard alone a question is answered and gone on from', async ({ page }) => {
  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
  await page.goto(`${world.origin}/profiel?vraag=9`);
  const choice = page.getByRole('button', { name: 'Mensen ontmoeten' });
  const before = await choice.getAttribute('aria-pressed');
  await choice.focus();
  await page.keyboard.press('Space');
  await expect(choice).not.toHaveAttribute('aria-pressed', before ?? '');
  await page.getByRole('button', { name: /^(Verder|Overslaan)$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alleen of samen?');
});

test('each role begins with its own work', async ({ page }) => {
  await signInByForm(page, world, 'organisatie@demo.voluntr.example');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText(/aanmelding(en)? wacht(en)? op antwoord/).first()).toBeVisible();
  await signOut(page, world);
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/dashboard`);
  await expect(page.getByText(/vacatures? om te beoordelen/).first()).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Beoordelen' }).first().click();
  await expect(page).toHaveURL(/vacancies|organizations|moderation/);
});
