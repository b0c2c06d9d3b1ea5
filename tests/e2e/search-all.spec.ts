// The search over everything: the box in the header by keyboard, the page without JavaScript, and the records of the
// work in the command palette.
import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await startWorld();
});
test.afterAll(() => world.stop());

test('a visitor searches the site with the keyboard alone', async ({ page }) => {
  await page.goto(`${world.origin}/nieuws`);
  await expect(page.locator('.site-footer .colour-choice')).toBeVisible();
  await page.keyboard.press('/');
  const box = page.getByRole('dialog', { name: 'Zoeken op deze site' });
  const field = box.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type('kofie');
  await expect(box.getByRole('group', { name: 'Vacatures' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  const first = box.getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');
  await page.keyboard.press('Escape');
  await expect(box).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.type('koffie');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/zoeken\?q=koffie$/);
  await expect(page.getByRole('heading', { level: 2, name: /resultaten voor ‘koffie’/ })).toBeVisible();
  await page.getByRole('heading', { level: 3, name: 'Vacatures' }).waitFor();
  await page.locator('.search-all-title').first().click();
  await expect(page).toHaveURL(/\/vacancies\/\d+$/);
});

test('the sign in the header opens the box, and with a key held it is a link', async ({ page }) => {
  await page.goto(`${world.origin}/en/privacy`, { waitUntil: 'networkidle' });
  await expect(page.locator('.site-footer .colour-choice')).toBeVisible();
  await page.getByRole('link', { name: 'Search this site' }).click();
  const box = page.getByRole('dialog', { name: 'Search this site' });
  await box.getByRole('combobox').fill('taal');
  await box.getByRole('option', { name: 'All results for ‘taal’' }).click();
  await expect(page).toHaveURL(/\/en\/zoeken\?q=taal$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
});

for (const width of [360, 1280]) {
  test(`without JavaScript at ${width} px the page is a form with its results`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${world.origin}/`);
    await page.getByRole('link', { name: 'Zoeken op deze site' }).click();
    await page.getByLabel('Waar ben je naar op zoek?').fill('koffie');
    await page.getByRole('button', { name: 'Zoeken', exact: true }).click();
    await expect(page).toHaveURL(/\/zoeken\?q=koffie$/);
    await expect(page.getByRole('heading', { level: 3, name: 'Vacatures' })).toBeVisible();
    await page.goto(`${world.origin}/zoeken?q=xyzzyx`);
    await expect(page.getByRole('heading', { name: 'Niets gevonden voor ‘xyzzyx’' })).toBeVisible();
    await context.close();
  });

  test(`at ${width} px nothing runs out of the page and axe finds nothing`, async ({ browser }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      const page = await context.newPage();
      const picture = async (name: string) => {
        const folder = process.env['SHOTS'];
        if (folder) await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
      };
      await page.goto(`${world.origin}/zoeken?q=taal`);
      await expect(page.locator('.search-all-group').first()).toBeVisible();
      await expectAccessible(page);
      await picture('page');
      // Until the app hears the press, it is a link.
      await page.goto(`${world.origin}/`, { waitUntil: 'networkidle' });
      await expect(page.locator('.site-footer .colour-choice')).toBeVisible();
      const runsOut = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(runsOut).toBeLessThanOrEqual(0);
      await page.getByRole('link', { name: 'Zoeken op deze site' }).click();
      await page.getByRole('dialog').getByRole('combobox').fill('taal');
      await expect(page.getByRole('dialog').getByRole('group').first()).toBeVisible();
      await expectAccessible(page);
      await picture('box');
      await context.close();
    }
  });
}

test('staff find records of several types in the palette with one call', async ({ page }) => {
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/users`);
  await page.locator('.staff-frame').waitFor();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/search?')) calls.push(request.url());
  });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Zoeken of doen' });
  await palette.getByRole('combobox').fill('taal');
  await expect(palette.getByRole('group', { name: 'Vacatures' }).getByRole('option').first()).toBeVisible();
  await expect(palette.getByRole('group', { name: 'Organisaties' }).getByRole('option').first()).toBeVisible();
  expect(calls).toHaveLength(1);
  expect(calls[0]).toContain('scope=work');
  await palette.getByRole('combobox').fill('contact');
  await expect(palette.getByRole('group', { name: 'Formulieren' }).getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
});
