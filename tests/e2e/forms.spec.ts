// The life of a form: it is built by mouse and by keys, filled in with and without JavaScript, and what was sent is dealt
// with, answered by mail and taken away as a file.
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { callsOf, expectAccessible, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const questions = (page: Page) => page.getByRole('list', { name: 'Vragen' }).getByRole('region');
const isSaved = (page: Page) => expect(page.getByText('Opgeslagen', { exact: true })).toBeVisible();

test('a form is built, filled in with and without scripts, answered by mail and exported', async ({ page, browser }) => {
  test.setTimeout(180_000);
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/form_builder`);
  await page.getByRole('link', { name: 'Nieuw formulier' }).click();
  await page.getByRole('button', { name: 'Kiezen: Contact' }).click();
  await expect(page).toHaveURL(/form_builder\/\d+\/edit/);
  const id = /form_builder\/(\d+)/.exec(page.url())?.[1] ?? '';
  await page.getByLabel('Titel', { exact: true }).fill('Wensen voor de buurt');

  // By mouse: a question with options goes to the second place.
  await page.getByRole('button', { name: 'Meerkeuze', exact: true }).click();
  const count = await questions(page).count();
  const last = questions(page).last();
  await last.getByLabel('De vraag', { exact: true }).fill('Wat ontbreekt er?');
  await last.getByLabel('Keuze 1', { exact: true }).fill('Een bankje');
  await last.getByRole('button', { name: 'Keuze toevoegen' }).click();
  await last.getByLabel('Keuze 2', { exact: true }).fill('Een moestuin');
  const handles = page.locator('.builder-handle');
  await handles.last().hover();
  await page.mouse.down();
  const place = handles.nth(1);
  await place.hover();
  await page.mouse.up();
  await expect(questions(page).nth(1)).toHaveAccessibleName('2. Wat ontbreekt er?');

  // By keys: up, and a copy that is removed again.
  await questions(page).nth(1).getByRole('button', { name: 'Omhoog: Wat ontbreekt er?' }).focus();
  await page.keyboard.press('Enter');
  await expect(questions(page).nth(0)).toHaveAccessibleName('1. Wat ontbreekt er?');
  await questions(page).nth(0).getByRole('button', { name: /^Kopiëren/ }).focus();
  await page.keyboard.press('Enter');
  await expect(questions(page)).toHaveCount(count + 1);
  await questions(page).nth(1).getByRole('button', { name: /^Verwijderen/ }).focus();
  await page.keyboard.press('Enter');
  await expect(questions(page)).toHaveCount(count);
  await isSaved(page);
  await page.reload();
  await expect(questions(page).nth(0)).toHaveAccessibleName('1. Wat ontbreekt er?');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Online zetten' }).click();
  const address = page.getByRole('link', { name: /\/forms\// });
  await expect(address).toBeVisible();
  const link = (await address.getAttribute('href')) ?? '';

  // Without JavaScript: what is wrong is told, and what was typed stays.
  const plain = await (await browser.newContext({ javaScriptEnabled: false, locale: 'nl-NL' })).newPage();
  await plain.goto(world.origin + link);
  await plain.getByLabel('Een bankje').check();
  await plain.getByLabel(/e-mailadres/).fill('noor');
  await plain.waitForTimeout(3100);
  await plain.getByRole('button', { name: 'Versturen' }).click();
  await expect(plain.getByRole('alert')).toContainText('Vul een e-mailadres in');
  await expect(plain.getByLabel(/e-mailadres/)).toHaveValue('noor');
  await expect(plain.getByLabel('Een bankje')).toBeChecked();
  await fill(plain, 'noor@example.nl', 'Noor');
  await plain.waitForTimeout(3100);
  await plain.getByRole('button', { name: 'Versturen' }).click();
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Verstuurd');

  // With JavaScript: what was typed is there after closing the page.
  const guest = await (await browser.newContext({ locale: 'nl-NL', viewport: { width: 360, height: 740 } })).newPage();
  await guest.goto(world.origin + link);
  await guest.getByLabel('Een moestuin').check();
  await fill(guest, 'aad@example.nl', 'Aad');
  await guest.reload();
  await expect(guest.getByLabel(/e-mailadres/)).toHaveValue('aad@example.nl');
  await expectAccessible(guest);
  await guest.waitForTimeout(3100);
  await guest.getByRole('button', { name: 'Versturen' }).click();
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Verstuurd');

  // What came in.
  await page.goto(`${world.origin}/form_builder/${id}`);
  const table = page.getByRole('grid', { name: 'Antwoorden' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await expect(table.getByText('Een moestuin')).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV-bestand' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain('Wat ontbreekt er?');
  expect(file).toContain('noor@example.nl');
  await page.getByLabel('Met dit antwoord').selectOption('Een moestuin');
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.getByLabel('Met dit antwoord').selectOption('');
  await expect(table.getByRole('row')).toHaveCount(3);
  await page.getByLabel('Zoeken in de antwoorden').fill('noor');
  await expect(table.getByRole('row')).toHaveCount(2);
  await table.getByRole('link').first().click();
  await expectAccessible(page);
  await page.getByLabel('Bericht').fill('Dank je, we bespreken het.');
  await page.getByRole('button', { name: 'Mail versturen' }).click();
  const letter = await world.mailTo('noor@example.nl', '');
  expect(letter).toBeTruthy();
  await expect(page.getByText('Dank je, we bespreken het.').first()).toBeVisible();
});

test('what somebody types before the app is there goes over to it, with the place of the cursor', async ({ browser }) => {
  const guest = await (await browser.newContext({ locale: 'nl-NL' })).newPage();
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await guest.route(/assets\/.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await guest.goto(`${world.origin}/forms/contact`, { waitUntil: 'commit' });
  await guest.getByLabel(/heet je/).fill('Aad');
  await guest.getByLabel(/e-mailadres/).pressSequentially('aad@exam');
  letThrough();
  const field = guest.locator('input[name^="answers."][type="email"]');
  await expect(field).toHaveValue('aad@exam');
  await expect(guest.getByLabel(/heet je/)).toHaveValue('Aad');
  await expect(field).toBeFocused();
});

async function fill(page: Page, email: string, name: string) {
  await page.getByLabel(/heet je/).fill(name);
  await page.getByLabel(/e-mailadres/).fill(email);
  const message = page.locator('form textarea');
  if ((await message.count()) > 0) await message.first().fill('Graag iets groens.');
}

test('a step is taken back and taken again, a page thanks, and many answers are dealt with at once', async ({ page, browser }) => {
  test.setTimeout(180_000);
  await signIn(page, world, CENTRE);
  const call = await callsOf(world, CENTRE);
  const made = await call('POST', '/pages', { title: 'Dank je wel' });
  const thanks = made.data.id;
  await call('POST', `/pages/${thanks}/content_blocks`, {
    block_type: 'SectionTitle',
    content: { title: 'We zijn er blij mee' },
    ground: 'page',
  });
  await call('PUT', `/pages/${thanks}/publish`);

  await page.goto(`${world.origin}/form_builder/new`);
  await page.getByRole('button', { name: 'Kiezen: Leeg formulier' }).click();
  await expect(page).toHaveURL(/form_builder\/\d+\/edit/);
  const id = /form_builder\/(\d+)/.exec(page.url())?.[1] ?? '';
  const undo = page.getByRole('button', { name: 'Ongedaan', exact: true });
  const redo = page.getByRole('button', { name: 'Opnieuw', exact: true });
  await expect(undo).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Titel', { exact: true }).fill('Een woord vooraf');
  const count = await questions(page).count();
  await page.getByRole('button', { name: 'Tekst', exact: true }).click();
  await questions(page).last().getByLabel('De vraag', { exact: true }).fill('Hoe heet je?');
  await isSaved(page);
  // A question that is stored is removed, stored so, and comes back.
  await questions(page).last().getByRole('button', { name: /^Verwijderen/ }).click();
  await isSaved(page);
  await expect(questions(page)).toHaveCount(count);
  await undo.click();
  await expect(questions(page)).toHaveCount(count + 1);
  await page.keyboard.press('Control+Shift+Z');
  await expect(questions(page)).toHaveCount(count);
  await expect(redo).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Control+Z');
  await expect(questions(page).last().getByLabel('De vraag', { exact: true })).toHaveValue('Hoe heet je?');
  await page.locator('summary', { hasText: 'Na het versturen' }).click();
  await page.getByLabel('Wat ziet iemand na het versturen?').selectOption('Dank je wel');
  await isSaved(page);
  await page.reload();
  await expect(questions(page)).toHaveCount(count + 1);
  await expect(page.getByLabel('Wat ziet iemand na het versturen?')).toHaveValue(thanks);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Online zetten' }).click();
  const link = page.locator('a[href^="/forms/"]');
  await expect(link).toBeVisible();
  const address = world.origin + (await link.getAttribute('href'));

  for (const [name, javaScriptEnabled] of [
    ['Noor', true],
    ['Bas', false],
    ['Eef', false],
  ] as const) {
    const context = await browser.newContext({ locale: 'nl-NL', javaScriptEnabled });
    const guest = await context.newPage();
    await guest.goto(address, { waitUntil: 'networkidle' });
    await guest.getByLabel(/Hoe heet je/).fill(name);
    await guest.waitForTimeout(3100);
    await guest.getByRole('button', { name: 'Versturen' }).click();
    await expect(guest).toHaveURL(`${world.origin}/dank-je-wel`);
    await expect(guest.getByRole('heading', { name: 'We zijn er blij mee' })).toBeVisible();
    await context.close();
  }

  await page.goto(`${world.origin}/form_builder/${id}`);
  const table = page.getByRole('grid', { name: 'Antwoorden' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Zoeken in de antwoorden').fill('bas');
  await expect(table.getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV-bestand' }).click();
  const file = readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain('Bas');
  expect(file).not.toContain('Noor');
  await page.getByLabel('Zoeken in de antwoorden').fill('');
  await expect(table.getByRole('row')).toHaveCount(4);
  await page.getByLabel('Alles op deze pagina kiezen').check();
  await expect(page.getByText('3 gekozen')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Toewijzen aan' }).click();
  const people = page.getByRole('dialog', { name: 'Toewijzen aan' });
  const person = people.getByRole('button').filter({ hasNotText: 'Sluiten' }).last();
  const name = (await person.textContent()) ?? '';
  await person.click();
  await expect(page.getByText(`3 antwoorden zijn toegewezen aan ${name}`)).toBeVisible();
  await page.getByRole('combobox', { name: 'Wie behandelt het' }).selectOption('Nog niemand');
  await expect(page.getByRole('heading', { name: 'Niets gevonden' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Wie behandelt het' }).selectOption(name);
  await expect(table.getByRole('row')).toHaveCount(4);
  await table.getByRole('checkbox').nth(1).check();
  await table.getByRole('checkbox').nth(2).check();
  await page.getByRole('button', { name: 'Verwijderen' }).click();
  await page.getByRole('dialog', { name: /verwijderen/ }).getByRole('button', { name: 'Verwijderen' }).click();
  await expect(page.getByText('2 antwoorden zijn verwijderd')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);
});
