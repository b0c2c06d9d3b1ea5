// The centre and its people: somebody is added with a role, a list with a fault is taken in, accounts are closed.
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, linkIn, signIn, signOut, startWorld, type World } from './world.ts';

let world: World;

// Every screen is looked at four times.
test.setTimeout(240_000);

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const CENTRE = 'centrum@demo.voluntr.example';
const NEW = 'nora.nieuw@voorbeeld.nl';
const PASSWORD = 'paarse fiets zingt onder water';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');

/** Without violations in light and in dark, at a desk and on a phone. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${page.url()} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('the centre adds somebody with a role, who comes in by the letter and is a manager then', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/users`);
  await expect(page.getByRole('grid')).toBeVisible();
  await look(page);
  await main(page).getByRole('link', { name: 'Iemand toevoegen' }).click();
  await expect(title(page)).toHaveText('Gebruiker toevoegen');
  await expect(page).toHaveTitle(/Gebruiker toevoegen/);
  await page.getByLabel('Voornaam').fill('Nora');
  await page.getByLabel('Achternaam').fill('Nieuw');
  await page.getByRole('button', { name: 'Toevoegen' }).click();
  await expect(page.getByText(/^Controleer \d+ veld(en)?/)).toBeVisible();
  await look(page);
  await page.getByLabel('E-mailadres').fill(NEW);
  await page.getByText('Organisatiebeheerder').click();
  await page.getByRole('combobox', { name: 'Bij welke organisatie?' }).fill('taalh');
  await page.getByRole('option', { name: 'Taalhuis Lindewaard' }).click();
  await look(page);
  await page.getByRole('button', { name: 'Toevoegen' }).click();
  await expect(title(page)).toHaveText('Nora Nieuw');
  // The account and the role both wait.
  await expect(main(page).getByText('Uitgenodigd', { exact: true })).toHaveCount(2);
  await look(page);
  await page.getByLabel('Nieuwe notitie').fill('Belt liever niet voor tien uur.');
  await page.getByRole('button', { name: 'Notitie opslaan' }).click();
  await expect(main(page).getByRole('listitem').getByText('Belt liever niet voor tien uur.')).toBeVisible();
  await signOut(page, world);

  const letter = await world.mailTo(NEW, '');
  await page.goto(world.origin + linkIn(letter, '/confirm?invitation_token='));
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Beginnen' }).click();
  await expect(page.getByRole('button', { name: 'Nora, jouw account' })).toBeVisible();
  await page.goto(`${world.origin}/account/roles`);
  await expect(title(page)).toHaveText('Mijn rollen');
  await expect(main(page).getByText('Taalhuis Lindewaard')).toBeVisible();
  await expect(main(page).getByText(/Gegeven door Marieke/)).toBeVisible();
  await look(page);
  await signOut(page, world);
});

test('a role is offered, accepted by the person and taken away again', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/users?q=vermeer`);
  await page.getByRole('link', { name: 'Joke Vermeer' }).click();
  await page.getByRole('link', { name: 'Openen' }).click();
  await expect(title(page)).toHaveText('Joke Vermeer');
  const address = page.url();
  await main(page).getByRole('link', { name: 'Rol geven' }).click();
  await expect(title(page)).toHaveText('Joke Vermeer een rol geven');
  await page.getByText('Redacteur').click();
  await look(page);
  await page.getByRole('button', { name: 'Uitnodiging sturen' }).click();
  await expect(main(page).getByText('Uitgenodigd', { exact: true })).toBeVisible();
  await signOut(page, world);

  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
  // At night the letter rests until the morning; where its link leads stands in the outbox.
  const { letters } = JSON.parse(await world.run('mail', 'outbox', '--tenant', 'demo', '--json')) as {
    letters: { kind: string; to_email: string; subject_id: number }[];
  };
  const offered = letters.find(({ kind }) => kind === 'role_offered');
  expect(offered?.to_email).toBe('vrijwilliger@demo.voluntr.example');
  await page.goto(`${world.origin}/account/roles?invitation=${offered?.subject_id}`);
  await expect(page.getByRole('heading', { name: /nodigt je uit. Rol: Redacteur/ })).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Uitnodiging aannemen' }).click();
  await expect(main(page).getByText('Redacteur')).toBeVisible();
  await signOut(page, world);

  await signIn(page, world, CENTRE);
  await page.goto(address);
  await main(page).getByRole('button', { name: /Verwijderen: Redacteur/ }).click();
  await look(page);
  await page.getByRole('button', { name: 'Rol verwijderen' }).click();
  await expect(main(page).getByText(/^Redacteur$/)).toHaveCount(0);
  await signOut(page, world);
});

test('a list with one fault is looked at, corrected and taken in; then accounts are closed together', async ({ page }) => {
  const file = join(tmpdir(), `mensen-${process.pid}.csv`);
  const list = (phone: string) =>
    `Voornaam;Achternaam;E-mail;Tel;Rol\nLijsje;Lijstsma;lijsje@voorbeeld.nl;${phone};vrijwilliger\nLoek;Lijstsma;loek@voorbeeld.nl;;\n`;
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/users/import`);
  await expect(title(page)).toHaveText('Mensen importeren');
  await look(page);
  await page.locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(page.getByText('Dit soort bestand kunnen we niet lezen.', { exact: false })).toBeVisible();

  writeFileSync(file, list('bel maar'));
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByLabel('Dit is: E-mail')).toHaveValue('email');
  await expect(page.getByLabel('Dit is: Tel')).toHaveValue('phone_number');
  await look(page);
  await page.getByRole('button', { name: 'Lijst controleren' }).click();
  await expect(page.getByRole('heading', { name: '1 regel klopt nog niet' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'bel maar' })).toBeVisible();
  await look(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: '1 regel klopt nog niet' })).toBeVisible();
  await page.getByText('Eerst alles verbeteren').click();
  await look(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'De regel met een fout downloaden' }).last().click();
  const faulty = readFileSync(await (await downloading).path(), 'utf8');
  expect(faulty).toContain('lijsje@voorbeeld.nl');
  expect(faulty).toContain('telefoonnummer');
  expect(faulty).not.toContain('loek@voorbeeld.nl');

  await main(page).getByRole('link', { name: 'Verbeterd bestand kiezen' }).click();
  writeFileSync(file, list('06 12345678'));
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Lijst controleren' }).click();
  await page.getByLabel('Iedereen meteen een uitnodiging mailen').check();
  await page.getByRole('button', { name: '2 mensen toevoegen' }).click();
  await expect(page.getByText('2 mensen zijn toegevoegd')).toBeVisible();
  await look(page);
  expect(linkIn(await world.mailTo('loek@voorbeeld.nl', ''), '/confirm?invitation_token=')).toBeTruthy();

  await main(page).getByRole('link', { name: 'Bekijken wie er is toegevoegd' }).click();
  await expect(page.getByRole('link', { name: 'Loek Lijstsma' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Alles op deze pagina kiezen' }).first().check();
  await expect(page.getByText('2 gekozen')).toBeVisible();
  await look(page);
  await page.getByRole('group', { name: '2 gekozen' }).getByRole('button', { name: 'Account sluiten' }).click();
  await expect(page.getByRole('heading', { name: '2 accounts sluiten?' })).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: '2 accounts sluiten' }).click();
  await expect(page.getByText('2 accounts gesloten')).toHaveCount(0);
  await page.getByLabel('Waarom sluit je deze accounts?').selectOption('duplicate');
  await page.getByLabel('Toelichting').fill('Stonden er al in.');
  await page.getByRole('button', { name: '2 accounts sluiten' }).click();
  await expect(page.getByText('2 accounts gesloten')).toBeVisible();
  // They never accepted: of them nothing stays.
  await page.goto(`${world.origin}/users?q=Lijstsma`);
  await expect(main(page).getByRole('heading', { name: 'Niemand gevonden' })).toBeVisible();

  await page.goto(`${world.origin}/users?q=vrijwilliger@demo.voluntr.example`);
  await page.getByRole('checkbox', { name: 'Alles op deze pagina kiezen' }).first().check();
  await page.getByRole('group', { name: '1 gekozen' }).getByRole('button', { name: 'Account sluiten' }).click();
  await page.getByLabel('Waarom sluit je dit account?').selectOption('duplicate');
  await page.getByLabel('Toelichting').fill('Stond er al in.');
  await page.getByRole('dialog').getByRole('button', { name: '1 account sluiten' }).click();
  await expect(page.getByText('1 account gesloten')).toBeVisible();
  await page.goto(`${world.origin}/users?status=archived&q=vrijwilliger@demo.voluntr.example`);
  await main(page).locator('tbody').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Openen' }).click();
  await expect(main(page).getByText('Reden: heeft twee accounts.', { exact: false })).toBeVisible();
  await expect(main(page).getByText('Stond er al in.', { exact: false })).toBeVisible();
  await look(page);
});

test('a spreadsheet is taken in as it is, but for what is wrong in it', async ({ page }) => {
  await signIn(page, world, CENTRE);
  for (const kind of ['xlsx', 'ods']) {
    await page.goto(`${world.origin}/users/import`);
    await page.locator('input[type=file]').setInputFiles(join(import.meta.dirname, 'files', `mensen.${kind}`));
    await expect(page.getByLabel('Dit is: E-mailadres')).toHaveValue('email');
    await expect(page.getByLabel('Dit is: Mobiel')).toHaveValue('phone_number');
    await expect(page.getByLabel('Dit is: Geboortedatum')).toHaveValue('birth_date');
    await page.getByRole('button', { name: 'Lijst controleren' }).click();
    await expect(page.getByRole('heading', { name: '2 regels kloppen nog niet' })).toBeVisible();
    await expect(page.getByRole('cell', { name: /dirk\.jansen\(at\)/ })).toBeVisible();
    await look(page);
    await page.getByText('De 8 goede regels alvast importeren').click();
    await page.getByRole('button', { name: '8 mensen toevoegen' }).click();
    await expect(page.getByText('8 mensen zijn toegevoegd')).toBeVisible();
  }
  await page.goto(`${world.origin}/users?q=Anouk`);
  await page.getByRole('link', { name: 'Anouk de Boer' }).first().click();
  await page.getByRole('link', { name: 'Openen' }).click();
  await expect(main(page).getByText('06 - 12 34 56 01')).toBeVisible();
  await expect(main(page).getByText('18 februari 1982')).toBeVisible();
  await signOut(page, world);
});

test('an organisation asks two people and cannot tell which of them has an account', async ({ page }) => {
  await signIn(page, world, 'organisatie@demo.voluntr.example');
  for (const email of ['niemand.nog@voorbeeld.nl', 'vrijwilliger@demo.voluntr.example']) {
    await page.goto(`${world.origin}/users/add`);
    await page.getByLabel('Voornaam').fill('Iemand');
    await page.getByLabel('Achternaam').fill('Gevraagd');
    await page.getByLabel('E-mailadres').fill(email);
    await main(page).getByRole('button', { name: 'Uitnodiging sturen' }).click();
    await expect(page.getByText('De uitnodiging is verstuurd').last()).toBeVisible();
    await expect(page).toHaveURL(/status=asked/);
    await expect(main(page).getByRole('row').filter({ hasText: email })).toContainText('Open tot');
  }
  await look(page);
  const row = main(page).getByRole('row').filter({ hasText: 'vrijwilliger@' });
  await row.getByRole('button', { name: /Meer acties voor/ }).click();
  await page.getByRole('menuitem', { name: 'Uitnodiging intrekken' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Uitnodiging intrekken' }).click();
  await expect(row).toHaveCount(0);
  await expect(main(page).getByText('1 uitnodiging staat open')).toBeVisible();

  // On a phone the filters fold behind one button, and what is chosen stays in sight.
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${world.origin}/users`);
  await main(page).getByRole('button', { name: 'Filters' }).click();
  await main(page).getByRole('combobox', { name: 'Herkomst' }).selectOption({ label: 'Zelf account gemaakt' });
  const folded = main(page).getByRole('button', { name: 'Filters (1)' });
  await folded.click();
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await main(page).getByRole('button', { name: 'Verwijderen: Zelf account gemaakt' }).click();
  await expect(main(page).getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
});
