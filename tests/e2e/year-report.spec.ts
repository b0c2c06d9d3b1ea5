// The yearly report of a centre: read, written in both languages, as a PDF and on paper; on a phone from edge to edge.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const PATH = '/analytics/year-report';
const YEAR = new Date().getFullYear();

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const sheet = (page: Page, number: number) => page.getByRole('article', { name: `Bladzijde ${number}`, exact: true });

async function open(page: Page, address = `${PATH}?year=${YEAR}`): Promise<void> {
  await page.goto(world.origin + address);
  await expect(sheet(page, 1)).toBeVisible();
  await expect(page.locator('main [aria-busy]')).toHaveCount(0);
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('a coordinator finds it in the menu and beside the figures, and reads another year', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/dashboard`);
  const menu = page.getByRole('navigation', { name: 'Hoofdmenu' });
  await menu.getByRole('link', { name: 'Jaarverslag' }).click();
  await expect(page).toHaveURL(/\/analytics\/year-report$/);
  await expect(sheet(page, 1).getByRole('heading', { level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Cijfers' }).click();
  await expect(page).toHaveURL(/\/analytics$/);
  await page.locator('main').getByRole('link', { name: 'Jaarverslag' }).click();

  const year = page.getByLabel('Jaar', { exact: true });
  await year.selectOption(String(YEAR));
  await expect(page).toHaveURL(`${world.origin}${PATH}?year=${YEAR}`);
  await expect(page).toHaveTitle(new RegExp(`^Jaarverslag ${YEAR} van `));
  await expect(sheet(page, 1)).toContainText(`${YEAR} is nog niet voorbij.`);
  await expect(sheet(page, 1).locator('.key-number')).toHaveCount(4);
  const figures = page.locator('.figure-card');
  await expect(figures).toHaveCount(5);
  const months = page.getByRole('region', { name: 'Aanmeldingen per maand' });
  await months.getByRole('button', { name: 'Als tabel bekijken' }).press('Enter');
  await expect(months.getByRole('table').getByRole('rowheader').first()).toBeVisible();
  await expectAccessible(page);
});

test('texts, a story and a goal are written in both languages and stand on the paper', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await open(page);
  await page.getByRole('link', { name: 'Teksten aanpassen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Teksten van het jaarverslag ${YEAR}`);
  await expectAccessible(page);

  await page.getByLabel(/^Inleiding \(Nederlands\)/).fill('Een jaar om trots op te zijn.');
  await page.getByLabel(/^Inleiding \(Engels\)/).fill('A year to be proud of.');
  const goals = page.getByRole('region', { name: 'Doelen' });
  const before = await goals.getByRole('group').count();
  await goals.getByRole('button', { name: 'Doel toevoegen' }).click();
  const goal = goals.getByRole('group').nth(before);
  // The same goal twice is refused at its field; nothing is lost.
  await goal.getByLabel('Waarvoor').selectOption({ label: 'Mensen begonnen' });
  await goal.getByLabel('Afgesproken aantal').fill('12');
  await page.getByRole('button', { name: 'Teksten opslaan' }).click();
  await expect(page.getByRole('alert')).toContainText('Dit doel staat er al in.');
  await goal.getByLabel('Waarvoor').selectOption({ label: 'Uren' });
  const stories = page.getByRole('region', { name: 'Verhalen' });
  const told = await stories.getByRole('group').count();
  await stories.getByRole('button', { name: 'Verhaal toevoegen' }).click();
  const story = stories.getByRole('group').nth(told);
  await story.getByLabel(/^Wat iemand zegt \(Nederlands\)/).fill('Ik heb leren koken.');
  await story.getByLabel(/^Wie het zegt \(Nederlands\)/).fill('Wim, kookgroep');

  // Whoever goes away without saving is asked.
  await page.getByRole('link', { name: 'Terug zonder opslaan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Op deze pagina blijven' }).click();
  await expect(page.getByLabel(/^Inleiding \(Nederlands\)/)).toHaveValue('Een jaar om trots op te zijn.');

  await page.getByRole('button', { name: 'Teksten opslaan' }).click();
  await expect(page.getByText('De teksten zijn opgeslagen')).toBeVisible();
  await expect(sheet(page, 1)).toContainText('Een jaar om trots op te zijn.');
  const row = sheet(page, 1).getByRole('row', { name: /^Uren/ });
  await expect(row.getByRole('cell').first()).toHaveText('12');
  await expect(sheet(page, 2).getByRole('blockquote').last()).toContainText('Wim, kookgroep');

  // In English there is what was written in English, and else what there is.
  await page.goto(`${world.origin}/en${PATH}?year=${YEAR}`);
  const first = page.getByRole('article', { name: 'Page 1', exact: true });
  await expect(first).toContainText('A year to be proud of.');
  await expect(page.getByRole('article', { name: 'Page 2', exact: true })).toContainText('Ik heb leren koken.');
});

test('it comes as a PDF, and is printed without what can be pressed', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await open(page);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: `Jaarverslag ${YEAR} als PDF downloaden` }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  const content = readFileSync(await file.path());
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Printen' })).toBeHidden();
  await expect(page.getByLabel('Jaar', { exact: true })).toBeHidden();
  await expect(page.locator('.figure-foot').first()).toBeHidden();
  await expect(sheet(page, 1).getByRole('img').first()).toBeVisible();
});

test('on a phone it goes from edge to edge, in the light and in the dark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, world, CENTRE);
  await open(page);
  expect(await overflow(page)).toBe(0);
  const box = await sheet(page, 1).boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 360]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Teksten aanpassen' }).click();
  await expect(page.getByRole('button', { name: 'Teksten opslaan' })).toBeVisible();
  // The languages of a text stand below each other.
  const [dutch, english] = [
    await page.getByLabel(/^Inleiding \(Nederlands\)/).boundingBox(),
    await page.getByLabel(/^Inleiding \(Engels\)/).boundingBox(),
  ];
  expect(english?.y ?? 0).toBeGreaterThan((dutch?.y ?? 0) + (dutch?.height ?? 0));
  expect(await overflow(page)).toBe(0);
  await expectAccessible(page);
});

test('who does not work for the centre has no yearly report', async ({ page }) => {
  await signIn(page, world, 'organisatie@demo.voluntr.example');
  await page.goto(`${world.origin}/analytics`);
  await expect(page.locator('.figure-card').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Jaarverslag' })).toHaveCount(0);
  await page.goto(world.origin + PATH);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.report-sheet')).toHaveCount(0);
});
