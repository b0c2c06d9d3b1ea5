// A workshop for organisations: a manager signs up colleagues until the seats are gone, and withdraws one.
import { expect, test } from '@playwright/test';
import { callsOf, expectAccessible, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const MANAGER = 'organisatie@demo.voluntr.example';
const TITLE = 'Workshop: eerste hulp bij vergaderen';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
  const centre = await callsOf(world, CENTRE);
  const { data } = await centre('POST', '/activities', {
    title: TITLE,
    description: '<p>Zo wordt een vergadering korter, en weet iedereen wat er is besloten.</p>',
    activity_categories: ['learn'],
    online: true,
    online_url: 'https://vergaderen.example.org/zaal',
    starts_at: '2099-11-05T19:00',
    ends_at: '2099-11-05T21:00',
    registration: 'occurrence',
    capacity: 10,
    is_workshop: true,
    seats_per_organization: 2,
    only_for_organizations: true,
  });
  await centre('PUT', `/activities/${data.id}/transition`, { event: 'publish' });
});

test.afterAll(async () => {
  await world?.stop();
});

/** A letter that is not mandatory: by day it arrives, from 21:00 to 7:30 it waits until the morning. */
async function expectLetter(address: string, kind: string, words: string): Promise<void> {
  const time = new Date().toLocaleTimeString('en-GB', { timeZone: 'Europe/Amsterdam', hour: '2-digit', minute: '2-digit' });
  if (time >= '07:30' && time < '21:00') {
    await world.mailTo(address, words);
    return;
  }
  const { letters } = JSON.parse(await world.run('mail', 'outbox', '--tenant', 'demo', '--json'));
  const waiting = letters.find((letter: { to_email: string; kind: string }) => letter.to_email === address && letter.kind === kind);
  expect(waiting?.status).toBe('waiting');
  expect(await world.run('mail', 'show', String(waiting.id), '--tenant', 'demo')).toContain(words);
}

test('a manager signs up two colleagues, is told that the seats are gone, and withdraws one', async ({ page }) => {
  await signIn(page, world, MANAGER);
  await page.goto(`${world.origin}/workshops`);
  const workshop = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: TITLE }) });
  await expect(workshop.getByText('Van jullie: 0 van 2 plekken')).toBeVisible();
  const add = workshop.getByRole('button', { name: `Collega aanmelden voor ${TITLE}` });
  const dialog = page.getByRole('dialog');

  async function signUp(firstName: string, lastName: string): Promise<void> {
    await add.click();
    await dialog.getByLabel('Voornaam').fill(firstName);
    await dialog.getByLabel('Achternaam').fill(lastName);
    await dialog.getByLabel('E-mailadres').fill(`${firstName.toLowerCase()}@voorbeeld.example`);
    await dialog.getByRole('button', { name: 'Aanmelden', exact: true }).click();
  }

  await signUp('Gerda', 'van Vemde');
  await expect(workshop.getByText('Van jullie: 1 van 2 plekken')).toBeVisible();
  await expect(workshop.getByText('Nog 9 plekken')).toBeVisible();
  await expectLetter('gerda@voorbeeld.example', 'activity_registered', 'vergaderen');

  // A colleague who works for the same organisation is quicker, while the dialog is open here.
  await add.click();
  await dialog.getByLabel('Voornaam').fill('Karim');
  const manager = await callsOf(world, MANAGER);
  const { data: dates } = await manager('GET', '/activity_occurrences?filter[is_workshop_eq]=true&sort=-starts_at');
  const [date] = dates;
  const { data: registrations } = await manager('GET', `/activities/${date.attributes.activity_id}/registrations`);
  await manager('POST', `/activities/${date.attributes.activity_id}/registrations`, {
    occurrence_id: date.id,
    organization_id: registrations[0].attributes.organization_id,
    first_name: 'Samira',
  });
  await dialog.getByRole('button', { name: 'Aanmelden', exact: true }).click();
  await expect(dialog.getByText('Je organisatie kan hier met 2 mensen komen.')).toBeVisible();
  await expect(dialog.getByLabel('Voornaam')).toHaveValue('Karim');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(workshop.getByText('Van jullie: 2 van 2 plekken')).toBeVisible();
  await expect(workshop.getByText('Alle plekken van jullie organisatie zijn bezet')).toBeVisible();
  await expect(add).toBeHidden();
  await expectAccessible(page);

  await workshop.getByRole('button', { name: 'Samira afmelden' }).click();
  await dialog.getByRole('button', { name: 'Afmelden', exact: true }).click();
  await expect(workshop.getByText('Van jullie: 1 van 2 plekken')).toBeVisible();
  await expect(workshop.getByText('Samira')).toBeHidden();
  await signUp('Karim', 'Bensaïd');
  await expect(workshop.getByText('Karim Bensaïd')).toBeVisible();
});

test('the centre sees from which organisation people come', async ({ page }) => {
  await signIn(page, world, CENTRE);
  await page.goto(`${world.origin}/workshops`);
  const workshop = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: TITLE }) });
  await expect(workshop.getByText('2 plekken per organisatie')).toBeVisible();
  await expect(workshop.getByText(/Taalhuis Lindewaard/).first()).toBeVisible();
});

test('a visitor is asked to sign in', async ({ page }) => {
  await page.goto(`${world.origin}/workshops`);
  await expect(page).toHaveURL(/login-1\?next=%2Fworkshops/);
});
