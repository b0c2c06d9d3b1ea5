// Figures of a centre: another period, the table under a chart, organisations sorted, a file; an organisation sees its own.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const ORGANISATION = 'organisatie@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The figures of the demo are there, and nothing is on its way. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(world.origin + path);
  await expect(page.locator('.figure-card').first()).toBeVisible();
  await expect(page.locator('main [aria-busy]')).toHaveCount(0);
}

test('a coordinator finds the figures in the menu, and a year before', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/dashboard`);
  await page.getByRole('navigation', { name: 'Hoofdmenu' }).getByRole('link', { name: 'Cijfers' }).click();
  await expect(page).toHaveURL(/\/analytics$/);
  await expect(page).toHaveTitle('Voluntr Analytics - Meedoen in Lindewaard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cijfers');
  const numbers = page.getByRole('region', { name: 'In het kort' });
  await expect(numbers.locator('.key-number')).toHaveCount(5);
  await expect(numbers.getByRole('link', { name: /aanmeldingen/ })).toBeVisible();
  await expectAccessible(page);

  const year = new Date().getFullYear();
  const status = page.locator('main').getByRole('status').first();
  await expect(status).toContainText(`1 januari tot en met`);
  const before = await numbers.innerText();
  await page.getByLabel('Periode', { exact: true }).selectOption(String(year - 1));
  await expect(page).toHaveURL(`${world.origin}/analytics?period=${year - 1}`);
  await expect(status).toContainText(`31 december ${year - 1}`);
  await expect(numbers).not.toHaveText(before);
  // The address is the view: it is the same after a reload, and the one before it a step back.
  await page.reload();
  await expect(page.getByLabel('Periode', { exact: true })).toHaveValue(String(year - 1));
  await page.goBack();
  await expect(page.getByLabel('Periode', { exact: true })).toHaveValue(String(year));
  await page.getByLabel('Vergelijken met').selectOption('none');
  await expect(numbers.locator('.versus')).toHaveCount(0);
});

test('under a chart stands its table, and both come as a file', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await open(page, '/analytics');
  const card = figure(page, 'Aanmeldingen per maand');
  await expect(card.getByRole('img')).toHaveCount(1);
  const toggle = card.getByRole('button', { name: 'Als tabel bekijken' });
  await expect(card.getByRole('table')).toHaveCount(0);
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(card.getByRole('table').getByRole('rowheader').first()).toBeVisible();
  await expectAccessible(page);

  await card.getByRole('button', { name: 'Downloaden: Aanmeldingen per maand' }).click();
  const coming = page.waitForEvent('download');
  await card.getByRole('menuitem', { name: 'Tekst (csv)' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8').trim().split('\n');
  await expect(card.getByRole('table').getByRole('row')).toHaveCount(lines.length);

  // On paper the tables are there, and nothing that can be pressed.
  await page.emulateMedia({ media: 'print' });
  await expect(figure(page, 'Hoe lang mensen wachten').getByRole('table')).toBeVisible();
  await expect(toggle).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Onderwerp' })).toBeHidden();
});

test('a chart is drawn as wide as there is room for, and never smaller than it is', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await open(page, '/analytics');
  for (const [window, half, full] of [
    [1280, 460, 940],
    [768, 320, 460],
    [360, 320, 320],
  ] as const) {
    await page.setViewportSize({ width: window, height: 900 });
    const widths = await page.locator('.figure-charts').evaluateAll((charts) =>
      charts.map((each) => [...each.querySelectorAll('svg')].map((svg) => svg.getBoundingClientRect().width).filter(Boolean)),
    );
    expect(widths[0], `${window}`).toEqual([full]);
    expect(widths.slice(1, 3), `${window}`).toEqual([[half], [half]]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over, `${window}`).toBe(0);
  }
});

test('organisations are sorted by a press on a head, on a phone each in lines', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await open(page, '/analytics');
  await page.getByRole('navigation', { name: 'Onderwerp' }).getByRole('link', { name: 'Organisaties' }).click();
  await expect(page).toHaveURL(/\/analytics\/index-2$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cijfers per organisatie');
  const table = figure(page, 'Alle organisaties').getByRole('table');
  const names = () => table.getByRole('rowheader').allInnerTexts();
  await table.getByRole('button', { name: 'Organisatie' }).click();
  await expect(table.getByRole('columnheader', { name: 'Organisatie' })).toHaveAttribute('aria-sort', 'ascending');
  const sorted = await names();
  expect(sorted.length).toBeGreaterThan(3);
  expect(sorted).toEqual(sorted.toSorted(new Intl.Collator('nl', { numeric: true, sensitivity: 'base' }).compare));
  await table.getByRole('button', { name: 'Bekeken' }).click();
  await expect(page).toHaveURL(/sort=-views$/);
  await page.reload();
  await expect(table.getByRole('columnheader', { name: 'Bekeken' })).toHaveAttribute('aria-sort', 'descending');
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const row = table.getByRole('row').nth(1);
  const [head, first] = [await row.getByRole('rowheader').boundingBox(), await row.getByRole('cell').first().boundingBox()];
  expect(first?.y ?? 0).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBe(0);
  await expectAccessible(page);
});

test('an organisation sees its own figures and no others', async ({ page }) => {
  await signIn(page, world, ORGANISATION);
  await open(page, '/analytics');
  const tabs = page.getByRole('navigation', { name: 'Onderwerp' });
  await expect(tabs.getByRole('link')).toHaveText(['Overzicht', 'Vacatures', 'Aanmeldingen', 'Uren', 'Activiteiten']);
  await expect(page.getByLabel('Periode', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Thema')).toHaveCount(0);
  await expect(page.getByLabel('Organisatie', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`${world.origin}/analytics/index-2`);
  await expect(page.getByRole('heading', { name: 'Cijfers per organisatie' })).toHaveCount(0);
});

test('somebody who only volunteers has no figures', async ({ page }) => {
  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
  await page.goto(`${world.origin}/analytics`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.figure-card')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Cijfers', exact: true })).toHaveCount(0);
});
