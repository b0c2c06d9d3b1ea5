// Help between people: somebody asks on a phone, the centre reads it, somebody else offers, and is told where to come.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, signOut, startWorld, type World } from './world.ts';

let world: World;
const AGREE = 'Ik heb de regels voor veilig helpen gelezen en doe mee';
const OFFER = 'Samen een rondje lopen op dinsdag';
const TITLE = 'Samen naar de markt op dinsdag';
const ASKER = 'vrijwilliger@demo.voluntr.example';
const HELPER = 'mentor@demo.voluntr.example';

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test.describe.configure({ mode: 'serial' });

const card = (page: Page) => page.getByRole('region', { name: TITLE });

async function switchHelp(page: Page, to: 'Aan' | 'Uit') {
  await signIn(page, world, 'admin@demo.voluntr.example');
  await page.goto(`${world.origin}/instellingen/centra`);
  await page.getByRole('button', { name: 'Wijzigen', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('group', { name: 'Hulp van mens tot mens' }).getByLabel(to, { exact: true }).check();
  await dialog.getByRole('button', { name: 'Opslaan' }).click();
  await expect(dialog).toHaveCount(0);
}

test('an administrator switches it off, and there is no way to ask', async ({ page }) => {
  await switchHelp(page, 'Uit');
  await signOut(page, world);
  const answer = await page.goto(`${world.origin}/een-op-een-hulp`);
  expect(answer?.status()).toBe(404);
  await signIn(page, world, 'leerling@demo.voluntr.example');
  await page.goto(`${world.origin}/profiel`);
  await expect(page.getByRole('link', { name: 'Je oproepen voor hulp' })).toHaveCount(0);
});

test('an administrator switches it on', async ({ page }) => {
  await switchHelp(page, 'Aan');
});

test('somebody asks for help on a phone, keeps a draft, and sends it to the centre', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, world, ASKER);
  await page.goto(`${world.origin}/profiel/hulpvragen/nieuw`);
  await page.getByLabel('Waar zoek je hulp bij?').fill(TITLE);
  await page.getByLabel('Vertel er iets meer over').fill('Mijn heup doet pijn.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Bewaren als concept' }).click();
  await expect(card(page).getByText('Concept')).toBeVisible();
  await expectAccessible(page);
  await card(page).getByRole('link', { name: 'Wijzigen' }).click();
  await page.getByRole('button', { name: 'Versturen' }).click();
  await expect(page.getByText('Vertel iets meer: schrijf minstens 50 tekens.').first()).toBeVisible();
  await page
    .getByLabel('Vertel er iets meer over')
    .fill('Mijn heup doet pijn. Wie loopt er op dinsdag een uurtje met me mee naar de markt?');
  await page.getByLabel('Wanneer?').fill('Dinsdagochtend');
  await page.getByLabel('Straat').fill('Veldweg');
  await page.getByLabel('Huisnummer').fill('7');
  await page.getByLabel('Postcode').fill('5301 AA');
  await page.getByLabel('Plaats').fill('Zaltbommel');
  await page.getByRole('button', { name: 'Versturen' }).click();
  // Not before the rules for helping safely are agreed to.
  await expect(page.getByLabel(AGREE)).toHaveAccessibleDescription(/.+/);
  await page.getByLabel(AGREE).check();
  await page.getByRole('button', { name: 'Versturen' }).click();
  await expect(card(page).getByText('Wordt gelezen')).toBeVisible();
});

let address = '';

test('the centre reads it first, and then everybody finds it, without a surname or a street', async ({ page }) => {
  await page.goto(`${world.origin}/een-op-een-hulp`);
  await expect(page.getByText('Samen boodschappen doen').first()).toBeVisible();
  await expect(page.getByText(TITLE)).toHaveCount(0);
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/moderation`);
  await page.getByText(TITLE).first().click();
  await page.getByRole('button', { name: /^Goedkeuren/ }).first().click();
  await signOut(page, world);
  await page.goto(`${world.origin}/een-op-een-hulp`);
  await page.getByRole('link', { name: TITLE, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE);
  address = page.url();
  await expectAccessible(page);
  const source = await (await page.request.get(address)).text();
  for (const secret of ['Veldweg', '5301 AA', ASKER, 'application/ld+json']) expect(source).not.toContain(secret);
  await page.goto(`${world.origin}/vacancies/search?q=markt+dinsdag`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: TITLE })).toHaveCount(0);
});

test('somebody offers help of their own, and who asks for it finds it beside their request', async ({ page }) => {
  await signIn(page, world, HELPER);
  await page.goto(`${world.origin}/profiel/hulpvragen/nieuw?aanbod=1`);
  await page.getByLabel('Waar wil je bij helpen?').fill(OFFER);
  await page
    .getByLabel('Vertel er iets meer over')
    .fill('Ik loop elke dinsdag een uur in het park of over de markt. Loop je mee? Ik heb een rolstoel te leen.');
  await page.getByLabel('Postcode').fill('5301 AB');
  await page.getByLabel('Plaats').fill('Zaltbommel');
  await page.getByLabel(AGREE).check();
  await page.getByRole('button', { name: 'Versturen' }).click();
  await expect(page.getByText('Wordt gelezen').first()).toBeVisible();
  await signOut(page, world);
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/moderation`);
  await page.getByText(OFFER).first().click();
  await page.getByRole('button', { name: /^Goedkeuren/ }).first().click();
  await signOut(page, world);
  await page.goto(`${world.origin}/een-op-een-hulp`);
  await expect(page.getByRole('link', { name: OFFER })).toHaveCount(0);
  await page.getByRole('link', { name: 'Hulp aangeboden' }).click();
  await expect(page.getByRole('link', { name: OFFER, exact: true })).toBeVisible();
  await expectAccessible(page);
  await signIn(page, world, ASKER);
  await page.goto(`${world.origin}/profiel/hulpvragen`);
  await expect(card(page).getByRole('heading', { name: 'Mensen die dit aanbieden' })).toBeVisible();
  await card(page).getByRole('link', { name: OFFER }).click();
  await expect(page.getByRole('button', { name: 'Ik kan deze hulp gebruiken' }).first()).toBeVisible();
  await expectAccessible(page);
});

test('somebody offers to help, is accepted, and is told where to come', async ({ page }) => {
  await signIn(page, world, HELPER);
  await page.goto(`${address}?apply=1`);
  await page.getByRole('dialog').getByRole('textbox').first().fill('Ik ga graag mee, op dinsdag kan ik altijd.');
  await expectAccessible(page);
  await page.getByRole('dialog').getByLabel(AGREE).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Bericht versturen' }).click();
  await signOut(page, world);
  await signIn(page, world, ASKER);
  await page.goto(`${world.origin}/profiel/hulpvragen`);
  await expectAccessible(page);
  await card(page).getByRole('list').getByRole('link').first().click();
  await expect(page).toHaveURL(/applications\/\d+$/);
  await page.getByRole('main').getByRole('button', { name: /aannemen$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: /aannemen$/i }).click();
  const mail = await world.mailTo(HELPER, 'Je kunt aan de slag');
  expect(mail.text).toContain('Veldweg 7');
  await page.goto(`${world.origin}/profiel/hulpvragen`);
  await expect(card(page).getByText('Gevonden').first()).toBeVisible();
  await card(page).getByRole('button', { name: 'Afsluiten' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Afsluiten' }).click();
  await expect(card(page).getByText('Afgesloten')).toBeVisible();
});
