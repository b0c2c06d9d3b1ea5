// Somebody without an account finds a vacancy and applies; the organisation accepts; the volunteer is told.
import { expect, test } from '@playwright/test';
import { noteMissingChecks } from './checks.ts';
import { expectAccessible, linkIn, signIn, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test('a visitor finds a vacancy, applies without an account and is accepted', async ({ page }) => {
  await page.goto(world.origin);
  await expectAccessible(page);
  await page.getByLabel('Wat wil je doen?').fill('taalmaatje');
  await page.getByRole('button', { name: 'Zoeken', exact: true }).click();
  await expect(page).toHaveURL(/vacancies\/search\?.*q=taalmaatje/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Taalmaatje: oefen samen Nederlands' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Taalmaatje/);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Ik wil dit doen' }).or(page.getByRole('button', { name: 'Ik wil dit doen' })).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Je naam').fill('Bep Janssen');
  await dialog.getByLabel('Je telefoonnummer').fill('06 12345678');
  await dialog.getByLabel('Je e-mailadres').fill('bep@example.nl');
  await dialog.getByLabel('Waarom wil je dit doen?').fill('Ik ben met pensioen en praat graag met mensen.');
  await dialog.getByLabel('Ik ben 18 jaar of ouder.').check();
  await dialog.getByLabel(/mag mij bellen of mailen/).check();
  await dialog.getByRole('button', { name: 'Bericht versturen' }).click();
  await expect(page.getByText('Kijk in je mail')).toBeVisible();
  await expectAccessible(page);

  const confirm = await world.mailTo('bep@example.nl', '');
  await page.goto(world.origin + linkIn(confirm, '/confirm?application='));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Bericht versturen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Je aanmelding is verstuurd');

  await signIn(page, world, 'organisatie@demo.voluntr.example');
  // Nobody is accepted there before the certificate of conduct was seen.
  await noteMissingChecks(page, 'filter[q]=Bep');
  await page.goto(`${world.origin}/applications?q=Bep`);
  await expectAccessible(page);
  await page.getByRole('link', { name: /Bep Janssen/ }).first().click();
  await page.getByRole('link', { name: 'Openen' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Bep Janssen/);
  await expectAccessible(page);
  await page.getByRole('button', { name: /Bep aannemen/ }).click();
  const accept = page.getByRole('dialog');
  await expect(accept).toBeVisible();
  await accept.getByRole('button', { name: /aannemen/ }).click();
  await expect(page.getByText('Aangenomen').first()).toBeVisible();

  const accepted = await world.mailTo('bep@example.nl', 'Taalmaatje');
  expect(accepted.html).toBeTruthy();
  const told = world.mails.filter((mail) => JSON.stringify(mail.to).includes('bep@example.nl'));
  await expect.poll(() => world.mails.filter((mail) => JSON.stringify(mail.to).includes('bep@example.nl')).length).toBe(3);
  expect(told.length).toBeGreaterThan(0);
});
