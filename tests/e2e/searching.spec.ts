// Finding a vacancy: on a phone with a slip of the hand, by keyboard through suggestions, with filters and the map and
// back again, without an account, and without JavaScript.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

/** The screen, once the app has taken over from the page of the server. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${world.origin}${path}`);
  await page.waitForFunction(() => performance.getEntriesByName('app').length > 0);
}

const PHONE = { width: 360, height: 740 };

test('on a phone a slip of the hand still finds the right one, and it is said', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, '/vacancies/search');
  await page.locator('[name=q]').fill('voedselbnak');
  await page.locator('[name=q]').press('Enter');
  await expect(page).toHaveURL(/q=voedselbnak/);
  await expect(page.getByText('We zochten op ‘voedselbank’')).toBeVisible();
  await expect(page.locator('.vacancy-title').first()).toContainText(/voedselbank/i);
  await expectAccessible(page);
});

test('suggestions are taken with the keys alone', async ({ page }) => {
  await open(page, '/vacancies/search');
  const field = page.locator('[name=q]');
  await field.pressSequentially('taalmaat');
  await expect(page.locator('.suggestions [role=option]').first()).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', /.+-0$/);
  await field.press('Enter');
  await expect(page).toHaveURL(/\/vacancies\/\d+$/);
});

test('filters, the map and the way back keep their place', async ({ page }) => {
  await open(page, '/vacancies/search?q=taal');
  const title = page.locator('#results-title');
  await expect(title).toContainText(/\d/);
  const before = await title.textContent();
  await page.locator('.filter-panel .filter-option').first().click();
  await expect(page).toHaveURL(/(tags|types|age|kind|part|language|also)=/);
  await page.getByRole('link', { name: 'Kaart' }).first().click();
  await expect(page).toHaveURL(/view=map/);
  await page.locator('.vacancy-link').first().click();
  await expect(page).toHaveURL(/\/vacancies\/\d+/);
  await page.goBack();
  await expect(page).toHaveURL(/view=map/);
  await page.goBack();
  await page.goBack();
  await expect(title).toHaveText(before ?? '');
});

test('a day among the words is a filter that can be taken off', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await open(page, '/vacancies/search?q=koken%20in%20de%20avond');
  const chip = page.locator('.active-filters').getByRole('button', { name: /avond/i });
  await expect(chip).toBeVisible();
  await expect(page.locator('.vacancy-title').first()).toContainText(/koken|soep/i);
  await expectAccessible(page);
  await chip.click();
  await expect(page).toHaveURL(/words=avond/);
  await expect(chip).toHaveCount(0);
});

test('what only comes near stands under a heading of its own', async ({ page }) => {
  await open(page, '/vacancies/search?q=schaken');
  const below = page.locator('.search-related');
  await expect(below.getByRole('heading', { name: 'Lijkt erop' })).toBeVisible();
  const found = await page.locator('#results > [aria-busy] .vacancy-card').count();
  expect(found).toBeLessThan(10);
  await expect(page.locator('#results-title')).toContainText(`${found}`);
  await expectAccessible(page);
});

test('a visitor keeps a vacancy on the device and finds it in the menu', async ({ page }) => {
  await open(page, '/vacancies/search');
  const card = page.locator('.vacancy-card').first();
  const name = await card.locator('.vacancy-title').innerText();
  await card.getByRole('button', { name: /bewaren/i }).click();
  await expect(page.getByText('Bewaard op dit apparaat')).toBeVisible();
  await open(page, '/profiel/bewaard');
  await expect(page.locator('.vacancy-title').first()).toContainText(name);
  await expectAccessible(page);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('words, a place and a filter are plain forms and links', async ({ page }) => {
    await page.goto(`${world.origin}/vacancies/search`);
    await page.locator('[name=q]').fill('voedselbnak');
    await page.locator('#search button[type=submit]').click();
    await expect(page).toHaveURL(/q=voedselbnak/);
    await expect(page.locator('.vacancy-title').first()).toContainText(/voedselbank/i);
    // The order was not chosen, so what fits best comes first.
    expect(new URL(page.url()).searchParams.get('sort')).toBeFalsy();
    await page.locator('.filter-panel a.filter-option').first().click();
    await expect(page).toHaveURL(/q=voedselbnak.*(tags|types|age|kind|part|language|also)=/);
  });

  test('a day among the words is a chip, and what only comes near stands apart', async ({ page }) => {
    await page.goto(`${world.origin}/vacancies/search?q=koken%20in%20de%20avond`);
    await page.locator('.active-filters .chip').first().click();
    await expect(page).toHaveURL(/words=avond/);
    await page.goto(`${world.origin}/vacancies/search?q=schaken`);
    await expect(page.locator('.search-related h2')).toHaveText('Lijkt erop');
  });
});
