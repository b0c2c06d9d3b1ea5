// What is new: an admin writes it in both languages, a volunteer sees a dot until they have looked.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

const ADMIN = 'admin@demo.voluntr.example';
const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const TITLE = 'Kaart op de telefoon';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const entryOf = (page: Page, title: string) =>
  page.locator('.log-entry').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test('an admin writes an entry in both languages, a volunteer reads it, and the dot goes', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signIn(page, world, ADMIN);
  await page.goto(`${world.origin}/voluntr/changelog`);
  await expect(page).toHaveTitle(/^Wat is er nieuw/);
  // Those that the program brings come a moment after it starts.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Nieuwsbrieven' })).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Bericht schrijven' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Titel in het Nederlands').fill(TITLE);
  await dialog.getByRole('textbox', { name: 'Tekst in het Nederlands' }).fill('De kaart blijft staan.');
  await dialog.getByLabel('Titel in het Engels').fill('Map on your phone');
  await dialog.getByRole('textbox', { name: 'Tekst in het Engels' }).fill('The map stays where it is.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Bericht opslaan' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(entryOf(page, TITLE)).toContainText('De kaart blijft staan.');

  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 800 } });
  const reader = await context.newPage();
  await signIn(reader, world, VOLUNTEER);
  await reader.goto(`${world.origin}/uren`);
  await reader.getByRole('button', { name: /jouw account, er is iets nieuws$/ }).click();
  await reader.getByRole('menuitem', { name: /^Wat is er nieuw ?, \d+ nieuw$/ }).click();
  await expect(reader).toHaveURL(/\/voluntr\/changelog$/);
  await expect(entryOf(reader, TITLE)).toContainText('nieuw voor jou');
  await expect(reader.getByRole('button', { name: /jouw account$/ })).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Bericht schrijven' })).toHaveCount(0);
  await expectAccessible(reader);
  await reader.goto(`${world.origin}/en/voluntr/changelog`);
  await expect(entryOf(reader, 'Map on your phone')).toContainText('The map stays where it is.');
  await expect(entryOf(reader, 'Map on your phone')).not.toContainText('new to you');

  // What is hidden is gone for readers, and stays for the admin.
  await page.getByRole('button', { name: `${TITLE} verbergen` }).click();
  await expect(entryOf(page, TITLE)).toContainText('Verborgen');
  await reader.reload();
  await expect(reader.getByRole('heading', { name: 'Newsletters' })).toHaveCount(1);
  await expect(entryOf(reader, 'Map on your phone')).toHaveCount(0);

  await page.getByRole('button', { name: `${TITLE} wijzigen` }).click();
  await page.getByRole('dialog').getByLabel('Titel in het Nederlands').fill('Kaart die blijft staan');
  await page.getByRole('dialog').getByRole('button', { name: 'Bericht opslaan' }).click();
  await expect(entryOf(page, 'Kaart die blijft staan')).toBeVisible();
  await context.close();
});

test('the choice for whom stays after a reload, and an address leads to one entry', async ({ page }) => {
  await signIn(page, world, VOLUNTEER);
  await page.goto(`${world.origin}/voluntr/changelog`);
  await page.getByRole('button', { name: 'Vrijwilligers', exact: true }).click();
  await expect(page).toHaveURL(/\?voor=volunteers$/);
  await expect(page.getByRole('heading', { name: 'Uren en een bewijs' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nieuwsbrieven' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Vrijwilligers', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`${world.origin}/voluntr/changelog`);
  const last = page.locator('.log-entry').last();
  const id = await last.getAttribute('id');
  await page.goto(`${world.origin}/voluntr/changelog#${id}`);
  await expect(page.locator(`#${id}`)).toBeInViewport();
});
