// The audit log: found in the menu, narrowed by the address, by keys alone; a file of it; and what one sees of oneself.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

const ADMIN = 'admin@demo.voluntr.example';
const ORGANISATION = 'organisatie@demo.voluntr.example';
const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const rows = (page: Page) => page.getByRole('table', { name: /^Logboek/ }).locator('tbody tr');

test('an admin finds the log in the menu, and who looked stands in it', async ({ page }) => {
  await signIn(page, world, ADMIN);
  await page.goto(`${world.origin}/dashboard`);
  const menu = page.getByRole('navigation', { name: 'Hoofdmenu' });
  await menu.getByRole('link', { name: 'Logboek' }).click();
  await expect(page).toHaveURL(/\/admin\/audit-log$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Logboek');

  // Whoever opens somebody's page is in the log, with a link to whom it was about.
  await page.goto(`${world.origin}/users?role=volunteer`);
  const people = page.locator('main a[href*="/users/"]').filter({ hasText: /\w/ });
  const firstPerson = () =>
    people.evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? '').find((href) => /\/users\/\d+$/.test(href)),
    );
  // Links to screens stand there before the people do.
  await expect.poll(firstPerson).toBeTruthy();
  await page.goto(`${world.origin}${await firstPerson()}`);
  const heading = page.getByRole('heading', { level: 1 });
  // Until the person is there, the heading is that of the screen.
  await expect(heading).not.toHaveText('Persoon');
  const name = (await heading.innerText()).trim();
  await page.goto(`${world.origin}/admin/audit-log?period=today&kind=reading&subject=users`);
  const row = rows(page).filter({ has: page.getByRole('link', { name: new RegExp(name) }) }).first();
  await expect(row).toContainText('Gegevens bekeken');
  await expectAccessible(page);

  // By keys: the choice of the kind is an address, and the one before it a step back.
  const kind = page.getByLabel('Wat', { exact: true });
  await kind.focus();
  await kind.selectOption('export');
  await expect(page).toHaveURL(/kind=export/);
  await page.goBack();
  await expect(kind).toHaveValue('reading');
  await page.getByRole('searchbox', { name: 'Naam of nummer' }).fill('xyzzyx');
  await expect(page.getByRole('heading', { name: 'Niets gevonden' })).toBeVisible();
  await page.getByRole('button', { name: 'Filters wissen' }).click();
  await expect(page).toHaveURL(/\/admin\/audit-log$/);
});

test('an organisation sees its own log, goes back in it and downloads it', async ({ page }) => {
  await signIn(page, world, ORGANISATION);
  await page.goto(`${world.origin}/admin/audit-log?period=all`);
  await expect(rows(page).first()).toBeVisible();
  const older = page.getByRole('link', { name: 'Oudere regels' });
  if (await older.isVisible()) {
    const first = await rows(page).first().innerText();
    await older.click();
    await expect(page).toHaveURL(/before=\d+/);
    await expect(rows(page).first()).not.toHaveText(first);
    await page.getByRole('link', { name: 'Naar de nieuwste' }).click();
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Downloaden' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await coming).suggestedFilename()).toMatch(/^audit_events-.*\.csv$/);
});

test('on a phone each row is a card, and nothing runs off the screen', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(page, world, ADMIN);
  await page.goto(`${world.origin}/en/admin/audit-log?period=all`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit log');
  await expect(page.getByRole('table', { name: /^Audit log/ })).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

test('a volunteer has no log, but sees at privacy what was done with their details', async ({ page }) => {
  await signIn(page, world, VOLUNTEER);
  await page.goto(`${world.origin}/admin/audit-log`);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Logboek');
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.goto(`${world.origin}/account/privacy`);
  const part = page.getByLabel('Wat wil je zien?');
  await part.selectOption('mine');
  await expect(part).toHaveValue('mine');
  await expectAccessible(page);
});
