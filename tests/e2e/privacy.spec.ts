// What is somebody's own: their settings, a copy of their data, leaving, and coming back.
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, linkIn, PASSWORD, signInByForm, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const EMAIL = 'vrijwilliger@demo.voluntr.example';
const SOLE = 'organisatie@demo.voluntr.example';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const main = (page: Page) => page.getByRole('main');

/** Without violations in light and in dark. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The files of a ZIP, by the list at its end. */
function filesIn(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength, extraLength, noteLength] = [20, 28, 30, 32].map((from, index) =>
      index === 0 ? zip.readUInt32LE(at + from) : zip.readUInt16LE(at + from),
    ) as [number, number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    const content = zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    files.set(zip.subarray(at + 46, at + 46 + nameLength).toString(), content.toString());
    at += 46 + nameLength + extraLength + noteLength;
  }
  return files;
}

test('somebody sees who they are here and changes their details', async ({ page }) => {
  await signInByForm(page, world, EMAIL);
  await page.goto(`${world.origin}/profiel`);
  await expect(title(page)).toHaveText('Mijn profiel');
  await expect(main(page).getByText(EMAIL)).toBeVisible();
  await look(page);
  await main(page).getByRole('link', { name: 'Gegevens wijzigen' }).click();
  await expect(title(page)).toHaveText('Mijn gegevens');
  await page.getByLabel('Functie').fill('Tuinman');
  await page.getByLabel('Geboortedatum').fill('5-3-1958');
  // Who leaves with unsaved work is asked.
  await page.getByRole('link', { name: 'Privacy' }).first().click();
  await page.getByRole('button', { name: 'Op deze pagina blijven' }).click();
  await look(page);
  await page.getByRole('button', { name: 'Gegevens opslaan', exact: true }).click();
  await expect(page.getByText('Bewaard').first()).toBeVisible();
  await page.goto(`${world.origin}/profiel`);
  await expect(main(page).getByText('Tuinman')).toBeVisible();
  await expect(main(page).getByText('5 maart 1958')).toBeVisible();
});

test('a new address waits until it is confirmed, and can be let go', async ({ page }) => {
  await signInByForm(page, world, EMAIL);
  await page.goto(`${world.origin}/profile-edit/email`);
  await look(page);
  await page.getByLabel('Nieuw e-mailadres').fill('joke@nieuw.voorbeeld.nl');
  await page.getByLabel('Je huidige wachtwoord').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Mail sturen naar het nieuwe adres' }).click();
  await expect(page.getByText('joke@nieuw.voorbeeld.nl is nog niet bevestigd')).toBeVisible();
  await look(page);
  await world.mailTo('joke@nieuw.voorbeeld.nl', '');
  await page.getByRole('button', { name: 'Mijn oude adres houden' }).click();
  await expect(page.getByText('joke@nieuw.voorbeeld.nl is nog niet bevestigd')).toBeHidden();
});

test('settings are kept with the account', async ({ page }) => {
  await signInByForm(page, world, EMAIL);
  await page.goto(`${world.origin}/profile-edit/settings`);
  await expect(page.getByText('Dit apparaat', { exact: true })).toBeVisible();
  await look(page);
  await page.getByLabel('Per mail: De vacature is tijdelijk offline').selectOption('weekly');
  await expect(page.getByText('De vacature is tijdelijk offline: Eén mail per week')).toBeVisible();
  await page.getByLabel('Ik kies mijn eigen stille uren').check();
  await page.getByLabel('Stil vanaf').fill('20.30');
  await page.getByLabel('Stil tot').fill('9 uur');
  await page.getByRole('button', { name: 'Stille uren opslaan' }).click();
  await expect(page.getByLabel('Stil tot')).toHaveValue('09:00');
  await main(page).getByLabel('Donker').check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByText('Bewaard').first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Per mail: De vacature is tijdelijk offline')).toHaveValue('weekly');
  await expect(page.getByLabel('Stil vanaf')).toHaveValue('20:30');
  await expect(main(page).getByLabel('Donker')).toBeChecked();
  await look(page);

  await page.goto(`${world.origin}/profile-edit/periodieke-mail`);
  await look(page);
  await page.getByRole('button', { name: 'Geen vacaturemail meer' }).click();
  await expect(page.getByText('Je krijgt geen vacaturemail.')).toBeVisible();
  await page.getByRole('button', { name: 'Dagen opslaan', exact: true }).click();
  await expect(page.getByText('Bewaard').first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('Je krijgt geen vacaturemail.')).toBeVisible();
});

test('a device that is not known is signed out from here', async ({ page, browser }) => {
  await signInByForm(page, world, EMAIL);
  const elsewhere = await browser.newPage();
  await signInByForm(elsewhere, world, EMAIL);
  // Where the letter about a new device leads.
  await page.goto(`${world.origin}/account/privacy`);
  await page.getByRole('button', { name: /^Uitloggen: / }).first().click();
  await expect(page.getByText(/is uitgelogd/).first()).toBeVisible();
  // The one that was used last stood first, and is out.
  await elsewhere.goto(`${world.origin}/profiel`);
  await expect(elsewhere).toHaveURL(/\/auth\/login-1/);
  await elsewhere.close();
});

test('consents are given and taken back, and a copy holds everything', async ({ page }) => {
  await signInByForm(page, world, EMAIL);
  await page.goto(`${world.origin}/account/privacy`);
  await page.getByRole('button', { name: 'Toestemming geven: Nieuwsbrief' }).click();
  await page.getByRole('button', { name: 'Intrekken: Nieuwsbrief' }).click();
  await expect(page.getByRole('button', { name: 'Toestemming geven: Nieuwsbrief' })).toBeVisible();
  await expect(page.getByText('Eerdere keuzes')).toBeVisible();
  await look(page);

  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Mijn gegevens downloaden' }).click();
  const copy = await begun;
  expect(copy.suggestedFilename()).toMatch(/^mijn-gegevens-\d{4}-\d{2}-\d{2}\.zip$/);
  await expect(page.getByText(copy.suggestedFilename())).toBeVisible();
  const files = filesIn(readFileSync(await copy.path()));
  const [me] = JSON.parse(files.get('account.json') ?? '[]');
  expect(me).toMatchObject({ email: EMAIL, status: 'active' });
  expect(files.get('account.csv')).toContain(EMAIL);
  expect(JSON.parse(files.get('toestemmingen.json') ?? '[]').length).toBeGreaterThanOrEqual(2);
  expect(files.get('LEESMIJ.txt')).toBeTruthy();
  expect([...files.values()].join()).not.toContain('$argon2');
  await look(page);

  await page.getByRole('button', { name: 'Link naar mij mailen' }).click();
  await expect(page.getByText(`We hebben een mail gestuurd naar ${EMAIL}.`)).toBeVisible();
});

test('who alone looks after an organisation is told whom to ask first', async ({ page }) => {
  await signInByForm(page, world, SOLE);
  await page.goto(`${world.origin}/account/verwijderen`);
  await expect(main(page).getByText('niemand anders kan dit beheren').first()).toBeVisible();
  await expect(main(page).locator('.bullet-list a').first()).toBeVisible();
  // Nothing is asked that would be refused.
  await expect(page.getByLabel('Je huidige wachtwoord')).toHaveCount(0);
  await look(page);
});

test('an account is deleted, and comes back by the link of the letter', async ({ page }) => {
  await page.goto(`${world.origin}/account/verwijderen`);
  await expect(title(page)).toHaveText('Account verwijderen');
  await look(page);
  await main(page).getByRole('link', { name: 'Inloggen' }).click();
  await page.getByLabel('E-mailadres').fill(EMAIL);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await main(page).getByRole('button', { name: 'Inloggen', exact: true }).click();
  await expect(page).toHaveURL(/\/account\/verwijderen$/);
  await look(page);

  await page.getByLabel('Je huidige wachtwoord').fill('niet het goede wachtwoord');
  await page.getByLabel('Ja, ik wil mijn account verwijderen').check();
  await page.getByRole('button', { name: 'Mijn account verwijderen' }).click();
  await expect(page.getByLabel('Je huidige wachtwoord')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Je huidige wachtwoord').fill(PASSWORD);
  await page.getByRole('button', { name: 'Mijn account verwijderen' }).click();

  await expect(title(page)).toHaveText('Je account is gesloten');
  await expect(page.getByRole('link', { name: 'Inloggen' }).first()).toBeVisible();
  await look(page);
  await page.reload();
  await expect(title(page)).toHaveText('Je account is gesloten');
  // Nothing of the account opens any more.
  await page.goto(`${world.origin}/profiel`);
  await expect(page).toHaveURL(/\/auth\/login-1/);
  await page.getByLabel('E-mailadres').fill(EMAIL);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await main(page).getByRole('button', { name: 'Inloggen', exact: true }).click();
  await expect(main(page).getByRole('alert').first()).toBeVisible();

  await expect.poll(() => world.mails.some((mail) => (mail.text ?? '').includes('restore_token='))).toBe(true);
  const letter = world.mails.findLast((mail) => (mail.text ?? '').includes('restore_token='));
  if (!letter) throw new Error('there is no letter with the way back');
  await page.goto(world.origin + linkIn(letter, '/confirm?restore_token='));
  await look(page);
  await page.getByRole('button', { name: 'Account terugzetten' }).click();
  await expect(title(page)).toHaveText('Je account is terug');
  await look(page);
  await signInByForm(page, world, EMAIL);
  await page.goto(`${world.origin}/profiel`);
  await expect(main(page).getByText(EMAIL)).toBeVisible();
});
