// The desk, by keyboard alone: somebody without an email address is registered, helped, and found again.
import { expect, type Page, test } from '@playwright/test';
import { accessibilityOf, callsOf, signIn, startWorld, whenSettled, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});
test.afterAll(() => world.stop());

/** Types where the focus is: nothing is clicked. */
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const focused = (page: Page) => page.locator(':focus');

/** To the control with this name, as somebody without a mouse goes there. */
async function tabTo(page: Page, name: RegExp | string): Promise<void> {
  const goal = page.getByRole('button', { name, exact: true }).first();
  await expect(goal).toBeVisible();
  for (let at = 0; at < 60; at += 1) {
    if (await goal.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`no way to ${name} by keyboard`);
}

async function search(page: Page, name: string, year: string): Promise<void> {
  await expect(page.getByRole('textbox', { name: 'Naam' })).toBeFocused();
  await page.keyboard.type(name);
  await press(page, 'Tab');
  await page.keyboard.type(year);
  await press(page, 'Enter');
}

/** The first bytes of what a button prints. */
async function printed(page: Page, name: string, path: RegExp): Promise<string> {
  await tabTo(page, name);
  const answer = page.waitForResponse((each) => path.test(each.url()));
  await press(page, 'Enter');
  const response = await answer;
  expect(response.headers()['content-type']).toContain('application/pdf');
  const { origin } = new URL(page.url());
  // The browser keeps no body of what a tab shows: it is asked again with the same session.
  const again = await page.evaluate(async (url) => {
    const { 'access-token': token, client, uid } = JSON.parse(localStorage.getItem('voluntr-session') ?? '{}');
    const headers = { ...(token ? { 'access-token': token } : {}), client, uid };
    const found = await fetch(url, { headers });
    return [...new Uint8Array(await found.arrayBuffer()).slice(0, 5)].map((each) => String.fromCharCode(each)).join('');
  }, response.url().replace(/^https?:\/\/[^/]+/, origin));
  for (const tab of page.context().pages()) if (tab !== page) await tab.close();
  await page.bringToFront();
  return again;
}

test('somebody is registered and helped without a mouse, and nothing of them stays on the screen', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/balie`);
  await expect(page.getByText(/^De balie is voor mensen die geen e-mail hebben/)).toBeVisible();
  expect(await accessibilityOf(page)).toEqual([]);
  await search(page, 'Riet Jansen', '1941');
  await expect(page.getByText('Niemand gevonden.')).toBeVisible();
  await expect(focused(page)).toHaveText('Riet Jansen inschrijven');
  await press(page, 'Enter');

  await expect(page.getByRole('textbox', { name: 'Voornaam' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Achternaam' })).toHaveValue('Jansen');
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type('05-03-1941');
  await press(page, 'Tab', 'Tab');
  await page.keyboard.type('0612345678');
  await press(page, 'Tab', 'Space');
  expect(await accessibilityOf(page)).toEqual([]);
  await press(page, 'Tab', 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Riet Jansen' })).toBeFocused();
  await expect(page).toHaveTitle(/^Balie/);
  expect(page.url()).not.toMatch(/riet|jansen|1941/i);
  await whenSettled(page);
  expect(await accessibilityOf(page)).toEqual([]);

  await tabTo(page, /^Aanmelden voor vrijwilligerswerk/);
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Waar gaat het over?' })).toBeFocused();
  await page.keyboard.type('Pakketten vullen');
  await press(page, 'Enter');
  await expect(focused(page)).toContainText('Pakketten vullen');
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Wat wil Riet erbij vertellen?' })).toBeFocused();
  await page.keyboard.type('Liefst in de ochtend.');
  await tabTo(page, 'Riet aanmelden');
  await press(page, 'Enter');
  // Without the person's consent nothing goes out, and what was typed stays.
  await expect(page.getByRole('textbox', { name: 'Wat wil Riet erbij vertellen?' })).toHaveValue('Liefst in de ochtend.');
  await page.getByRole('checkbox', { name: /^Riet vindt het goed/ }).focus();
  await press(page, 'Space', 'Tab', 'Enter');
  await expect(page.getByText(/^Riet is aangemeld voor ‘Pakketten vullen/)).toBeVisible();
  await expect(focused(page)).toContainText('Aanmelden voor vrijwilligerswerk');

  await tabTo(page, /^Inschrijven voor een activiteit/);
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Welke activiteit?' })).toBeFocused();
  await page.keyboard.type('soep');
  await press(page, 'Enter');
  await expect(focused(page)).toContainText('Samen soep eten');
  await press(page, 'Enter');
  await tabTo(page, 'Riet inschrijven');
  expect(await accessibilityOf(page)).toEqual([]);
  await press(page, 'Enter');
  await expect(page.getByText(/^Riet staat op de lijst voor ‘Samen soep eten’/)).toBeVisible();

  await tabTo(page, /^Uren opschrijven/);
  await press(page, 'Enter');
  await expect(page.getByRole('combobox', { name: 'Bij welke organisatie?' })).toBeFocused();
  await page.keyboard.type('Voedselbank');
  await expect(page.getByRole('option').first()).toBeVisible();
  await press(page, 'ArrowDown', 'Enter', 'Tab');
  await page.keyboard.type('Dozen gevouwen');
  await tabTo(page, 'Opschrijven');
  await press(page, 'Enter');
  await expect(page.getByText(/^Opgeschreven voor Riet: 2 uur op /)).toBeVisible();
  const now = page.getByRole('region', { name: 'Dit heeft Riet nu' });
  await expect(now).toContainText('Pakketten vullen');
  await expect(now).toContainText('Samen soep eten');
  await expect(now).toContainText('2 uur');

  expect(await printed(page, 'Brief afdrukken', /letter\.pdf/)).toBe('%PDF-');
  expect(await printed(page, 'Kaartje afdrukken', /card\.pdf/)).toBe('%PDF-');

  await tabTo(page, /^Klaar/);
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Naam' })).toBeFocused();
  await expect(page).toHaveURL(/\/balie$/);
  await expect(page.getByText(/Riet|Jansen/)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText(/Riet|Jansen/)).toHaveCount(0);
});

test('who was here before is found by name and year, and is invited to go on by themselves', async ({ page }) => {
  const centre = await callsOf(world, CENTRE);
  await centre('POST', '/desk/register', {
    first_name: 'Truus',
    last_name: 'de Boer',
    birth_date: '1938-07-21',
    phone_number: '0612345678',
    consent: true,
  });
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/balie`);
  await search(page, 'boer', '1938');
  await expect(focused(page)).toContainText('Truus de Boer');
  await expect(focused(page)).toContainText('telefoon eindigt op 678');
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Truus de Boer' })).toBeFocused();
  await tabTo(page, /^Uitnodigen om zelf verder te gaan/);
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'E-mailadres van Truus' })).toBeFocused();
  await page.keyboard.type('truus@voorbeeld.example');
  await press(page, 'Enter');
  await expect(page.getByText('We hebben Truus een mail gestuurd op truus@voorbeeld.example.')).toBeVisible();
  await expect(page.getByText('geen telefoonnummer')).toHaveCount(0);
});
