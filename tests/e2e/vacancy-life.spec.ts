// The life of a vacancy: written on a phone in steps and published; reviewed with keys, with the yes taken back once; and
// changed with others at once, and put back.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, passTimeToUndo, signIn, signOut, startWorld, type World } from './world.ts';

let world: World;
const TITLE = 'Samen Nederlands oefenen in de bieb';

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test.describe.configure({ mode: 'serial' });

async function next(page: Page, step: string): Promise<void> {
  await page.getByRole('button', { name: /^Volgende/ }).click();
  await expect(page).toHaveURL(new RegExp(`step=${step}`));
}

/** A step is at most two screens of a phone, the foot of the site apart. */
const isTwoScreens = async (page: Page) =>
  expect(await page.locator('main').evaluate((main) => Math.round(main.getBoundingClientRect().height))).toBeLessThanOrEqual(1600);

let address = '';

test('an organisation writes a vacancy on a phone, a step a screen, and is told what could be better', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, world, 'organisatie@demo.voluntr.example');
  await page.goto(`${world.origin}/vacancies/add`);
  await expectAccessible(page);
  await isTwoScreens(page);
  // What asks for fifty characters is not called optional.
  await expect(page.locator('.field', { has: page.getByLabel('Wat gaat iemand doen?') })).not.toContainText('(niet verplicht)');
  await page.getByLabel('Titel').fill(TITLE);
  await expect(page.getByText('Kort, en je ziet meteen wat je gaat doen.')).toBeVisible();
  await page
    .getByLabel('Wat gaat iemand doen?')
    .fill(
      'Je faciliteert elke week een gesprek met iemand die Nederlands leert. Jullie drinken koffie en lezen samen een brief. Je hoeft geen docent te zijn. Een goed gesprek is genoeg.',
    );
  await page.getByRole('button', { name: 'faciliteert vervangen door leidt' }).click();
  await expect(page.getByText('Duidelijk en niet te lang.')).toBeVisible();
  await next(page, 'when');
  address = page.url().replace(/\?.*/, '');
  await expectAccessible(page);
  await isTwoScreens(page);
  await page.getByLabel('Hoeveel uur per week?').fill('24');
  await page.getByRole('button', { name: /^Volgende/ }).click();
  await expect(page.getByText(/Meer dan 20 uur/).first()).toBeVisible();
  await page.getByLabel('Hoeveel uur per week?').fill('2');
  await page.locator('summary', { hasText: 'Meer over dagen en tijden' }).click();
  await page.getByRole('checkbox', { name: 'dinsdag ochtend' }).check();
  await expect(page.getByRole('rowheader', { name: 'donderdag' })).toBeVisible();
  const whole = await page.locator('.availability tbody th').evaluateAll((names) => names.every((name) => name.scrollWidth <= name.clientWidth + 1));
  expect(whole, 'the names of days are whole').toBe(true);
  await next(page, 'where');
  await expectAccessible(page);
  await isTwoScreens(page);
  await next(page, 'who');
  await expectAccessible(page);
  await isTwoScreens(page);
  await next(page, 'contact');
  await page.getByRole('button', { name: 'Vraag toevoegen' }).click();
  await page.getByLabel('Je vraag').fill('Op welke dag kun je?');
  await page.getByLabel('Door één antwoord te kiezen').check();
  await page.getByLabel('Antwoorden om uit te kiezen').fill('Dinsdag');
  await page.getByRole('button', { name: /^Volgende/ }).click();
  await expect(page.getByText(/minstens 2 antwoorden/).first()).toBeVisible();
  await page.getByLabel('Antwoorden om uit te kiezen').fill('Dinsdag\nDonderdag');
  await expectAccessible(page);
  await next(page, 'check');
  // What was typed is on the server: another device goes on where this one was.
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('voluntr-draft:')) localStorage.removeItem(key);
  });
  await page.goto(`${address}?step=when`);
  await expect(page.locator('summary', { hasText: 'Meer over dagen en tijden' })).toContainText('Ingevuld: dagdelen');
  await isTwoScreens(page);
  await page.locator('summary', { hasText: 'Meer over dagen en tijden' }).click();
  await expect(page.getByRole('checkbox', { name: 'dinsdag ochtend' })).toBeChecked();
  await page.goto(`${address}?step=contact`);
  await expect(page.getByLabel('Je vraag')).toHaveValue('Op welke dag kun je?');
  await expect(page.getByLabel('Antwoorden om uit te kiezen')).toHaveValue('Dinsdag\nDonderdag');
  await page.goto(`${address}?step=check`);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: 'Online zetten', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Online zetten', exact: true }).click();
  await expect(page).toHaveURL(/vacancies\/\d+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
});

test('the centre reviews what waits with keys, takes its yes back, and gives it again', async ({ page }) => {
  await page.clock.install();
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/moderation?kind=vacancy`);
  await expectAccessible(page);
  const title = (await page.getByRole('grid').getByRole('link').first().textContent()) ?? '';
  await page.getByRole('grid').getByRole('row').filter({ hasText: title }).first().click();
  await expect(page.getByText('Landelijke regels (NOV)')).toBeVisible();
  await page.getByRole('button', { name: 'Mail bekijken' }).click();
  await expect(page.getByRole('region', { name: 'De mail' })).toContainText(title);
  await expectAccessible(page);
  // A no shows its mail once it says why.
  await page.keyboard.press('r');
  const no = page.getByRole('dialog');
  await expect(no.getByRole('button', { name: 'Mail bekijken' })).toBeDisabled();
  await no.getByRole('textbox').fill('Dit is betaald werk.');
  await no.getByRole('button', { name: 'Mail bekijken' }).click();
  await expect(no.getByRole('region', { name: 'De mail' })).toContainText('Dit is betaald werk.');
  await expectAccessible(page);
  await no.getByRole('button', { name: 'Annuleren' }).click();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Ongedaan maken' }).first().click();
  await expect(page.getByRole('grid').getByRole('link', { name: title })).toBeVisible();
  // The list had gone on to the next one.
  await page.getByRole('grid').getByRole('row').filter({ hasText: title }).first().click();
  await page.keyboard.press('a');
  await passTimeToUndo(page);
  await expect(page.getByRole('grid').getByRole('link', { name: title })).toHaveCount(0);
});

test('the menu counts what the screen shows, also after a decision', async ({ page }) => {
  await page.clock.install();
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/moderation`);
  const entry = page.getByRole('navigation').getByRole('link', { name: /^Beoordelen/ });
  const shown = async () => Number(/\d+/.exec((await page.getByText(/dingen? wachte?n? op jouw besluit/).textContent()) ?? '')?.[0]);
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  const before = await shown();
  await expect(entry).toContainText(String(before));
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await page.keyboard.press('a');
  await passTimeToUndo(page);
  await expect.poll(shown).toBe(before - 1);
  await expect(entry).toContainText(String(before - 1));
});

test('a coordinator changes several at once, sees first what happens, and undoes it', async ({ page }) => {
  await signIn(page, world, 'organisatie@demo.voluntr.example');
  await page.goto(`${world.origin}/vacancies/bulk-edit`);
  // Nothing is chosen until somebody chooses.
  await expect(page.getByText('Nog geen vacatures gekozen.')).toBeVisible();
  await expect(page.locator('.bulk-choice input:checked')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Telefoonnummer van de contactpersoon').selectOption({ label: 'Laten zien' });
  await page.getByRole('button', { name: 'Verschillen bekijken' }).click();
  await expect(page.getByText('Kies eerst een vacature.').first()).toBeVisible();
  await page.getByRole('button', { name: /^Alle \d+ kiezen$/ }).click();
  await page.getByRole('button', { name: 'Verschillen bekijken' }).click();
  await expect(page.getByRole('heading', { name: 'Dit gaat er gebeuren' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /vacatures? wijzigen$/ }).click();
  await expect(page.getByRole('heading', { name: /gewijzigd$/, level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Ongedaan maken' }).click();
  await expect(page.getByText('Alles staat weer zoals het was')).toBeVisible();
  await signOut(page, world);
});
