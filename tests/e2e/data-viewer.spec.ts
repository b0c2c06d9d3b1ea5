// The data viewer: only after a second step, masked until a reason is given, along references and back, on a phone too.
import { expect, test } from '@playwright/test';
import { WHOLE_BROWSER } from './browser.ts';
import { codeOf } from './totp.ts';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

test.use({ launchOptions: WHOLE_BROWSER });

const ADMIN = 'admin@demo.voluntr.example';
const CENTRE = 'centrum@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test('is not for the staff of a centre', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/admin/data-viewer`);
  await expect(page.getByRole('navigation', { name: 'Tabellen' })).toHaveCount(0);
});

test('an administrator looks, gives a reason, and follows references', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, world, ADMIN);
  await page.goto(`${world.origin}/admin/data-viewer`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inloggen in twee stappen instellen');
  await page.getByRole('button', { name: /Een app op je telefoon/ }).click();
  const secret = (await page.locator('code.secret').textContent()) ?? '';
  await page.getByLabel('Code van 6 cijfers').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Aanzetten' }).click();
  await page.getByRole('button', { name: 'Codes kopiëren' }).click();
  await page.getByRole('button', { name: /Ik heb ze bewaard/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inloggen in twee stappen staat aan');
  await page.getByRole('main').getByRole('button').click();
  await expect(page.getByRole('navigation', { name: 'Tabellen' })).toBeVisible();

  await page.goto(`${world.origin}/admin/data-viewer?table=applications`);
  const table = page.getByRole('table');
  await expect(table.getByText('afgeschermd').first()).toBeAttached();
  await expectAccessible(page);

  // One row, with what it refers to and what refers to it; what was typed to the organisation stays closed.
  await table.locator('.row-title').first().click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('blijft altijd dicht').first()).toBeAttached();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Reden geven' }).click();
  const reason = page.getByRole('dialog', { name: 'Waarom wil je persoonsgegevens zien?' });
  await page.keyboard.press('3');
  await expect(reason.getByRole('radio', { name: /Storing of fout/ })).toBeChecked();
  await reason.getByLabel('Uitleg').fill('Er komt geen mail aan.');
  await expectAccessible(page);
  await reason.getByRole('button', { name: '15 minuten tonen' }).click();
  await expect(reason).toHaveCount(0);
  await expect(sheet.getByText('blijft altijd dicht').first()).toBeAttached();
  await expect(sheet.getByText('afgeschermd')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('timer')).toContainText('minuten');

  // A file stays masked.
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Afgeschermd downloaden' }).click();
  expect((await download).suggestedFilename()).toBe('applications.csv');

  // A filter stands in the address, and goes with its cross.
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filter = page.getByRole('dialog', { name: 'Filter toevoegen' });
  await filter.getByLabel('Kolom').selectOption('id');
  await filter.getByLabel('Waarde').fill('1');
  await filter.getByRole('button', { name: 'Toepassen' }).click();
  await expect(page).toHaveURL(/filter\.id=1/);
  await expect(page.getByRole('status').filter({ hasText: /^1 rij$/ })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${world.origin}/admin/data-viewer?table=users`);
  await expect(page.getByRole('table')).toBeVisible();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});
