// Writing without marks: what is pasted from Word and Google Docs, legal texts, what a template left, and two people at once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { addBlock, blocks, isSaved, newPage, side } from './page-editor.ts';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const ADMIN = 'admin@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const clipboard = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'files/pasted', `${name}.html`), 'utf8');

/** As a browser gives it to the page when somebody presses Ctrl V. */
async function paste(field: Locator, html: string): Promise<void> {
  await field.click();
  await field.evaluate((element, text) => {
    const data = new DataTransfer();
    data.setData('text/html', text);
    data.setData('text/plain', 'zonder opmaak');
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, html);
}

const text = (page: Page) => side(page).getByRole('textbox', { name: 'Tekst' });

test('a text of Word keeps its headings, lists and table, and so does one of Google Docs', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  const id = await newPage(page, world, 'Uit Word');
  await addBlock(page, 'Tekst');
  await paste(text(page), clipboard('word'));
  await isSaved(page);
  const drawn = page.locator('.canvas [data-rich]');
  await expect(drawn.getByRole('heading', { level: 2, name: 'Samen eten in de buurt' })).toBeVisible();
  await expect(drawn.locator('ul > li')).toHaveText(['Taal oefenen', 'Samen koken', 'De tafel dekken']);
  await expect(drawn.locator('ol > li')).toHaveText(['Bel ons', 'Kom een keer kijken']);
  await expect(drawn.locator('td')).toHaveText(['Dag', 'Waar', 'Dinsdag', 'Buurthuis De Linde']);
  await expect(drawn.locator('strong').first()).toHaveText('iedere dinsdag');
  expect(await drawn.innerHTML()).not.toMatch(/mso|style=|class=/i);
  await expectAccessible(page);

  await addBlock(page, 'Tekst');
  await paste(text(page), clipboard('google-docs'));
  await isSaved(page);
  const docs = drawn.nth(1);
  await expect(docs.getByRole('heading', { level: 2, name: 'Onze vrijwilligers' })).toBeVisible();
  await expect(docs.locator('strong')).toHaveText(['elke week']);
  await expect(docs.locator('td')).toHaveText(['Maandag', '10.00 uur']);

  // Beside a heading there is no room for a table.
  await addBlock(page, 'Foto, tekst en knoppen');
  await paste(side(page).getByRole('textbox', { name: 'Tekst', exact: true }), clipboard('word'));
  await isSaved(page);
  await expect(drawn.nth(2)).toContainText('Dinsdag | Buurthuis De Linde');
  await expect(drawn.nth(2).locator('table')).toHaveCount(0);
  await page.goto(`${world.origin}/content/pages/${id}/edit`);
  await expect(drawn.first().locator('td')).toHaveCount(4);
});

test('a text in Markdown goes on as what it looks like, and nothing is lost', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  await newPage(page, world, 'Uit Markdown');
  await addBlock(page, 'Tekst in Markdown');
  await text(page).fill('## Eerst\n\nEen **vet** woord en [meer](/vacancies/search).\n\n| Dag | Waar |\n| --- | --- |\n| Ma | Bieb |\n');
  await isSaved(page);
  const drawn = page.locator('.canvas [data-rich]');
  await expect(drawn.locator('td')).toHaveText(['Ma', 'Bieb']);
  const before = (await drawn.innerText()).replace(/\s+/g, ' ');
  await side(page).getByRole('button', { name: 'Verder met opmaakknoppen' }).click();
  await expect(side(page).getByRole('heading', { level: 2, name: 'Tekst', exact: true })).toBeVisible();
  await isSaved(page);
  await expect(text(page).locator('th')).toHaveText(['Dag', 'Waar']);
  expect((await drawn.innerText()).replace(/\s+/g, ' ')).toBe(before);
  await expect(drawn.locator('strong')).toHaveText('vet');
  await expect(drawn.getByRole('link', { name: 'meer', includeHidden: true })).toHaveAttribute('href', '/vacancies/search');
  await page.reload();
  await expect(blocks(page).first()).toHaveAccessibleName(/Tekst$/);
});

test('a legal text is written with buttons, and an earlier one of lines goes on as what it said', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/instellingen/teksten?kind=terms`);
  const field = page.getByRole('textbox', { name: 'Tekst in het Nederlands' });
  await expect(field.getByRole('heading', { level: 2 }).first()).toBeVisible();
  const said = (await field.locator('h2').allInnerTexts()).length;
  expect(said).toBeGreaterThan(2);
  await expect(field).not.toContainText('##');
  await field.click();
  // The editor takes over a click a moment later, which would move the caret back into the middle.
  await expect(async () => {
    await page.keyboard.press('Control+End');
    const isAtEnd = await field.evaluate(async (editor) => {
      await new Promise((done) => setTimeout(done, 250));
      return editor.lastElementChild?.contains(getSelection()?.focusNode ?? null) ?? false;
    });
    expect(isAtEnd).toBe(true);
  }).toPass();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const asHeading = page.getByRole('toolbar', { name: 'Opmaak van de tekst' }).first().getByRole('button', { name: 'Kop', exact: true });
  await asHeading.click();
  await expect(asHeading).toHaveAttribute('aria-pressed', 'true');
  await expect(field).toBeFocused();
  await page.keyboard.type('Sleutels');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Geef je sleutel terug als je stopt.');
  const preview = page.getByRole('region', { name: 'Zo staat het op de site' });
  await expect(preview.getByRole('heading', { name: 'Sleutels' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Nieuwe versie publiceren' }).click();
  await expect(page.getByText('Versie 2 staat op de site')).toBeVisible();
  const context = await browser.newContext({ locale: 'nl-NL' });
  const visitor = await context.newPage();
  await visitor.goto(`${world.origin}/voorwaarden`);
  await expect(visitor.getByRole('heading', { level: 2, name: 'Sleutels' })).toBeVisible();
  // Regions with a name – earlier versions, who helps – have headings of their own.
  await expect(visitor.locator('main h2:not([aria-label] h2, [aria-labelledby] h2)')).toHaveCount(said + 1);
  await expect(visitor.locator('main')).not.toContainText('{{');
  await expectAccessible(visitor);
  await context.close();
});

test('what a template tells its maker goes online only when they say so, and its title stands there once', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/content/pages/new`);
  await page.getByLabel('Titel', { exact: true }).fill('Wie zijn wij');
  await page.getByRole('radio', { name: /^Over ons/ }).check();
  await page.getByRole('button', { name: 'Concept maken' }).click();
  await expect(page).toHaveURL(/\/content\/pages\/\d+\/edit/);
  await expect(page.locator('.canvas').getByText('Wie zijn wij', { exact: true })).toHaveCount(1);
  await expect(page.locator('.canvas h1')).toHaveText('Wie zijn wij');
  await isSaved(page).catch(() => undefined);
  await page.getByRole('button', { name: 'Online zetten' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('In dit blok staat nog de uitleg van het sjabloon');
  await expect(dialog.getByRole('listitem')).toHaveText([/2.*Foto, tekst en knoppen/]);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Online zetten' }).click();
  await expect(dialog).toContainText('Schrijf eerst je eigen tekst');
  await dialog.getByLabel('De pagina mag zo online').check();
  await dialog.getByRole('button', { name: 'Online zetten' }).click();
  await expect(page.locator('.editor-state')).toContainText('Online');
});

test('who opens a page hears who is in it, sees the texts that differ, and keeps both', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  const id = await newPage(page, world, 'Met zijn tweeën');
  await addBlock(page, 'Kop met inleiding');
  await side(page).getByLabel('Titel', { exact: true }).fill('Eerste kop');
  await addBlock(page, 'Citaat');
  await side(page).getByRole('textbox', { name: 'Citaat' }).fill('Ik kook te veel.');
  await isSaved(page);
  const other = await browser.newContext({ locale: 'nl-NL' });
  const colleague = await other.newPage();
  await signIn(colleague, world, ADMIN);
  await colleague.goto(`${world.origin}/content/pages/${id}/edit`);
  await expect(colleague.getByText(/heeft deze pagina nu ook open/)).toBeVisible();
  const open = (on: Page, number: number) =>
    blocks(on).nth(number - 1).getByRole('button', { name: new RegExp(`^Blok ${number} wijzigen`) }).click();
  await open(colleague, 1);
  await side(colleague).getByLabel('Titel', { exact: true }).fill('Kop van de collega');
  await isSaved(colleague);

  await side(page).getByRole('textbox', { name: 'Citaat' }).fill('Ik kook altijd te veel.');
  await expect(page.getByText('Een collega heeft deze pagina intussen gewijzigd')).toBeVisible();
  await page.getByRole('button', { name: 'Verschillen bekijken' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('mark').first()).toBeVisible();
  await expect(dialog).toContainText('Kop van de collega');
  await expect(dialog).toContainText('Ik kook altijd te veel.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Allebei bewaren' }).click();
  await isSaved(page);
  await page.reload();
  await expect(blocks(page)).toHaveCount(2);
  await expect(blocks(page).nth(0)).toContainText('Kop van de collega');
  await expect(blocks(page).nth(1)).toContainText('Ik kook altijd te veel.');
  await other.close();
});

test('a menu begins with the one that visitors know, and has headings that lead nowhere', async ({ page, browser }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/content/menu-items`);
  await page.getByRole('button', { name: 'Beginnen met het standaardmenu' }).click();
  const rows = page.locator('.menu-rows > li');
  await expect(rows.first()).toContainText('Vacatures');
  const count = await rows.count();
  expect(count).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Toevoegen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Naam', { exact: true }).fill('Over ons');
  await dialog.getByLabel('Gaat naar').selectOption({ label: 'Nergens heen: een kopje met andere onderdelen eronder' });
  await expect(dialog.getByLabel('Staat onder')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await expect(rows.last()).toContainText('Nog niets eronder');
  await page.getByRole('button', { name: 'Toevoegen' }).click();
  await dialog.getByLabel('Naam', { exact: true }).fill('Wie wij zijn');
  await dialog.getByLabel('Gaat naar').selectOption({ label: 'Privacy' }).catch(() => dialog.getByLabel('Gaat naar').selectOption({ index: 3 }));
  await dialog.getByLabel('Staat onder').selectOption({ label: 'Over ons' });
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await expect(rows).toHaveCount(count + 2);
  await expectAccessible(page);
  // A seventh entry would put the whole menu behind its button, at any width.
  for (const [index, name] of ['Bewaard', 'Hulp'].entries()) {
    await page.getByRole('button', { name: `${name} verwijderen` }).click();
    await dialog.getByRole('button', { name: 'Verwijderen' }).click();
    await expect(rows).toHaveCount(count + 1 - index);
  }
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width: 1900, height: 900 } });
  const visitor = await context.newPage();
  await visitor.goto(world.origin);
  const menu = visitor.getByRole('navigation').first();
  await menu.getByText('Over ons', { exact: true }).click();
  await expect(menu.getByRole('link', { name: 'Wie wij zijn' })).toBeVisible();
  await context.close();
});
