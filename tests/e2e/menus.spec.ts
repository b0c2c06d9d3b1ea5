// Menus, files, stock images and legal texts, as somebody of the centre keeps them and a visitor meets them.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { callsOf, expectAccessible, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const PDF = (words: string) => ({
  name: 'jaarverslag.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n% ${words}\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n`),
});
let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});



async function visit(browser: Browser, path: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width, height: 800 } });
  const page = await context.newPage();
  await page.goto(world.origin + path);
  return page;
}

async function addItem(page: Page, name: string, target: string): Promise<void> {
  await page.getByRole('button', { name: 'Toevoegen', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Naam', { exact: true }).fill(name);
  await dialog.getByLabel('Gaat naar').selectOption({ label: target });
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.menu-row').filter({ hasText: name })).toBeVisible();
}

const names = (page: Page) => page.locator('.menu-row .menu-names b').allTextContents();

test('a menu is built, arranged by keys and by mouse, and stands on the site at once', async ({ page, browser }) => {
  test.setTimeout(90_000);
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/content/menu-items`);
  const before = await names(page);
  await addItem(page, 'Werk zoeken', 'Vacatures');
  await addItem(page, 'Wie wij zijn', 'Over ons (NL)');
  await addItem(page, 'Hulp in de buurt', 'Sociale kaart');
  await expectAccessible(page);
  expect(await names(page)).toEqual([...before, 'Werk zoeken', 'Wie wij zijn', 'Hulp in de buurt']);

  // By keys: up, and under the one above; the handle keeps the focus.
  const handle = page.getByRole('button', { name: 'Hulp in de buurt verplaatsen' });
  await handle.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => names(page)).toEqual([...before, 'Werk zoeken', 'Hulp in de buurt', 'Wie wij zijn']);
  await expect(handle).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.menu-row.is-under')).toContainText('Hulp in de buurt');

  // By mouse: the last one above the others.
  const from = await page.getByRole('button', { name: 'Wie wij zijn verplaatsen' }).boundingBox();
  const to = await page.getByRole('button', { name: 'Werk zoeken verplaatsen' }).boundingBox();
  if (!from || !to) throw new Error('no handles');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + 10, { steps: 6 });
  await page.mouse.move(from.x + from.width / 2, to.y - 4, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual([...before, 'Wie wij zijn', 'Werk zoeken', 'Hulp in de buurt']);

  const desk = await visit(browser, '/vacancies/search');
  const header = desk.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Wie wij zijn' })).toBeVisible();
  await header.getByRole('link', { name: 'Wie wij zijn' }).click();
  await expect(desk).toHaveURL(/\/over-ons$/);
  await desk.context().close();

  const phone = await visit(browser, '/', 360);
  await phone.getByRole('button', { name: 'Menu' }).click();
  await phone.getByRole('dialog').locator('summary', { hasText: 'Werk zoeken' }).click();
  await expect(phone.getByRole('link', { name: 'Hulp in de buurt' })).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('link', { name: 'Hulp in de buurt' }).click();
  await expect(phone).toHaveURL(/\/sociale-kaart$/);
  await phone.context().close();
});

test('a link to a page that is taken offline warns, and is gone from the site', async ({ page, browser }) => {
  const call = await callsOf(world, CENTRE);
  const { data } = await call('GET', '/pages?filter[slug_eq]=over-ons&filter[locale_eq]=nl');
  await call('PUT', `/pages/${data[0].id}/unpublish`);
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/content/menu-items`);
  await expect(page.locator('.menu-row').filter({ hasText: 'Wie wij zijn' })).toContainText('Niet gepubliceerd');
  const visitor = await visit(browser, '/vacancies/search');
  await expect(visitor.getByRole('banner').locator('summary', { hasText: 'Werk zoeken' }).first()).toBeVisible();
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Wie wij zijn' })).toHaveCount(0);
  await visitor.context().close();
});

test('a document is uploaded, linked to, replaced at the same address, and deleted', async ({ page, browser }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/content/file-upload`);
  await page.locator('input[type="file"]').first().setInputFiles(PDF('eerste'));
  const link = page.getByRole('link', { name: 'jaarverslag.pdf' });
  await expect(link).toBeVisible();
  await expect(page.getByText('nog nergens gebruikt')).toBeVisible();
  await expectAccessible(page);
  const address = (await link.getAttribute('href')) ?? '';
  const text = async () => {
    const answer = await page.request.get(world.origin + address);
    expect(answer.headers()['content-disposition']).toContain('attachment');
    return answer.text();
  };
  expect(await text()).toContain('eerste');

  await page.getByRole('button', { name: 'jaarverslag.pdf vervangen' }).click();
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(PDF('tweede'));
  await expect(page.getByText('jaarverslag.pdf staat er nu')).toBeVisible();
  expect(await text()).toContain('tweede');

  // What is no document is refused with what to do.
  await page.locator('input[type="file"]').first().setInputFiles({ name: 'los.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0]) });
  await expect(page.locator('.field-error, [role="alert"]').first()).toBeVisible();

  await page.getByRole('button', { name: 'jaarverslag.pdf verwijderen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verwijderen' }).click();
  await expect(link).toHaveCount(0);
  const visitor = await browser.newContext();
  expect((await visitor.request.get(world.origin + address)).status()).toBe(404);
  await visitor.close();
});

test('a stock image is found by a word, described, and says where it stands', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/content/stock-images`);
  const bring = page.getByRole('button', { name: 'Beelden van Voluntr aanvullen' });
  if (await bring.isVisible()) await bring.click();
  const pictures = page.locator('main a[href^="/content/stock-images/"]');
  await expect.poll(() => pictures.count()).toBeGreaterThanOrEqual(20);
  await page.getByLabel('Trefwoord').fill('soep');
  await expect.poll(() => pictures.count()).toBeLessThan(10);
  await expectAccessible(page);
  await pictures.first().click();
  await expect(page.getByRole('heading', { name: 'Waar staat dit beeld?' })).toBeVisible();
  await page.getByLabel('Trefwoorden').fill('soep, tafelen, schuifaan');
  await page.getByRole('button', { name: 'Opslaan' }).click();
  await expect(page.getByText('Opgeslagen', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`${world.origin}/content/stock-images`);
  await page.getByLabel('Trefwoord').fill('schuifaan');
  await expect(pictures).toHaveCount(1);
});

test('the terms get a new edition; the earlier one stays to be read', async ({ page, browser }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/instellingen/teksten?kind=terms`);
  const text = page.getByRole('textbox', { name: 'Tekst in het Nederlands' });
  // The end of the text, as who scrolls down and clicks there.
  await text.evaluate((element) => {
    (element as HTMLElement).focus();
    const selection = getSelection();
    selection?.selectAllChildren(element.lastElementChild ?? element);
    selection?.collapseToEnd();
  });
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.getByRole('toolbar', { name: 'Opmaak van de tekst' }).first().getByRole('button', { name: 'Kop', exact: true }).click();
  await page.keyboard.type('Sleutels');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Geef je sleutel terug als je stopt.');
  await expect(page.getByRole('region', { name: 'Zo staat het op de site' })).toContainText('Geef je sleutel terug');
  await page.getByLabel('Wat is er anders?').fill('Over sleutels.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Nieuwe versie publiceren' }).click();
  await expect(page.getByText('Versie 2 staat op de site')).toBeVisible();
  const visitor = await visit(browser, '/voorwaarden');
  await expect(visitor.getByRole('heading', { name: 'Sleutels' })).toBeVisible();
  await visitor.goto(`${world.origin}/voorwaarden?versie=1`);
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'Sleutels' })).toHaveCount(0);
  await visitor.context().close();
});
