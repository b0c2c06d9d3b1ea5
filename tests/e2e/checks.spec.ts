// A paper from both sides: asked for, at home, seen; until then nobody is accepted.
import { expect, test } from '@playwright/test';
import { accessibilityOf, signIn, startWorld, whenSettled, type World } from './world.ts';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const ORGANISATION = 'organisatie@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});
test.afterAll(() => world.stop());

test('a VOG is claimed by the volunteer, seen by the organisation, and then somebody is accepted', async ({ browser }) => {
  const own = await (await browser.newContext()).newPage();
  await signIn(own, world, VOLUNTEER);
  await own.goto(`${world.origin}/account/verklaringen`);
  await expect(own.getByRole('heading', { name: /^VOG voor / })).toBeVisible();
  await own.getByRole('link', { name: /Taalmaatje/ }).click();
  await expect(own.getByRole('heading', { name: 'Nog geen VOG: zo regel je die gratis' })).toBeVisible();
  await expect(own.getByRole('listitem').filter({ hasText: 'log in met DigiD' })).toHaveAttribute('aria-current', 'step');
  expect(await accessibilityOf(own)).toEqual([]);
  const address = new URL(own.url()).pathname;

  const work = await (await browser.newContext()).newPage();
  await signIn(work, world, ORGANISATION);
  await work.goto(`${world.origin}${address}`);
  const accept = work.getByRole('button', { name: /aannemen$/ });
  await expect(accept).toHaveAttribute('aria-disabled', 'true');
  await expect(work.getByText('VOG nog niet gezien')).toBeVisible();

  await own.getByRole('button', { name: 'Ik heb mijn VOG binnen' }).click();
  await expect(own.getByRole('heading', { name: 'Laat je VOG zien' })).toBeVisible();

  await work.reload();
  await expect(work.getByText('VOG is binnen, nog niet gezien')).toBeVisible();
  await work.getByRole('button', { name: 'VOG noteren' }).click();
  const dialog = work.getByRole('dialog', { name: 'Verklaring noteren' });
  await dialog.getByLabel('Datum op het papier').fill('19-11-2026');
  await expect(dialog.getByLabel('Geldig tot')).toHaveValue('19-11-2029');
  await dialog.getByLabel(/Ik heb het papier zelf gezien/).check();
  expect(await accessibilityOf(work)).toEqual([]);
  await dialog.getByRole('button', { name: 'Noteren' }).click();
  await expect(work.getByText('VOG is binnen, nog niet gezien')).toHaveCount(0);
  await expect(accept).not.toHaveAttribute('aria-disabled', 'true');
  await accept.click();
  await work.getByRole('dialog').getByRole('button', { name: /aannemen/i }).click();
  await expect(work.getByRole('dialog')).toHaveCount(0);

  await own.goto(`${world.origin}/account/verklaringen`);
  await expect(own.getByText('Geldig tot 19 november 2029.')).toBeVisible();
});

test('the register shows what runs out first, and a row beside it', async ({ page }) => {
  await signIn(page, world, ORGANISATION);
  await page.goto(`${world.origin}/verklaringen`);
  const rows = page.locator('[data-row]');
  await expect(rows.first()).toContainText('Verlopen');
  expect(await accessibilityOf(page)).toEqual([]);
  await page.goto(`${world.origin}/verklaringen?view=risk`);
  await rows.first().getByText(/dagen geleden|over /).click();
  const panel = page.getByRole('region', { name: /, VOG$/ }).first();
  await expect(panel).toContainText('heeft werk dat langer duurt');
  await whenSettled(page);
  expect(await accessibilityOf(page)).toEqual([]);
  await page.keyboard.press('v');
  await expect(page.getByRole('dialog', { name: 'Verklaring vernieuwen' })).toBeVisible();
});
