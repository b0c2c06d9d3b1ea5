// A centre makes the site its own: a colour that cannot be read is named and mended with one press, and a visitor who
// has the site open sees the new look without a reload.
import { expect, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World, quiet } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test('a colour is refused and mended, seen before it is saved, and by an open page within five seconds', async ({
  page,
  browser,
}) => {
  const visitor = await browser.newPage();
  await visitor.goto(`${world.origin}/`);
  await visitor.waitForFunction(() => performance.getEntriesByName('app').length > 0);
  const colour = () => visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--v-primary-700'));
  const before = await colour();

  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/instellingen/design`);
  await page.getByRole('radio', { name: 'rozenrood' }).first().check();
  await page.getByLabel('Eigen tekstkleur', { exact: false }).first().fill('#c0c0c0');
  await expect(page.getByText('niet goed te lezen').first()).toBeVisible();
  await page.getByRole('button', { name: 'Vormgeving opslaan' }).click();
  await expect(page.locator('.error-summary')).toContainText('niet goed te lezen');
  await page.getByRole('button', { name: /gebruiken \(/ }).first().click();
  await expect(page.getByText('Alles is goed te lezen')).toBeVisible();

  const frame = page.frameLocator('.preview-room iframe');
  await expect(frame.locator('.toolbar')).toBeVisible();
  const shown = await page.locator('.preview-room iframe').evaluate((element: HTMLIFrameElement) =>
    element.contentWindow?.getComputedStyle(element.contentDocument?.documentElement as Element).getPropertyValue('--v-primary-700'),
  );
  expect(shown).not.toBe(before);
  for (const name of ['Vacature', 'Formulier', 'Een mail', 'Donker', 'Computer']) {
    await page.getByRole('button', { name, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Home', exact: true }).click();
  await expectAccessible(page);
  expect(await colour()).toBe(before);

  await page.getByRole('button', { name: 'Vormgeving opslaan' }).click();
  await expect(page.getByText('Geschiedenis')).toBeVisible();
  await visitor.mouse.move(50, 60);
  await expect.poll(colour, { timeout: 8000 }).toBe(shown);
  await page.getByRole('button', { name: 'Laatste wijziging terugdraaien' }).click();
  await visitor.mouse.move(90, 60);
  await expect.poll(colour, { timeout: 8000 }).toBe(before);
});

test('nothing is counted before a visitor agrees, and the page can be read without an answer', async ({ page, browser }) => {
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/instellingen/organisatie`);
  await page.getByLabel('Code van Google Analytics').fill('G-ABC12345');
  await page.getByRole('button', { name: 'Opslaan' }).last().click();
  await expect(page.getByText('Geschiedenis').first()).toBeVisible();

  const context = await browser.newContext({ locale: 'nl-NL' });
  const asked: string[] = [];
  await context.route(/googletagmanager/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  const visitor = await context.newPage();
  await visitor.goto(`${world.origin}/`);
  await expect(visitor.getByText('Mogen we je bezoek tellen?')).toBeVisible();
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).toEqual([]);
  await visitor.getByRole('button', { name: 'Ja, dat mag' }).click();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toContain('id=G-ABC12345');
  await visitor.goto(`${world.origin}/privacy`);
  await visitor.getByRole('button', { name: 'Niet meer tellen' }).click();
  await expect(visitor.getByText('We tellen je bezoek niet.')).toBeVisible();
});

test('a refused colour leaves the preview beside the form', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/instellingen/design`);
  await quiet(page);
  const preview = page.locator('.settings-layout > aside');
  const before = await preview.boundingBox();
  await page.locator('[name="backgroundColor"]').fill('paars');
  await page.getByRole('button', { name: 'Vormgeving opslaan' }).or(page.getByRole('button', { name: 'Opslaan' })).last().click();
  await expect(page.locator('.error-summary')).toBeVisible();
  const form = await page.locator('.settings-layout > .stack').first().boundingBox();
  const after = await preview.boundingBox();
  const summary = await page.locator('.error-summary').boundingBox();
  expect(after?.x).toBe(before?.x);
  // In the row of the form, under the list of faults: not below all of the form.
  expect(Math.abs((after?.y ?? 0) - (form?.y ?? 0))).toBeLessThan(200);
  expect(after?.y ?? 0).toBeGreaterThanOrEqual((summary?.y ?? 0) + (summary?.height ?? 0));
});

test('an admin keeps the addresses of partners: added, paused, switched on and removed', async ({ page }) => {
  test.setTimeout(180_000);
  await signIn(page, world, 'admin@demo.voluntr.example');
  await page.goto(`${world.origin}/instellingen/partners`);
  await expect(page.getByText('Er worden nog geen vacatures van partners opgehaald.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Adres toevoegen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Adres', { exact: true }).fill('http://partner.example.org/v.json');
  await dialog.getByRole('button', { name: 'Adres opslaan' }).click();
  await expect(dialog.getByText('Gebruik een adres dat begint met https://').first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Adres', { exact: true }).fill('https://partner.invalid/v.json');
  await dialog.getByRole('button', { name: 'Adres opslaan' }).click();
  await expect(page.getByRole('heading', { name: 'https://partner.invalid/v.json' })).toBeVisible();
  await page.getByRole('button', { name: 'Pauzeren' }).click();
  await expect(page.getByText('Op pauze', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nu ophalen' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Weer aanzetten' }).click();
  await page.getByRole('button', { name: 'Nu ophalen' }).click();
  await expect(page.getByText('Binnen een minuut halen we de vacatures op.').first()).toBeVisible();
  // There is no such host, and the screen says that it failed.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Ophalen mislukt')).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 90_000, intervals: [5000] });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Verwijderen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click();
  await expect(page.getByText('Er worden nog geen vacatures van partners opgehaald.')).toBeVisible();
});
