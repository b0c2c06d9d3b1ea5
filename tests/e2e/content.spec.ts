// The life of a page: it is built by mouse and by keys alone, kept without a connection, worked on by two people at once,
// put back to an earlier version, and put online at once or at a moment.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { addBlock, blocks, isSaved, newPage, side } from './page-editor.ts';
import { callsOf, expectAccessible, PASSWORD, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const ADMIN = 'admin@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

async function visit(browser: Browser, path: string) {
  const context = await browser.newContext({ locale: 'nl-NL' });
  const page = await context.newPage();
  const answer = await page.goto(world.origin + path);
  return { page, status: answer?.status() ?? 0, end: () => context.close() };
}

test('a page is built by mouse, put online and read by a visitor', async ({ page, browser }) => {
  test.setTimeout(180_000);
  await signIn(page, world, CENTRE);
  await newPage(page, world, 'Samen eten');
  await addBlock(page, 'Kop met inleiding');
  await side(page).getByLabel('Titel', { exact: true }).fill('Schuif aan');
  await addBlock(page, 'Oproep');
  await side(page).getByLabel('Titel', { exact: true }).fill('Kook je mee?');
  await side(page).getByLabel('Tekst van de link').fill('Meld je aan om te koken');
  await addBlock(page, 'Citaat');
  await side(page).getByRole('textbox', { name: 'Citaat' }).fill('Ik kook al veertig jaar te veel.');
  await isSaved(page);

  // Typed in place, in the page itself.
  await blocks(page).nth(0).getByRole('button', { name: /^Blok 1 wijzigen/ }).click({ position: { x: 5, y: 5 } });
  const title = blocks(page).nth(0).getByRole('textbox', { name: 'Titel' });
  await title.click();
  await page.keyboard.press('End');
  await page.keyboard.type(' op donderdag');
  await isSaved(page);

  // Dragged by its grip: the last one becomes the second.
  await blocks(page).nth(2).getByRole('button', { name: /^Blok 3 wijzigen/ }).click({ position: { x: 5, y: 5 } });
  const grip = page.getByRole('button', { name: 'Slepen: Citaat' });
  const [from, to] = [await grip.boundingBox(), await blocks(page).nth(1).boundingBox()];
  if (!from || !to) throw new Error('there is nothing to drag');
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y - 30, { steps: 4 });
  await page.mouse.move(to.x + 40, to.y + 8, { steps: 8 });
  await page.mouse.up();
  await expect(blocks(page).nth(1)).toHaveAccessibleName(/Blok 2 van 3: Citaat/);

  // A copy, hidden; and taken away again by a step back.
  await page.getByRole('button', { name: 'Meer met Citaat' }).click();
  await page.getByRole('menuitem', { name: 'Dupliceren' }).click();
  await expect(blocks(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Meer met Citaat' }).click();
  await page.getByRole('menuitem', { name: 'Verbergen' }).click();
  await page.getByRole('button', { name: 'Ongedaan' }).click();
  await page.getByRole('button', { name: 'Ongedaan' }).click();
  await expect(blocks(page)).toHaveCount(3);
  await isSaved(page);
  await expectAccessible(page);

  // What is missing stands in the way, and is mended from the list.
  await page.getByRole('button', { name: 'Online zetten' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('De pagina kan nog niet online');
  await dialog.getByRole('button', { name: 'Naar de controle' }).click();
  const open = page.locator('.publish-check .is-open');
  while ((await open.count()) > 0) {
    const where = await open.first().innerText();
    await open.first().getByRole('button').click();
    if (where.includes('Oproep')) {
      await side(page).getByRole('textbox', { name: 'Waar de link heen gaat' }).fill('/vacancies/search');
    } else {
      await side(page).getByRole('textbox', { name: 'Naam', exact: true }).fill('Henk Terpstra');
    }
    await isSaved(page);
    await expect(open.filter({ hasText: where.split('\n')[1] ?? where })).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Online zetten' }).click();
  await dialog.getByRole('button', { name: 'Online zetten' }).click();
  await expect(page.locator('.editor-state')).toContainText('Online');

  const visitor = await visit(browser, '/samen-eten');
  expect(visitor.status).toBe(200);
  await expect(visitor.page.getByRole('heading', { name: 'Schuif aan op donderdag' })).toBeVisible();
  await expect(visitor.page.getByText('Henk Terpstra')).toBeVisible();

  // What is written on is a draft: visitors go on reading what was put online.
  await blocks(page).nth(1).getByRole('button', { name: /^Blok 2 wijzigen/ }).click({ position: { x: 5, y: 5 } });
  await side(page).getByRole('textbox', { name: 'Naam', exact: true }).fill('Henk de Boer');
  await isSaved(page);
  await visitor.page.reload();
  await expect(visitor.page.getByText('Henk Terpstra')).toBeVisible();
  await visitor.end();
});

test('a page is built by keys alone', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  await newPage(page, world, 'Met het toetsenbord');
  const press = (...keys: string[]) => keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  const tabTo = async (name: RegExp) => {
    for (let steps = 0; steps < 80; steps += 1) {
      const words = await page.evaluate(() => {
        const { activeElement: at } = document;
        return at?.getAttribute('aria-label') ?? (at as HTMLInputElement)?.labels?.[0]?.textContent ?? at?.textContent ?? '';
      });
      if (name.test(words.trim())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`no key leads to ${name}`);
  };
  await tabTo(/^Blok toevoegen onderaan/);
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Welk blok wil je hier?' })).toBeFocused();
  await tabTo(/^Blok zoeken/);
  await page.keyboard.type('kop met');
  await tabTo(/^Kop met inleiding$/);
  await press('Enter');
  // The tools of the new block have the focus; its fields come after the page.
  await expect(page.getByRole('button', { name: 'Slepen: Kop met inleiding' })).toBeFocused();
  await tabTo(/^Titel$/);
  await page.keyboard.type('Zonder muis');
  await expect(blocks(page).first()).toContainText('Zonder muis');
  await isSaved(page);

  await page.getByRole('button', { name: 'Blok toevoegen onderaan de pagina' }).focus();
  await press('Enter');
  await tabTo(/^Citaat$/);
  await press('Enter');
  await expect(blocks(page)).toHaveCount(2);
  await press('Alt+ArrowUp');
  await expect(blocks(page).nth(0)).toHaveAccessibleName(/Blok 1 van 2: Citaat/);
  // Along the tools with the arrows, to the menu at the end.
  await press('End', 'Enter');
  await expect(page.getByRole('menuitem', { name: 'Dupliceren' })).toBeFocused();
  await press('End', 'Enter');
  await expect(blocks(page)).toHaveCount(1);
  await press('Control+z');
  await expect(blocks(page)).toHaveCount(2);
  await press('Control+Shift+z');
  await expect(blocks(page)).toHaveCount(1);
  await isSaved(page);
  await page.reload();
  await expect(blocks(page)).toHaveCount(1);
  await expect(blocks(page).first()).toContainText('Zonder muis');
});

test('without a connection nothing is lost', async ({ page, context }) => {
  await signIn(page, world, CENTRE);
  await newPage(page, world, 'In de trein');
  await addBlock(page, 'Kop met inleiding');
  await isSaved(page);
  await context.setOffline(true);
  await side(page).getByLabel('Titel', { exact: true }).fill('Onderweg geschreven');
  await expect(page.getByText('Je werk is bewaard op dit apparaat en wordt opgeslagen')).toBeVisible();
  await context.setOffline(false);
  await isSaved(page);
  await page.reload();
  await expect(blocks(page).first()).toContainText('Onderweg geschreven');
});

test('of two people at once the second is told, sees what differs, and chooses', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  const id = await newPage(page, world, 'Met z’n tweeën');
  await addBlock(page, 'Kop met inleiding');
  await side(page).getByLabel('Titel', { exact: true }).fill('Eerste kop');
  await isSaved(page);
  const other = await browser.newContext({ locale: 'nl-NL' });
  const colleague = await other.newPage();
  await signIn(colleague, world, ADMIN);
  await colleague.goto(`${world.origin}/content/pages/${id}/edit`);
  await blocks(colleague).first().getByRole('button', { name: /^Blok 1 wijzigen/ }).click();
  await side(colleague).getByLabel('Titel', { exact: true }).fill('Kop van de collega');
  await isSaved(colleague);

  await side(page).getByLabel('Titel', { exact: true }).fill('Mijn kop');
  await expect(page.getByText('Een collega heeft deze pagina intussen gewijzigd')).toBeVisible();
  await page.getByRole('button', { name: 'Verschillen bekijken' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Gewijzigd: Kop met inleiding ‘Kop van de collega’');
  await dialog.getByRole('button', { name: 'Alleen mijn versie' }).click();
  await isSaved(page);
  await page.reload();
  await expect(blocks(page).first()).toContainText('Mijn kop');

  // The colleague, who goes on with what is no longer there, takes the newest version.
  await side(colleague).getByLabel('Titel', { exact: true }).fill('Nog een kop');
  await colleague.getByRole('button', { name: 'Verschillen bekijken' }).click();
  await colleague.getByRole('dialog').getByRole('button', { name: 'Alleen die van mijn collega' }).click();
  await expect(blocks(colleague).first()).toContainText('Mijn kop');
  await other.close();
});

test('an earlier version comes back as a draft', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  await newPage(page, world, 'Vroeger en nu');
  await addBlock(page, 'Kop met inleiding');
  await side(page).getByLabel('Titel', { exact: true }).fill('Zoals het was');
  await isSaved(page);
  await page.getByRole('button', { name: 'Online zetten' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Online zetten' }).click();
  await expect(page.locator('.editor-state')).toContainText('Online');
  await side(page).getByLabel('Titel', { exact: true }).fill('Zoals het nu is');
  await isSaved(page);
  await page.getByRole('button', { name: 'Meer', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Eerdere versies' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Online gezet/ }).click();
  await expect(dialog.locator('.version-page')).toContainText('Zoals het was');
  await dialog.getByRole('button', { name: /terugzetten$/ }).click();
  await expect(blocks(page).first()).toContainText('Zoals het was');

  // With a link somebody without an account sees the draft.
  await page.getByRole('button', { name: 'Meer', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Link naar het concept delen' }).click();
  const link = dialog.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/preview_token=/);
  const path = new URL(await link.inputValue());
  const guest = await visit(browser, path.pathname + path.search);
  await expect(guest.page.getByRole('heading', { name: 'Zoals het was' })).toBeVisible();
  await guest.end();
});

test('a page goes online at its moment', async ({ page, browser }) => {
  test.setTimeout(180_000);
  await signIn(page, world, CENTRE);
  const id = await newPage(page, world, 'Straks pas');
  await addBlock(page, 'Kop met inleiding');
  await side(page).getByLabel('Titel', { exact: true }).fill('Nu is het zover');
  await isSaved(page);
  await page.getByRole('button', { name: 'Online zetten' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Op een later moment').check();
  await dialog.getByRole('button', { name: 'Inplannen' }).click();
  await expect(dialog).toContainText('Kies de dag en de tijd');
  const soon = new Date(Date.now() + 70_000);
  const local = await page.evaluate((at) => {
    const date = new Date(at);
    return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, soon.getTime());
  await dialog.getByLabel('Gaat online op').fill(local);
  await dialog.getByRole('button', { name: 'Inplannen' }).click();
  await expect(page.locator('.editor-state')).toContainText('Ingepland');
  const early = await visit(browser, '/straks-pas');
  expect(early.status).toBe(404);
  await early.end();
  // The form has whole minutes; nobody needs to wait for the next one.
  const call = await callsOf(world, CENTRE);
  const nearer = new Date(Date.now() + 4_000).toISOString();
  await call('PUT', `/pages/${id}/schedule`, { publish_at: nearer });
  await expect(async () => {
    const later = await visit(browser, '/straks-pas');
    await later.end();
    expect(later.status).toBe(200);
  }).toPass({ timeout: 30_000, intervals: [1_000] });
});

test('a news item is written, listed and read', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/content/news`);
  await page.getByRole('link', { name: 'Nieuw bericht' }).click();
  await page.getByLabel('Titel', { exact: true }).fill('De tuin is klaar');
  await page.getByRole('button', { name: 'Concept maken' }).click();
  await expect(page).toHaveURL(/edit/);
  await side(page).getByLabel('Inleiding').fill('Na een jaar werk is de buurttuin open.');
  await side(page).getByLabel('Onderwerpen').fill('groen, buurt');
  await isSaved(page);
  await page.getByRole('button', { name: 'Online zetten' }).click();
  // The text of the template is still there: it goes online when somebody says so.
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Online zetten' }).click();
  await expect(page.locator('.editor-state')).toContainText('Online');
  const visitor = await visit(browser, '/nieuws');
  await visitor.page.getByRole('link', { name: 'De tuin is klaar' }).first().click();
  await expect(visitor.page).toHaveURL(/\/nieuws\/de-tuin-is-klaar/);
  await expect(visitor.page.getByText('Na een jaar werk is de buurttuin open.').first()).toBeVisible();
  await visitor.end();
  await page.goto(`${world.origin}/content/news`);
  await expect(page.getByRole('link', { name: 'De tuin is klaar' })).toBeVisible();
});

test('a page is given to a page manager, who then puts it online', async ({ page, browser }) => {
  test.setTimeout(120_000);
  const email = 'pien@demo.voluntr.example';
  const password = join(world.data, 'password');
  writeFileSync(password, PASSWORD);
  const person = ['--email', email, '--first-name', 'Pien', '--last-name', 'Bakker'];
  await world.run('user', 'add', ...person, '--role', 'page_manager', '--password-file', password);
  await signIn(page, world, CENTRE);
  const id = await newPage(page, world, 'Van Pien');
  await addBlock(page, 'Kop met inleiding');
  await side(page).getByLabel('Titel', { exact: true }).fill('Hallo');
  await isSaved(page);
  await side(page).getByRole('button', { name: 'Hele pagina', exact: true }).click();
  const managers = page.getByRole('group', { name: 'Wie beheert deze pagina?' });
  await managers.getByLabel('Pien Bakker').check();
  await expect(managers.getByLabel('Pien Bakker')).toBeChecked();
  // What is typed afterwards is stored over the new version.
  await side(page).getByLabel('Inleiding').fill('Een pagina van Pien.');
  await isSaved(page);
  await expectAccessible(page);
  await page.reload();
  await expect(managers.getByLabel('Pien Bakker')).toBeChecked();
  await page.goto(`${world.origin}/content/pages`);
  await expect(page.getByRole('row').filter({ hasText: 'Van Pien' })).toContainText('Pien Bakker');
  const call = await callsOf(world, CENTRE);
  expect((await call('GET', `/pages/${id}`)).data.attributes.manager_names).toEqual(['Pien Bakker']);
  const context = await browser.newContext({ locale: 'nl-NL' });
  const pien = await context.newPage();
  await signIn(pien, world, email);
  await pien.goto(`${world.origin}/content/pages/${id}/edit`);
  await expect(pien.getByRole('complementary').getByText('Pien Bakker')).toBeVisible();
  await expect(pien.getByRole('group', { name: 'Wie beheert deze pagina?' })).toHaveCount(0);
  await pien.getByRole('button', { name: 'Online zetten' }).click();
  await pien.getByRole('dialog').getByRole('button', { name: 'Online zetten' }).click();
  await expect(pien.getByText('De pagina staat online').first()).toBeVisible();
  await context.close();
});
