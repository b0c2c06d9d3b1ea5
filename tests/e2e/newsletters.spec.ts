// Newsletters: the centre writes one, says who gets it, tries it, sends it and follows how far it is.
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { isSaved } from './page-editor.ts';
import { accessibilityOf, callsOf, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const READER = 'vrijwilliger@demo.voluntr.example';
const LIST = '/content/newsletters';

let world: World;

test.beforeAll(async () => {
  // To a hundred people and more: all of them within a minute.
  world = await startWorld({ VOLUNTR_NEWSLETTERS_PER_MINUTE: '1000' });
  const reader = await callsOf(world, READER);
  await reader('POST', '/consents', { kind: 'newsletter', is_given: true });
});

test.afterAll(async () => {
  await world?.stop();
});

async function centreOf(browser: Browser, width = 1280): Promise<Page> {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width, height: 900 } });
  const page = await context.newPage();
  await signIn(page, world, CENTRE);
  return page;
}

/** A new draft from the list, open in its editor. */
async function newNewsletter(page: Page): Promise<string> {
  await page.goto(world.origin + LIST);
  // What is pressed while the list is drawn for the first time is lost.
  await expect(page.getByText(/^\d+ nieuwsbrie(f|ven)$/)).toBeVisible();
  await page.getByRole('button', { name: 'Nieuwe nieuwsbrief' }).first().click();
  await expect(page).toHaveURL(/\/content\/newsletters\/\d+\/edit$/);
  await expect(page.getByLabel('Onderwerp')).toBeVisible();
  return /newsletters\/(\d+)/.exec(page.url())?.[1] ?? '';
}

async function addBlock(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole('button', { name: 'Blok toevoegen onderaan de mail' }).click();
  await page.getByRole('menuitem', { name }).click();
  return page.locator('.edit-block.is-chosen');
}

const section = (page: Page, name: string) => page.getByRole('region', { name });

/** A mail in its frame runs no script: axe cannot look into it. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityOf(page, 'iframe[sandbox]'), page.url()).toEqual([]);
}

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** Nothing leaves between nine in the evening and half past seven, by the Dutch clock. */
function isQuiet(): boolean {
  const clock = new Intl.DateTimeFormat('nl-NL', {
    timeZone: 'Europe/Amsterdam',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date());
  return clock >= '21:00' || clock < '07:30';
}

test('a newsletter is written, tested, sent and followed', async ({ browser }) => {
  test.setTimeout(180_000);
  const page = await centreOf(browser);
  await page.goto(world.origin + LIST);
  await expect(page.getByRole('heading', { level: 1, name: 'Nieuwsbrieven' })).toBeVisible();
  await expectAccessible(page);
  const id = await newNewsletter(page);
  await expectAccessible(page);

  const subject = 'Winter: wie drinkt er mee?';
  await page.getByLabel('Onderwerp').fill(subject);
  const heading = await addBlock(page, /^Kop/);
  await heading.getByLabel('Kop', { exact: true }).fill('De winter is voor elkaar');
  const text = await addBlock(page, /^Tekst/);
  await text.getByLabel('Tekst', { exact: true }).fill('Dag ');
  await text.getByRole('button', { name: 'Voornaam invoegen' }).click();
  await expect(text.getByLabel('Tekst', { exact: true })).toHaveValue('Dag {{ first_name }}');
  await addBlock(page, /^Vacatures/);
  await isSaved(page);
  await expectAccessible(page);

  // Not yet: nobody has seen it.
  const checks = section(page, 'Klaar om te versturen?');
  await expect(checks.getByText('Je hebt nog geen testmail gestuurd')).toBeVisible();
  await page.getByRole('button', { name: 'Versturen', exact: true }).click();
  await expect(checks.getByRole('heading', { level: 2 })).toBeFocused();

  await page.getByRole('button', { name: 'Telefoon' }).first().click();
  const preview = page.frameLocator('iframe[title="Voorbeeld van de nieuwsbrief"]').locator('body');
  await expect(preview).toContainText('De winter is voor elkaar');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Schrijven' }).click();

  await page.getByRole('button', { name: 'Testmail sturen' }).click();
  await expect(page.getByText('De testmail is verstuurd')).toBeVisible();
  const mail = await world.mailTo(CENTRE, subject);
  expect(mail.text).toContain('De winter is voor elkaar');
  await expect(checks.getByText('Je hebt een testmail gestuurd')).toBeVisible();

  // A reload loses nothing, and a change after the test is stored too.
  await page.reload();
  await expect(page.getByLabel('Onderwerp')).toHaveValue(subject);

  await page.getByRole('button', { name: 'Versturen', exact: true }).click();
  const ask = page.getByRole('dialog');
  await expect(ask).toContainText('versturen?');
  await expectAccessible(page);
  await ask.getByRole('button', { name: 'Versturen' }).click();
  await expect(page).toHaveURL(new RegExp(`${LIST}/${id}$`));
  await expect(page.getByRole('region', { name: 'Verloop' })).toContainText('Ingepland door');
  await expectAccessible(page);
  if (isQuiet()) {
    await expect(page.getByText('Tussen 21.00 en 7.30 uur versturen we niets', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Terugzetten naar concept' }).click();
    await expect(page).toHaveURL(/\/edit$/);
  } else {
    await expect(page.getByRole('button', { name: 'Dupliceren' })).toBeVisible({ timeout: 90_000 });
    await expect(page.getByText(/^Verstuurd: /)).toBeVisible();
    await world.mailTo(READER, subject);
  }
});

test('who gets it is said in a sentence, and the number follows', async ({ browser }) => {
  const page = await centreOf(browser);
  await newNewsletter(page);
  const who = section(page, 'Aan wie?');
  await expect(who.locator('.reach b')).toHaveText(/\d/);
  await who.getByLabel('Voor wie').selectOption('Iedereen bij een organisatie');
  await who.getByRole('button', { name: 'Voorwaarde' }).click();
  await page.getByRole('menuitem', { name: 'Wie in de buurt woont' }).click();
  const place = page.getByRole('dialog', { name: 'Wie in de buurt woont' });
  await place.getByRole('combobox', { name: 'Plaats' }).fill('Zaltbommel');
  await place.getByRole('button', { name: 'Klaar' }).click();
  await expect(who.getByRole('button', { name: 'Plaats: Zaltbommel' })).toBeVisible();
  await isSaved(page);
  await page.reload();
  await expect(who.getByLabel('Voor wie')).toHaveValue('organizations');
  await who.getByLabel('Afstand').selectOption('Voorwaarde verwijderen');
  await expect(who.getByRole('button', { name: 'Plaats: Zaltbommel' })).toHaveCount(0);
});

test('on a phone the parts come from the thumb’s bar', async ({ browser }) => {
  const page = await centreOf(browser, 360);
  await newNewsletter(page);
  expect(await fits(page)).toBe(true);
  const dock = page.getByRole('navigation', { name: 'Gereedschap' });
  for (const [button, title] of [
    ['Aan wie', 'Aan wie?'],
    ['Wanneer', 'Wanneer?'],
    ['Testmail', 'Eerst testen'],
    ['Controle', 'Klaar om te versturen?'],
  ] as const) {
    await dock.getByRole('button', { name: new RegExp(`^${button}`) }).click();
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeFocused();
    expect(await fits(page)).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
});

test('two who write at once lose nothing', async ({ browser }) => {
  const page = await centreOf(browser);
  const id = await newNewsletter(page);
  const colleague = await callsOf(world, CENTRE);
  await colleague('PATCH', `/newsletters/${id}`, { subject: 'Van een collega' });
  await page.getByLabel('Onderwerp').fill('Van mij');
  await expect(page.getByText('Een collega heeft deze nieuwsbrief intussen gewijzigd.', { exact: false })).toBeVisible();
  await expect(page.getByLabel('Onderwerp')).toHaveValue('Van mij');
  await page.getByRole('button', { name: 'Mijn versie opslaan' }).click();
  await isSaved(page);
  await page.reload();
  await expect(page.getByLabel('Onderwerp')).toHaveValue('Van mij');
});

test('a draft can be copied and deleted', async ({ browser }) => {
  const page = await centreOf(browser);
  const id = await newNewsletter(page);
  await page.getByRole('button', { name: 'Meer', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Naam en website' }).click();
  await section(page, 'Naam en website').getByLabel('Naam').fill('Weg ermee');
  await isSaved(page);
  await page.goto(world.origin + LIST);
  await page.getByRole('button', { name: 'Meer met Weg ermee' }).click();
  await page.getByRole('menuitem', { name: 'Dupliceren' }).click();
  await expect(page).toHaveURL(/\/content\/newsletters\/\d+\/edit$/);
  expect(page.url()).not.toContain(`/${id}/`);
  await page.goto(`${world.origin}${LIST}?status=draft`);
  await page.getByRole('button', { name: 'Meer met Weg ermee', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Verwijderen' }).click();
  await page.getByRole('button', { name: 'Concept verwijderen' }).click();
  await expect(page.getByText('Weg ermee is verwijderd')).toBeVisible();
});
