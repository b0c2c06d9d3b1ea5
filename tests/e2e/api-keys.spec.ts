// A centre gives another program a key: it is made, copied, used, and revoked, after which it opens nothing.
import { expect, test } from '@playwright/test';
import { expectAccessible, PASSWORD, signIn, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test('a key is made, copied, used by a program and revoked', async ({ page, context, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/instellingen/sleutels`);
  await expect(page.getByText('Er zijn nog geen sleutels')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sleutel maken' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sleutel maken' }).click();
  await expect(page.locator('.error-summary')).toBeVisible();
  await dialog.getByLabel('Naam').fill('Nachtelijke import');
  await dialog.getByLabel('Vacatures van één organisatie plaatsen en wijzigen').check();
  await dialog.getByRole('combobox', { name: 'Organisatie' }).fill('Taalhuis');
  await dialog.getByRole('option', { name: /Taalhuis/ }).first().click();
  const day = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);
  await dialog.getByLabel('Laatste dag').fill(day);
  await dialog.getByLabel('Je huidige wachtwoord').fill(PASSWORD);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sleutel maken' }).click();

  const shown = page.getByLabel('Sleutel', { exact: true });
  await expect(shown).toBeFocused();
  const secret = await shown.inputValue();
  expect(secret).toMatch(/^vk_[\w-]{43}$/);
  await page.getByRole('button', { name: 'Sleutel kopiëren' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('Plaatst en wijzigt vacatures van')).toBeVisible();
  expect(await page.content()).not.toContain(secret.slice(11));

  const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/vnd.api+json' };
  const list = `${world.origin}/api/v1/vacancies?filter[status_eq]=draft`;
  expect((await request.get(list, { headers })).status()).toBe(200);
  expect((await request.get(`${world.origin}/api/v1/applications`, { headers })).status()).toBe(403);

  await page.reload();
  await expect(page.getByText('Laatst gebruikt op')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Sleutel van Nachtelijke import intrekken' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Intrekken' }).click();
  await expect(page.getByText('Ingetrokken', { exact: true })).toBeVisible();
  const refused = await request.get(list, { headers });
  expect(refused.status()).toBe(401);
  expect((await refused.json()).errors[0].code).toBe('api_key_revoked');
});
