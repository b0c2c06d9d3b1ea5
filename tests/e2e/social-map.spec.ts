// The social map in a browser: with tiles of a server of our own, without any, by keyboard, and what a visitor sends in.
import { createServer, type Server } from 'node:http';
import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

const TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let world: World;
let tiles: Server;
let asked = 0;
let isDown = false;

test.beforeAll(async () => {
  tiles = createServer((_, answer) => {
    asked += 1;
    answer.writeHead(isDown ? 503 : 200, { 'Content-Type': 'image/png' }).end(isDown ? '' : TILE);
  });
  await new Promise<void>((done) => tiles.listen(0, '127.0.0.1', done));
  const address = tiles.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  world = await startWorld({ VOLUNTR_MAP_TILES: `http://127.0.0.1:${port}/{z}/{x}/{y}.png` });
});

test.afterAll(async () => {
  await world?.stop();
  tiles?.close();
});

test('the map shows tiles of our own server, and the list follows what it shows', async ({ page }) => {
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(world.origin) && !request.url().startsWith('data:')) others.push(request.url());
  });
  await page.goto(`${world.origin}/sociale-kaart`);
  const map = page.getByRole('region', { name: /^Kaart met/ });
  await expect(map).toHaveAttribute('data-background', 'tiles');
  await expect(map.locator('img.leaflet-tile-loaded').first()).toBeVisible();
  await expect(page.getByText('Kaartgegevens © Kadaster')).toBeVisible();
  expect(asked).toBeGreaterThan(0);
  expect(others).toEqual([]);
  await expectAccessible(page);

  const all = await page.getByRole('heading', { name: /organisaties?$/ }).textContent();
  const cluster = map.getByRole('button', { name: /inzoomen/ }).first();
  await cluster.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Alleen wat op de kaart te zien is' })).toBeVisible();
  await page.getByRole('button', { name: 'Alleen wat op de kaart te zien is' }).click();
  await expect(page.getByRole('heading', { name: all ?? '' })).toBeVisible();
});

test('places of activities have a mark of their own, open by keyboard and can be put off', async ({ page }) => {
  // The words go for activities too.
  await page.goto(`${world.origin}/sociale-kaart?q=koffie`);
  const map = page.getByRole('region', { name: /^Kaart met/ });
  await expect(map).toHaveAttribute('data-background', 'tiles');
  await expect(page.getByText('Plek met activiteiten')).toBeVisible();
  // The list says the same.
  await page.getByText('Deze activiteiten als lijst').click();
  const listed = page.locator('.activity-list a').first();
  await expect(listed).toHaveAttribute('href', /\/activiteitenkalender\/\d+-/);
  // Marks that are close together are one until somebody comes near.
  const mark = map.getByRole('button', { name: /, \d+ activiteit(en)?$/ }).first();
  const together = map.getByRole('button', { name: /inzoomen/ }).first();
  for (let times = 0; times < 8 && (await mark.count()) === 0; times += 1) {
    await together.focus();
    await page.keyboard.press('Enter');
    await page.waitForTimeout(400);
  }
  await mark.focus();
  await page.keyboard.press('Enter');
  const opened = map.locator('.leaflet-popup');
  await expect(opened.getByRole('link').first()).toBeFocused();
  await expect(opened.getByRole('button', { name: 'Sluiten' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opened).toBeHidden();
  await expect(mark).toBeFocused();
  await page.getByRole('checkbox', { name: /Activiteiten op de kaart/ }).uncheck();
  await expect(page.getByText('Plek met activiteiten')).toBeHidden();
  await expect(mark).toHaveCount(0);
});

test('filters stand in the address, and a word with a typing error finds too', async ({ page }) => {
  await page.goto(`${world.origin}/sociale-kaart`);
  // Until the app is there, the filters wait for the button of the form.
  await page.locator('.menu-button').first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  await page.locator('label').filter({ hasText: 'Rolstoeltoegankelijk' }).first().click();
  await expect(page).toHaveURL(/wheelchair=1/);
  await page.goto(`${world.origin}/sociale-kaart?q=taalhius`);
  await expect(page.getByRole('article').filter({ hasText: 'Taalhuis' }).first()).toBeVisible();
});

test('on a phone the list stands where the app leaves it, and filters open without JavaScript', async ({
  browser,
}) => {
  const viewport = { width: 360, height: 740 };
  const tops: number[] = [];
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, viewport });
    const page = await context.newPage();
    await page.goto(`${world.origin}/sociale-kaart`);
    if (javaScriptEnabled) await expect(page.getByRole('button', { name: 'Kaart' })).toBeVisible();
    tops.push((await page.locator('.place-card').first().boundingBox())?.y ?? 0);
    if (!javaScriptEnabled) {
      const filters = page.getByRole('group', { name: 'Filters' });
      await expect(filters).toBeHidden();
      await page.getByRole('link', { name: 'Filters' }).click();
      await filters.getByText('Rolstoeltoegankelijk').click();
      await filters.getByRole('button', { name: 'Filters toepassen' }).click();
      await expect(page).toHaveURL(/wheelchair=1/);
    }
    await context.close();
  }
  expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(4);
});

test('the page names its style sheets before scripts, which wait for them', async ({ request }) => {
  const html = await (await request.get(`${world.origin}/sociale-kaart`)).text();
  const early = [...html.matchAll(/<(?:link rel="modulepreload"|script type="module")[^>]*>/g)].map(([tag]) => tag);
  expect(early.length).toBeGreaterThan(3);
  for (const tag of early) expect(tag).toContain('fetchpriority="low"');
  expect(html.lastIndexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('rel="modulepreload"'));
});

test('a visitor sends a tip, and the centre handles it', async ({ page }) => {
  await page.goto(`${world.origin}/sociale-kaart?q=taalhuis`);
  await page.getByRole('article').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Wijziging doorgeven' }).click();
  await page.getByLabel('Wat moet er anders?').fill('Ze zijn op dinsdag dicht.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Versturen' }).click();
  await expect(page.getByText('Bedankt. Je bericht is verstuurd').first()).toBeVisible();
  const address = page.url();
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(address);
  await expect(page.getByText('Ze zijn op dinsdag dicht.')).toBeVisible();
  await page.getByRole('button', { name: 'Afhandelen' }).click();
  await expect(page.getByText('Ze zijn op dinsdag dicht.')).toHaveCount(0);
});

test('without tiles there are outlines, names and the words, and never a street', async ({ page }) => {
  isDown = true;
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 503 }));
  await page.goto(`${world.origin}/sociale-kaart`);
  const map = page.getByRole('region', { name: /^Kaart met/ });
  await expect(map).toHaveAttribute('data-background', 'none');
  await expect(page.getByText('Kaartbeeld niet beschikbaar, plaatsen kloppen wel')).toBeVisible();
  await expect(map.getByText('Gelderland')).toBeAttached();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
});
