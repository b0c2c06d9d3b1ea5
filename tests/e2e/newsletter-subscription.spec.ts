// Wanting the newsletter without an account, on a phone: asking for it, confirming by mail, choosing how often, leaving.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, linkIn, signIn, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 360, height: 740 } });

const READER = 'joke.lezer@voorbeeld.example';
const ASK = 'Aanmelden voor de nieuwsbrief';
const YES = 'Ja, stuur mij de nieuwsbrief';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

let confirming = '';
let wishes = '';

test('a visitor finds the newsletter at the foot of the site and asks for it', async ({ page }) => {
  await page.goto(world.origin);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Nieuwsbrief', exact: true }).click();
  await expect(title(page)).toHaveText('Nieuwsbrief');
  await expectAccessible(page);
  await page.getByRole('button', { name: ASK }).click();
  await expect(page.getByLabel('E-mailadres')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await page.getByLabel('E-mailadres').fill(READER);
  await page.getByLabel(/^Voornaam/).fill('Joke');
  await page.getByRole('button', { name: ASK }).click();
  await expect(title(page)).toHaveText('Kijk in je mail');
  await expectAccessible(page);
  confirming = linkIn(await world.mailTo(READER, ''), '/nieuwsbrief/bevestigen?token=');
});

test('opening the link of the mail does nothing; its button does', async ({ page }) => {
  await page.goto(world.origin + confirming);
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
  await expectAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: YES }).click();
  await expect(title(page)).toHaveText('Je krijgt voortaan de nieuwsbrief');
  await expect(title(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Mijn voorkeuren kiezen' }).click();
  await expect(title(page)).toHaveText('Jouw nieuwsbrief');
  wishes = page.url();
});

test('the reader chooses how often and in which language, and finds it so later', async ({ page }) => {
  await page.goto(wishes);
  await expect(page.getByText('j…@voorbeeld.example')).toBeVisible();
  await expect(page.getByText(READER)).toHaveCount(0);
  await expect(page.getByLabel('Elke nieuwsbrief')).toBeChecked();
  await expectAccessible(page);
  await page.getByLabel('Maximaal één keer per maand').check();
  await page.getByLabel('Engels').check();
  await page.getByRole('button', { name: 'Voorkeuren opslaan' }).click();
  await expect(page.getByText('Je voorkeuren zijn opgeslagen')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Maximaal één keer per maand')).toBeChecked();
  await expect(page.getByLabel('Engels')).toBeChecked();
});

test('the reader leaves with one press, and comes back with another', async ({ page }) => {
  await page.goto(wishes);
  await page.getByRole('button', { name: 'Nieuwsbrief uitzetten' }).click();
  await expect(title(page)).toHaveText('Je krijgt de nieuwsbrief niet meer');
  await expect(title(page)).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(title(page)).toHaveText('Je krijgt de nieuwsbrief niet meer');
  await page.getByRole('button', { name: 'Nieuwsbrief weer aanzetten' }).click();
  await expect(title(page)).toHaveText('Jouw nieuwsbrief');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Nieuwsbrief uitzetten' })).toBeVisible();
});

test('a link that is not known says what to do, in both languages', async ({ page }) => {
  await page.goto(`${world.origin}/nieuwsbrief/bevestigen?token=onbekend`);
  await page.getByRole('button', { name: YES }).click();
  await expect(title(page)).toHaveText('Deze link klopt niet');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Naar de nieuwsbrief' }).click();
  await expect(page.getByRole('button', { name: ASK })).toBeVisible();
  await page.goto(`${world.origin}/en/nieuwsbrief/voorkeuren?token=onbekend`);
  await expect(title(page)).toHaveText("This link isn't right");
  await expectAccessible(page);
});

test('who is signed in turns it on with what else they agreed to', async ({ page }) => {
  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
  await page.goto(`${world.origin}/nieuwsbrief`);
  await expect(page.getByLabel('E-mailadres')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Naar je toestemmingen' }).click();
  await expect(page.getByRole('button', { name: /: Nieuwsbrief$/ })).toBeVisible();
});
