// Somebody's own account: from signing up to a second step, with a forgotten password on the way.
import { expect, type Page, test } from '@playwright/test';
import { WHOLE_BROWSER } from './browser.ts';
import { codeOf } from './totp.ts';
import { expectAccessible, linkIn, PASSWORD, startWorld, type World } from './world.ts';

test.use({ launchOptions: WHOLE_BROWSER });

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

test.describe.configure({ mode: 'serial' });

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
  await page.getByRole('textbox', { name: 'E-mailadres' }).fill(email);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password);
  await main(page).getByRole('button', { name: 'Inloggen', exact: true }).click();
}

async function leave(page: Page): Promise<void> {
  await page.goto(`${origin}/uitloggen`);
  await expect(page.getByText('Je bent uitgelogd').first()).toBeVisible();
}

test('somebody signs up, is told what a good password is, confirms and signs in', async ({ page }) => {
  await page.goto(`${origin}/signup`);
  await look(page);
  await page.getByLabel('Voornaam').fill('Truus');
  await page.getByLabel('Achternaam').fill('Hoekstra');
  await page.getByRole('textbox', { name: 'E-mailadres' }).fill(EMAIL);
  const password = page.getByLabel('Wachtwoord', { exact: true });
  await password.fill('Truus-Hoekstra-2026');
  await expect(page.getByText('Te makkelijk te raden')).toBeVisible();
  await expect(page.getByText('Je eigen naam of e-mailadres zit erin.', { exact: false })).toBeVisible();
  await look(page);
  await password.fill(FIRST);
  await expect(page.getByText('Sterk wachtwoord')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Account maken' }).click();
  await expect(page).toHaveURL(/signup\/success/);
  await look(page);

  // Whoever comes back later says which address it was; the answer is the same for every address.
  await page.reload();
  await page.getByRole('textbox', { name: 'E-mailadres' }).fill('niemand@voorbeeld.nl');
  await page.getByRole('button', { name: 'Mail opnieuw sturen' }).click();
  await expect(page.getByText('We hebben een nieuwe mail gestuurd naar niemand@voorbeeld.nl.')).toBeVisible();

  await signInAt(page, EMAIL, FIRST);
  await expect(page.getByText('Je e-mailadres is nog niet bevestigd.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mail opnieuw sturen' })).toBeVisible();
  await look(page);

  const letter = await world.mailTo(EMAIL, 'Bevestig');
  await page.goto(origin + linkIn(letter, '/confirm?token='));
  await look(page);
  await page.getByRole('button', { name: 'Account bevestigen' }).click();
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
  await expect(page.getByRole('textbox', { name: 'E-mailadres' })).toHaveValue(EMAIL);
  await look(page);
  await page.getByRole('button', { name: 'Link sturen' }).click();
  await expect(title(page)).toHaveText('Kijk in je mail');
  await look(page);

  const letter = await world.mailTo(EMAIL, 'wachtwoord');
  const link = origin + linkIn(letter, '/auth/reset?token=');
  await page.goto(link);
  await look(page);
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord' }).fill('welkom123456');
  await expect(page.getByText('Te makkelijk te raden')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord' }).fill(SECOND);
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click();
  await expect(title(page)).toHaveText('Je wachtwoord is gewijzigd');
  await look(page);

  // Said at once, before another password is thought up.
  await page.goto(link);
  await expect(title(page)).toHaveText('Deze link is al gebruikt');
  await look(page);
});

test('who is signed in changes the password with the old one', async ({ page }) => {
  await signInAt(page, EMAIL, SECOND);
  await expect(page).toHaveURL(/\/applications$/);
  await page.goto(`${origin}/auth/reset`);
  await expect(title(page)).toHaveText('Wachtwoord wijzigen');
  await look(page);
  await page.getByLabel('Je huidige wachtwoord').fill(SECOND);
  await page.getByRole('textbox', { name: 'Nieuw wachtwoord' }).fill(FIRST);
  await page.getByRole('button', { name: 'Wachtwoord opslaan' }).click();
  await expect(title(page)).toHaveText('Je wachtwoord is gewijzigd');
  await page.getByRole('link', { name: 'Verdergaan' }).click();
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
  await page.getByRole('button', { name: 'Aanzetten' }).click();
  const codes = page.locator('.recovery-list code');
  await expect(codes).toHaveCount(10);
  const kept = (await codes.first().textContent()) ?? '';
  await look(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('herstelcodes.txt');
  await page.getByRole('button', { name: 'Ik heb ze bewaard' }).click();
  await expect(title(page)).toHaveText('Inloggen in twee stappen staat aan');
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
  await main(page).getByRole('button', { name: 'Verdergaan' }).click();
  await expect(page).toHaveURL(/\/vacancies\/search\?q=tuin$/);
  await leave(page);

  await signInAt(page, EMAIL, FIRST);
  await page.getByRole('button', { name: 'Ik heb mijn telefoon niet bij me' }).click();
  await look(page);
  await page.getByLabel('Herstelcode').fill(kept);
  await main(page).getByRole('button', { name: 'Verdergaan' }).click();
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
  await page.getByRole('button', { name: 'Passkey maken' }).click();
  await expect(page.locator('.recovery-list code')).toHaveCount(10);
  await page.getByRole('button', { name: 'Codes kopiëren' }).click();
  await page.getByRole('button', { name: /Ik heb ze bewaard/ }).click();
  await expect(title(page)).toHaveText('Inloggen in twee stappen staat aan');
  await leave(page);

  await signInAt(page, 'vrijwilliger@demo.voluntr.example', PASSWORD);
  await expect(title(page)).toHaveText('Nog één stap');
  await look(page);
  await page.getByRole('button', { name: 'Passkey gebruiken' }).click();
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

/** Asks the server as the app of this page would. */
function ask(page: Page, method: string, path: string, body: unknown): Promise<number> {
  return page.evaluate(
    async ([how, where, what]) => {
      const own = JSON.parse(localStorage.getItem('voluntr-session') ?? '{}');
      const answer = await fetch(where, {
        method: how,
        headers: { 'content-type': 'application/json', 'app-session': 'cookie', client: own.client, uid: own.uid },
        body: what,
      });
      const [client, uid] = [answer.headers.get('client'), answer.headers.get('uid')];
      if (client && uid) localStorage.setItem('voluntr-session', JSON.stringify({ client, uid }));
      return answer.status;
    },
    [method, path, JSON.stringify(body)] as const,
  );
}

test('who is invited chooses a password and is in', async ({ page }) => {
  await signInAt(page, 'centrum@demo.voluntr.example', PASSWORD);
  await expect(page).toHaveURL(/\/applications$/);
  const attributes = { first_name: 'Ineke', last_name: 'Post', email: 'ineke@voorbeeld.nl', locale: 'nl', invite: true };
  expect(await ask(page, 'POST', '/api/v1/users', { data: { type: 'user', attributes } })).toBe(201);
  const letter = await world.mailTo('ineke@voorbeeld.nl', '');
  const link = origin + linkIn(letter, '/confirm?invitation_token=');
  await page.goto(link);
  await expect(page.getByLabel('Voornaam')).toHaveValue('Ineke');
  // Somebody else is signed in on this computer.
  await expect(page.getByText('Je bent nu ingelogd als Marieke Bos.')).toBeVisible();
  await look(page);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(SECOND);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Beginnen' }).click();
  await expect(page.getByRole('button', { name: 'Ineke, jouw account' })).toBeVisible();
  await page.goto(link);
  await expect(title(page)).toHaveText('Je hebt deze uitnodiging al gebruikt');
  await look(page);
  await leave(page);
});

test('who signs in at the wrong centre is led to the right one, and can sign out where they are', async ({ page }) => {
  await world.run('tenant', 'domain', 'add', 'demo', 'localhost');
  await signInAt(page, 'admin@demo.voluntr.example', PASSWORD);
  await expect(page).toHaveURL(/\/applications$/);
  const attributes = { name: 'Vrijwilligerspunt Elders', host: 'elders.localhost' };
  expect(await ask(page, 'POST', '/api/v1/volunteer_centers', { data: { type: 'volunteer_centers', attributes } })).toBe(201);
  await leave(page);
  const elsewhere = origin.replace('localhost', 'elders.localhost');
  await page.goto(`${elsewhere}/auth/login-1`);
  await expect(page.getByRole('link', { name: 'Vrijwilligerspunt Elders' }).first()).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mailadres' }).fill('organisatie@demo.voluntr.example');
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await main(page).getByRole('button', { name: 'Inloggen', exact: true }).click();
  await expect(page.getByText('Je account hoort bij Meedoen in Lindewaard. Log daar in.')).toBeVisible();
  await look(page);
  await main(page).getByRole('link', { name: 'Naar Meedoen in Lindewaard' }).click();
  await expect(page).toHaveURL(`${origin}/auth/login-1`);
  await page.getByRole('textbox', { name: 'E-mailadres' }).fill('organisatie@demo.voluntr.example');
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await main(page).getByRole('button', { name: 'Inloggen', exact: true }).click();
  // Who works here begins at what waits for them.
  await expect(page).toHaveURL(`${origin}/dashboard`);

  // The same session at the other site, as where both share a browser's memory.
  const kept = await page.evaluate(() => localStorage.getItem('voluntr-session') ?? '');
  const [token] = (await page.context().cookies(origin)).filter(({ name }) => name === 'voluntr-token');
  await page.context().addCookies([{ name: 'voluntr-token', value: token?.value ?? '', url: elsewhere }]);
  await page.goto(`${elsewhere}/auth/login-1`);
  await page.evaluate((own) => localStorage.setItem('voluntr-session', own), kept);
  await page.goto(`${elsewhere}/applications`);
  await expect(title(page)).toHaveText('Je bent ingelogd op de verkeerde website');
  await look(page);
  await expect(page.getByRole('link', { name: 'Naar Meedoen in Lindewaard' })).toHaveAttribute('href', `${origin}/auth/login-1`);
  await page.getByRole('link', { name: 'Uitloggen' }).click();
  await expect(page.getByText('Je bent uitgelogd').first()).toBeVisible();
  // Over for good, also at home: there one reads why and signs in again.
  await page.goto(`${origin}/applications`);
  await expect(page).toHaveURL(/\/auth\/login-1\?next=%2Fapplications$/);
  await expect(main(page).getByText('op een ander apparaat uitgelogd', { exact: false })).toBeVisible();
  await look(page);
});

test('an admin who works as somebody else sees so on every screen, and comes back', async ({ page }) => {
  await signInAt(page, 'admin@demo.voluntr.example', PASSWORD);
  await expect(page).toHaveURL(/\/applications$/);
  const me = page.getByRole('button', { name: /, jouw account/ });
  const own = (await me.getAttribute('aria-label')) ?? '';
  const found = await page.evaluate(async () => {
    const { client, uid } = JSON.parse(localStorage.getItem('voluntr-session') ?? '{}');
    const asked = '/api/v1/users?filter[q]=vrijwilliger@demo.voluntr.example';
    return (await (await fetch(asked, { headers: { client, uid } })).json()).data[0].id;
  });
  const wish = { user_id: found, reason: 'Meekijken bij een vraag over een aanmelding' };
  expect(await ask(page, 'POST', '/api/v1/sign_in_as_user', wish)).toBe(200);
  const banner = page.getByRole('region', { name: 'Je bent ingelogd als iemand anders' });
  for (const path of ['/', '/applications', '/switch', '/bestaat-niet']) {
    await page.goto(origin + path);
    await expect(banner).toContainText(/Nog (60|59) minuten/);
    await look(page);
  }
  await page.goto(`${origin}/profile-edit/email`);
  await expect(page.getByText('Dit kan alleen', { exact: false })).toHaveCount(2);
  await banner.getByRole('button').click();
  await expect(me).toHaveAttribute('aria-label', own);
  await expect(banner).toHaveCount(0);
  await leave(page);
});

test('every screen of the account reads in English too', async ({ page }) => {
  const paths = ['/auth/login-1', '/inloggen', '/auth/recover', '/auth/reset', '/auth/reset?token=x', '/signup', '/signup/success', '/switch'];
  const letters = ['token', 'email_token', 'invitation_token', 'restore_token'].map((name) => `/confirm?${name}=x`);
  for (const path of [...paths, ...letters]) {
    await page.goto(`${origin}/en${path}`);
    await expect(title(page)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await look(page);
  }
});
