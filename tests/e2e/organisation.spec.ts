// An organisation signs up, the centre approves it – in the browser, and another on the command line – and what it
// then publishes is found at once.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, linkIn, PASSWORD, signIn, signOut, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test('the command line approves what waits, while the server runs', async () => {
  const waiting = JSON.parse(await world.run('--json', 'organisation', 'list', '--tenant', 'demo', '--status', 'pending'));
  const text = JSON.stringify(waiting);
  expect(text).toContain('pending');
  await world.run('organisation', 'approve', '--tenant', 'demo', '--all-pending');
  const after = JSON.parse(await world.run('--json', 'organisation', 'list', '--tenant', 'demo', '--status', 'pending'));
  expect(JSON.stringify(after)).not.toContain('"pending"');
});

test('an organisation signs up, is approved and publishes', async ({ page }) => {
  await page.goto(`${world.origin}/organizations/signup`);
  await expectAccessible(page);
  await signUp(page);
  await expect(page).toHaveURL(/organizations\/signup\/success/);
  await expectAccessible(page);

  const letter = await world.mailTo('els@example.nl', 'Bevestig');
  await page.goto(world.origin + linkIn(letter, '/confirm?token='));
  await page.getByRole('button', { name: 'Account bevestigen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je account is klaar');
  await expectAccessible(page);

  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/organizations/approve`);
  await expectAccessible(page);
  await page.getByRole('grid').getByRole('link', { name: 'Buurtmoestuin Kortelaar' }).click();
  await page.getByRole('button', { name: 'Goedkeuren' }).click();
  await expect(page.getByText('Buurtmoestuin Kortelaar is goedgekeurd').first()).toBeVisible();

  const vacancy = await publish(page, world);
  await page.goto(`${world.origin}/vacancies/search?q=schoffelen`);
  await expect(page.getByRole('link', { name: vacancy })).toBeVisible();
});

async function signUp(page: Page): Promise<void> {
  await page.getByLabel(/Naam van/).fill('Buurtmoestuin Kortelaar');
  await page.getByLabel(/buurtinitiatief/i).check();
  await page.getByRole('button', { name: 'Verder' }).or(page.getByRole('button', { name: 'Volgende' })).click();
  await page.getByLabel('Straat').fill('Dorpsweg');
  await page.getByLabel('Huisnummer').fill('3');
  await page.getByLabel('Postcode').fill('5309 AB');
  await page.getByLabel('Plaats').fill('Kortelaar');
  await page.getByRole('button', { name: 'Verder' }).or(page.getByRole('button', { name: 'Volgende' })).click();
  await page.getByLabel('Voornaam').fill('Els');
  await page.getByLabel('Achternaam').fill('Kuiper');
  await page.getByLabel('E-mailadres').fill('els@example.nl');
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').last().check();
  await page.getByRole('button', { name: /Registreren/ }).click();
}

async function publish(page: Page, here: World): Promise<string> {
  const title = 'Schoffelen in de moestuin';
  await signOut(page, here);
  await signIn(page, here, 'els@example.nl');
  await page.goto(`${here.origin}/vacancies/add`);
  await expectAccessible(page);
  await page.getByLabel('Titel').fill(title);
  await page.getByLabel('In één zin').fill('Elke zaterdag in de tuin bezig met de buurt.');
  await page
    .getByLabel('Wat gaat iemand doen?')
    .fill('Je schoffelt, zaait en oogst samen met buren. Na afloop drinken we koffie in de kas.');
  await page.getByRole('button', { name: /^Volgende/ }).click();
  await expect(page).toHaveURL(/vacancies\/\d+\/edit\?step=when/);
  const edit = page.url().replace(/\?.*/, '');
  await expectAccessible(page);
  await page.getByLabel('Wanneer precies?').fill('Zaterdagochtend');
  for (const next of ['where', 'who', 'contact', 'check']) {
    await page.getByRole('button', { name: /^Volgende/ }).click();
    await expect(page).toHaveURL(new RegExp(`step=${next}`));
  }
  await expectAccessible(page);
  await step(page, 'Insturen');
  await expect(page.getByText('Het vrijwilligerspunt beoordeelt de vacature')).toBeVisible();

  // A new organisation is not trusted yet: the centre reads along first.
  await signOut(page, here);
  await signIn(page, here, 'centrum@demo.voluntr.example');
  await page.goto(`${here.origin}/vacancies`);
  await expectAccessible(page);
  await page.goto(edit);
  await step(page, 'Goedkeuren');
  await expect(page.getByText('De vacature staat online').first()).toBeVisible();
  return title;
}

/** A step of the vacancy's life: the button, then the question whether one is sure. */
async function step(page: Page, name: string): Promise<void> {
  await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
}
