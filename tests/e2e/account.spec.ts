// Somebody's own account: from signing up to a second step, with a forgotten password on the way.
import { createHmac } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, linkIn, PASSWORD, startWorld, type World } from './world.ts';

let world: World;
/** A passkey belongs to a host with a name. */
let origin: string;

test.beforeAll(async () => {
  world = await startWorld();
  origin = world.origin.replace('127.0.0.1', 'localhost');
});

test.afterAll(async () => {
  await world?.stop();
});

const EMAIL = 'truus@voorbeeld.nl';
const FIRST = 'paarse fiets zingt onder water';
const SECOND = 'groene boot danst boven zand';

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

async function signInAt(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${origin}/auth/login-1?next=%2Fapplications`);
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Log in', exact: true }).click();
}

async function leave(page: Page): Promise<void> {
  await page.goto(`${origin}/uitloggen`);
  await expect(page.getByText('Je bent uitgelogd').first()).toBeVisible();
}

/** The code that an app shows for a key (RFC 6238). */
function codeOf(secret: string, steps = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(' ', '')].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const at = (digest[19] ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('somebody signs up, is told what a good password is, confirms and signs in', async ({ page }) => {
  await page.goto(`${origin}/signup`);
  await look(page);
  await page.getByLabel('Voornaam').fill('Truus');
  await page.getByLabel('Achternaam').fill('Hoekstra');
  await page.getByLabel('E-mailadres').fill(EMAIL);
  const password = page.getByLabel('Wachtwoord', { exact: true });
  await password.fill('Truus-Hoekstra-2026');
  await expect(page.getByText('Te makkelijk te raden')).toBeVisible();
  await expect(page.getByText('Je eigen naam of e-mailadres zit erin.', { exact: false })).toBeVisible();
  await look(page);
  await password.fill(FIRST);
  await expect(page.getByText('Sterk wachtwoord')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Maak mijn account' }).click();
  await expect(page).toHaveURL(/signup\/success/);
  await look(page);

  // Too early, and sent once more.
  await signInAt(page, EMAIL, FIRST);
  await expect(page.getByText('Je e-mailadres is nog niet bevestigd.')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Stuur de mail opnieuw' }).click();
  await expect(page.getByText(`We hebben een nieuwe mail gestuurd naar ${EMAIL}.`)).toBeVisible();
  await expect.poll(() => world.mails.filter((mail) => (mail.text ?? '').includes('/confirm?token=')).length).toBe(2);

  const letter = await world.mailTo(EMAIL, '');
  await page.goto(origin + linkIn(letter, '/confirm?token='));
  await look(page);
  await page.getByRole('button', { name: 'Ja, bevestig mijn account' }).click();
  await expect(title(page)).toHaveText('Je account is klaar');
  await look(page);
  await signInAt(page, EMAIL, FIRST);
  await expect(page).toHaveURL(/\/applications$/);
  await leave(page);
});

test('a forgotten password is replaced by the link of a letter, which works once', async ({ page }) => {
  await signInAt(page, EMAIL, 'niet het goede wachtwoord');
  await expect(page.getByText('horen niet bij elkaar')).toBeVisible();
  await look(page);
  await main(page).getByRole('link', { name: 'Wachtwoord vergeten?' }).click();
  await expect(page.getByLabel('E-mailadres')).toHaveValue(EMAIL);
  await look(page);
  await page.getByRole('button', { name: 'Stuur de link' }).click();
  await expect(title(page)).toHaveText('Kijk in je mail');
  await look(page);

  const letter = await world.mailTo(EMAIL, 'wachtwoord');
  const link = origin + linkIn(letter, '/auth/reset?token=');
  await page.goto(link);
  await look(page);
  await page.getByLabel('Nieuw wachtwoord').fill('welkom123456');
  await expect(page.getByText('Te makkelijk te raden')).toBeVisible();
  await page.getByLabel('Nieuw wachtwoord').fill(SECOND);
  await page.getByRole('button', { name: 'Bewaar het wachtwoord' }).click();
  await expect(title(page)).toHaveText('Je wachtwoord is veranderd');
  await look(page);

  await page.goto(link);
  await page.getByLabel('Nieuw wachtwoord').fill(FIRST);
  await page.getByRole('button', { name: 'Bewaar het wachtwoord' }).click();
  await expect(title(page)).toHaveText('Deze link is al gebruikt');
  await look(page);
});

test('who is signed in changes the password with the old one', async ({ page }) => {
  await signInAt(page, EMAIL, SECOND);
  await expect(page).toHaveURL(/\/applications$/);
  await page.goto(`${origin}/auth/reset`);
  await expect(title(page)).toHaveText('Verander je wachtwoord');
  await look(page);
  await page.getByLabel('Je wachtwoord van nu').fill(SECOND);
  await page.getByLabel('Nieuw wachtwoord').fill(FIRST);
  await page.getByRole('button', { name: 'Bewaar het wachtwoord' }).click();
  await expect(title(page)).toHaveText('Je wachtwoord is veranderd');
  await page.getByRole('link', { name: 'Ga verder' }).click();
  await expect(page.getByRole('button', { name: 'Truus, jouw account' })).toBeVisible();
  await leave(page);
});

test('a second step with an app: set up, proved at signing in, and a kept code when the phone is gone', async ({
  page,
}) => {
  await signInAt(page, EMAIL, FIRST);
  await expect(page).toHaveURL(/\/applications$/);
  await page.goto(`${origin}/auth/token`);
  await look(page);
  await page.getByRole('button', { name: /Een app op je telefoon/ }).click();
  const secret = (await page.locator('code.secret').textContent()) ?? '';
  expect(secret.replaceAll(' ', '')).toMatch(/^[A-Z2-7]{16,}$/);
  await look(page);
  await page.getByLabel('Code van 6 cijfers').fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code van 6 cijfers')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Code van 6 cijfers')).toHaveValue('000000');
  await page.getByLabel('Code van 6 cijfers').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Zet de tweede stap aan' }).click();
  const codes = page.locator('.recovery-list code');
  await expect(codes).toHaveCount(10);
  const kept = (await codes.first().textContent()) ?? '';
  await look(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('herstelcodes.txt');
  await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click();
  await expect(title(page)).toHaveText('De tweede stap staat aan');
  await look(page);
  await leave(page);

  await signInAt(page, EMAIL, FIRST);
  await expect(title(page)).toHaveText('Nog één stap');
  expect(new URL(page.url()).search).toBe('?next=%2Fapplications');
  await look(page);
  // Nothing else opens before it, and one comes back to where one wanted to be.
  await page.goto(`${origin}/vacancies/search?q=tuin`);
  await expect(page).toHaveURL(/\/auth\/token\?next=/);
  await page.getByLabel('Code van 6 cijfers').fill(codeOf(secret, 1));
  await main(page).getByRole('button', { name: 'Ga verder' }).click();
  await expect(page).toHaveURL(/\/vacancies\/search\?q=tuin$/);
  await leave(page);

  await signInAt(page, EMAIL, FIRST);
  await page.getByRole('button', { name: 'Ik heb mijn telefoon niet bij me' }).click();
  await look(page);
  await page.getByLabel('Herstelcode').fill(kept);
  await main(page).getByRole('button', { name: 'Ga verder' }).click();
  await expect(page).toHaveURL(/\/applications$/);
  await leave(page);
});

test('a second step with a passkey of this device', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signInAt(page, 'vrijwilliger@demo.voluntr.example', PASSWORD);
  await expect(page).toHaveURL(/\/applications$/);
  await page.goto(`${origin}/auth/token`);
  await page.getByRole('button', { name: /Een passkey/ }).click();
  await look(page);
  await page.getByLabel('Hoe noem je dit apparaat?').fill('Laptop thuis');
  await page.getByRole('button', { name: 'Maak de passkey' }).click();
  await expect(page.locator('.recovery-list code')).toHaveCount(10);
  await page.getByRole('button', { name: 'Kopieer de codes' }).click();
  await page.getByRole('button', { name: /Ik heb ze bewaard/ }).click();
  await expect(title(page)).toHaveText('De tweede stap staat aan');
  await leave(page);

  await signInAt(page, 'vrijwilliger@demo.voluntr.example', PASSWORD);
  await expect(title(page)).toHaveText('Nog één stap');
  await look(page);
  await page.getByRole('button', { name: 'Gebruik je passkey' }).click();
  await expect(page).toHaveURL(/\/applications$/);
  await leave(page);
});

test('who works for an organisation may choose another one, and everybody finds the right website', async ({ page }) => {
  await page.goto(`${origin}/switch`);
  await expect(title(page)).toHaveText('Waar wil je verder?');
  await look(page);
  await signInAt(page, 'organisatie@demo.voluntr.example', PASSWORD);
  await expect(page).toHaveURL(/\/applications$/);
  await page.goto(`${origin}/switch?next=%2Fvacancies`);
  await look(page);
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/vacancies'));
  await page.locator('.way[aria-pressed]').first().click();
  await expect(page).toHaveURL(/\/vacancies$/);
  expect((await asked).headers()['current-organization-id']).toMatch(/^\d+$/);
  await leave(page);
});
