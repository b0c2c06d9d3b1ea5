// What people report: a message is hidden, read by the centre and appealed; a visitor reports a vacancy and hears by mail.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, linkIn, signIn, startWorld, type World } from './world.ts';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const MANAGER = 'organisatie@demo.voluntr.example';
const CENTRE = 'centrum@demo.voluntr.example';
const ADMIN = 'admin@demo.voluntr.example';
const ORGANIZATION = 'Taalhuis Lindewaard';
const REPORTED = 'om de week is prima';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

async function browserOf(browser: Browser, email: string | null, width = 1280): Promise<Page> {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width, height: 900 } });
  const page = await context.newPage();
  if (email) await signIn(page, world, email);
  return page;
}

async function openReport(page: Page, category: string): Promise<void> {
  await page.goto(`${world.origin}/moderation?kind=report`);
  await page.getByRole('row', { name: new RegExp(category) }).click();
  await expect(page.getByRole('heading', { level: 2, name: new RegExp(category) })).toBeVisible();
}

test('a message is reported, read by the centre, hidden, and the appeal is judged by somebody else', async ({ browser }) => {
  test.slow();
  const volunteer = await browserOf(browser, VOLUNTEER);
  await volunteer.goto(`${world.origin}/conversations`);
  await volunteer.getByRole('link', { name: new RegExp(ORGANIZATION) }).first().click();
  const log = volunteer.getByRole('log');
  await expect(log.getByText(REPORTED)).toBeVisible();
  await log.getByRole('button', { name: /^Melden: bericht van/ }).first().click();
  const dialog = volunteer.getByRole('dialog', { name: 'Iets melden' });
  await dialog.getByRole('radio', { name: /Geld of oplichting/ }).check();
  await dialog.getByLabel(/Wat is er gebeurd/).fill('Ik moest betalen om te mogen helpen.');
  await expectAccessible(volunteer);
  await dialog.getByRole('button', { name: 'Melden' }).click();
  await expect(volunteer.getByRole('dialog', { name: 'Bedankt dat je dit hebt gemeld' })).toBeVisible();
  await volunteer.getByRole('button', { name: 'Sluiten' }).last().click();

  // A message about money is hidden at once.
  await volunteer.reload();
  await expect(log.getByText('Dit bericht is verborgen.')).toBeVisible();
  await expect(log.getByText(REPORTED)).toHaveCount(0);

  const centre = await browserOf(browser, CENTRE);
  await openReport(centre, 'Geld of oplichting');
  await expect(centre.getByText(REPORTED)).toBeVisible();
  await expect(centre.getByText('Nu verborgen')).toBeVisible();
  await expectAccessible(centre);
  await centre.getByRole('button', { name: 'Heel gesprek lezen' }).click();
  const sure = centre.getByRole('dialog', { name: 'Heel gesprek lezen?' });
  await sure.getByRole('button', { name: 'Heel gesprek lezen' }).click();
  await expect(centre.getByRole('region', { name: 'Het hele gesprek' })).toBeVisible();

  await centre.getByRole('button', { name: /^Maatregel nemen/ }).click();
  const measures = centre.getByRole('dialog', { name: 'Maatregel nemen' });
  await measures.getByText('Waarschuwing geven').click();
  await expectAccessible(centre);
  await measures.getByRole('button', { name: 'Uitvoeren' }).click();
  await expect(centre.getByText('De maatregel is genomen')).toBeVisible();

  // Both sides see that all of it was read.
  await volunteer.reload();
  await expect(log.getByText(/heeft dit gesprek gelezen op/)).toBeVisible();
  const outcome = linkIn(await world.mailTo(VOLUNTEER, 'We hebben gekeken naar'), '/gemeld/');
  await volunteer.goto(`${world.origin}${outcome}`);
  await expect(volunteer.getByRole('heading', { level: 1, name: 'Wat je hebt gemeld' })).toBeVisible();
  await expectAccessible(volunteer);

  const manager = await browserOf(browser, MANAGER);
  await manager.goto(`${world.origin}/conversations`);
  await manager.getByRole('link', { name: /om de week/ }).first().click();
  await expect(manager.getByText(/heeft dit gesprek gelezen op/)).toBeVisible();
  await expect(manager.getByText('Dit bericht is verborgen. Alleen jij ziet het nog.')).toBeVisible();
  await manager.goto(`${world.origin}${linkIn(await world.mailTo(MANAGER, 'Een besluit over'), '/gemeld/')}`);
  await expect(manager.getByText('Je bericht is verborgen.')).toBeVisible();
  await expect(manager.getByText('Je hebt een waarschuwing gekregen.')).toBeVisible();
  await expect(manager.getByText('Joke')).toHaveCount(0);
  await manager.getByLabel('Waarom ben je het er niet mee eens?').fill('Ik heb nooit om geld gevraagd.');
  await manager.getByRole('button', { name: 'Bezwaar versturen' }).click();
  await expect(manager.getByText(/Je bezwaar is verstuurd/)).toBeVisible();

  // Who decided does not judge it; a colleague does.
  await centre.goto(`${world.origin}/moderation?kind=appeal`);
  await centre.getByRole('row', { name: /Geld of oplichting/ }).click();
  await expect(centre.getByText(/Jij hebt dit zelf beslist/)).toBeVisible();
  await expectAccessible(centre);
  const admin = await browserOf(browser, ADMIN);
  await admin.goto(`${world.origin}/moderation?kind=appeal`);
  await admin.getByRole('row', { name: /Geld of oplichting/ }).click();
  await expect(admin.getByText('‘Ik heb nooit om geld gevraagd.’')).toBeVisible();
  await admin.getByRole('button', { name: /^Ander besluit/ }).click();
  const judged = admin.getByRole('dialog', { name: 'Een ander besluit nemen' });
  await judged.getByLabel('Wat je antwoordt').fill('In het bericht staat niets over geld.');
  await judged.getByRole('button', { name: 'Versturen' }).click();
  await expect(admin.getByText('Het bezwaar is afgehandeld')).toBeVisible();
  await volunteer.goto(`${world.origin}/conversations`);
  await volunteer.getByRole('link', { name: new RegExp(ORGANIZATION) }).first().click();
  await expect(log.getByText(REPORTED)).toBeVisible();
});

test('a visitor reports a vacancy on a phone, and hears by mail what came of it', async ({ browser }) => {
  const visitor = await browserOf(browser, null, 360);
  await visitor.goto(`${world.origin}/vacancies/search`);
  await visitor.locator('a[href^="/vacancies/"].vacancy-link').first().click();
  await expect(visitor.getByRole('button', { name: 'Klopt er iets niet? Melden' })).toBeVisible();
  const title = await visitor.getByRole('heading', { level: 1 }).innerText();
  await visitor.getByRole('button', { name: 'Klopt er iets niet? Melden' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Iets melden' });
  await expect(dialog.getByText(title)).toBeVisible();
  await dialog.getByRole('radio', { name: /^Iets anders/ }).check();
  await dialog.getByLabel(/Wat is er gebeurd/).fill('Dit is gewoon betaald werk.');
  await dialog.getByLabel(/E-mailadres/).fill('nel@voorbeeld.example');
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Melden' }).click();
  await expect(visitor.getByText('Je krijgt een mail als we hebben besloten wat we doen.')).toBeVisible();

  const centre = await browserOf(browser, CENTRE, 360);
  await openReport(centre, 'Iets anders');
  await expect(centre.getByText('‘Dit is gewoon betaald werk.’')).toBeVisible();
  await expectAccessible(centre);
  await centre.getByRole('button', { name: /^Niets doen/ }).click();
  await centre.getByRole('dialog').getByRole('button', { name: 'Niets doen' }).click();
  await expect(centre.getByText('Afgehandeld zonder maatregel')).toBeVisible();

  const outcome = linkIn(await world.mailTo('nel@voorbeeld.example', 'We hebben gekeken naar'), '/gemeld/');
  await visitor.goto(`${world.origin}${outcome}`);
  await expect(visitor.getByText(/er niets aan veranderd/)).toBeVisible();
  await expect(visitor.getByText(title)).toBeVisible();
  await expectAccessible(visitor);

  await centre.goto(`${world.origin}/moderation/rapport`);
  await expect(centre.getByRole('row', { name: /Iets anders/ })).toBeVisible();
  await expectAccessible(centre);
});
