// Texts of mails: the centre writes its own, sees what it becomes, sends it to itself, switches a mail off and goes back to
// the standard; what must stay in a text cannot be left out, and two who write at once lose nothing.
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { accessibilityOf, signIn, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const ADMIN = 'admin@demo.voluntr.example';
const LIST = '/notification_templates';
/** May be switched off. */
const OPTIONAL = { kind: 'application_new', name: 'Iemand meldt zich aan' };
const MANDATORY = { kind: 'application_received', name: 'We hebben je aanmelding ontvangen' };

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

async function browserOf(browser: Browser, email: string, width = 1280): Promise<Page> {
  const context = await browser.newContext({ locale: 'nl-NL', viewport: { width, height: 900 } });
  const page = await context.newPage();
  await signIn(page, world, email);
  return page;
}

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const save = (page: Page): Locator => page.getByRole('button', { name: 'Mailtekst opslaan' });
const preview = (page: Page) => page.frameLocator('iframe[title="Voorbeeld van de mail"]').locator('body');
const rowOf = (page: Page, name: string): Locator => page.getByRole('row', { name: new RegExp(`^${name}`) });

async function openMail(page: Page, kind: string, query = ''): Promise<void> {
  await page.goto(`${world.origin}${LIST}/${kind}/edit${query}`);
  await expect(field(page, 'Onderwerp')).toBeVisible();
}

/** A letter in its frame runs no script: axe cannot look into it. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityOf(page, 'iframe[sandbox]'), page.url()).toEqual([]);
}

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

test('a centre writes its own text, tries it, switches the mail off and goes back to the standard', async ({ browser }) => {
  test.slow();
  const page = await browserOf(browser, CENTRE);
  await page.goto(world.origin + LIST);
  await expect(page.getByRole('heading', { level: 1, name: 'Mailteksten' })).toBeVisible();
  await expect(rowOf(page, OPTIONAL.name).getByText('Standaard')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox').fill('meldt zich aan');
  await expect(page).toHaveURL(/q=meldt/);
  await rowOf(page, OPTIONAL.name).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: OPTIONAL.name })).toBeVisible();
  await expect(preview(page)).toContainText('Aanmelding bekijken en beantwoorden');
  await expectAccessible(page);

  // A placeholder that is not known is named at the text, and mended with a press.
  const subject = field(page, 'Onderwerp');
  await subject.fill('Nieuws uit Lindewaard over {{ vacature }}');
  await expect(page.getByText('‘vacature’ kunnen we niet invullen. Bedoel je Titel van de vacature?')).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Vervangen' }).click();
  await expect(subject).toHaveValue('Nieuws uit Lindewaard over {{ vacancy_title }}');

  // A press on a placeholder puts it at the cursor.
  const body = field(page, 'Bericht');
  const before = await body.inputValue();
  await body.focus();
  await body.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 0));
  await page.keyboard.type('Goed nieuws van ');
  await page.getByRole('button', { name: 'Naam van het vrijwilligerspunt invoegen' }).click();
  await expect(body).toHaveValue(`Goed nieuws van {{ centre_name }}${before}`);
  await expect(preview(page)).toContainText('Goed nieuws van Meedoen in Lindewaard');
  await page.getByRole('button', { name: 'Tekst', exact: true }).click();
  await expect(page.locator('pre')).toContainText('Goed nieuws van Meedoen in Lindewaard');
  await page.getByRole('button', { name: 'Opgemaakt' }).click();

  // To oneself, before it is saved.
  await page.getByRole('button', { name: 'Testmail sturen' }).click();
  await expect(page.getByText('De testmail is verstuurd')).toBeVisible();
  const mail = await world.mailTo(CENTRE, 'Nieuws uit Lindewaard');
  expect(mail.text).toContain('Goed nieuws van Meedoen in Lindewaard');

  await save(page).click();
  await expect(page.getByText('De mailtekst is opgeslagen')).toBeVisible();
  await expect(save(page)).toHaveCount(0);
  await expect(page.getByText('Nu in gebruik')).toBeVisible();
  await page.getByRole('button', { name: 'Verschil bekijken' }).click();
  const difference = page.getByRole('dialog', { name: 'Verschil met de standaard' });
  await expect(difference.locator('ins').first()).toHaveText('Nieuws');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto(world.origin + LIST);
  const row = rowOf(page, OPTIONAL.name);
  await expect(row.getByText('Eigen tekst')).toBeVisible();
  await expect(row.getByText('Engels ontbreekt')).toBeVisible();
  await expect(row.getByText(/^Marieke, /)).toBeVisible();
  await page.getByRole('link', { name: /^Engels ontbreekt/ }).click();
  await expect(page).toHaveURL(/view=untranslated/);
  await expect(rowOf(page, 'Je bent aangenomen')).toHaveCount(0);
  await expect(row).toBeVisible();

  await openMail(page, OPTIONAL.kind);
  await expect(page.getByRole('link', { name: /^Engels\s*, eigen tekst ontbreekt$/ })).toBeVisible();
  await page.getByRole('checkbox', { name: /^Deze mail versturen/ }).uncheck();
  await expect(page.getByText('De mail wordt niet meer verstuurd')).toBeVisible();
  await expect(page.getByText('Deze mail is uitgezet: niemand krijgt die nu.')).toBeVisible();
  await page.goto(`${world.origin}${LIST}?view=off`);
  await expect(rowOf(page, OPTIONAL.name).getByText('Uitgezet')).toBeVisible();
  await openMail(page, OPTIONAL.kind);
  await page.getByRole('checkbox', { name: /^Deze mail versturen/ }).check();
  await expect(page.getByText('De mail wordt weer verstuurd')).toBeVisible();

  await page.getByRole('button', { name: 'Terug naar de standaard' }).click();
  const sure = page.getByRole('dialog', { name: 'Terug naar de standaardtekst?' });
  await sure.getByRole('button', { name: 'Terugzetten' }).click();
  await expect(page.getByText('De standaardtekst geldt weer')).toBeVisible();
  await expect(field(page, 'Bericht')).toHaveValue(before);

  // The text that was there before is not gone.
  await page.getByRole('button', { name: /^Terugzetten: / }).last().click();
  await expect(page.getByText('De eerdere tekst staat er weer')).toBeVisible();
  await expect(field(page, 'Onderwerp')).toHaveValue('Nieuws uit Lindewaard over {{ vacancy_title }}');
});

test('what must stay cannot be left out, and a mandatory mail cannot be switched off', async ({ browser }) => {
  const page = await browserOf(browser, CENTRE);
  await openMail(page, MANDATORY.kind);
  const box = page.getByRole('checkbox', { name: /^Deze mail gaat altijd weg/ });
  await expect(box).toBeChecked();
  await expect(box).toBeDisabled();
  const body = field(page, 'Bericht');
  await body.fill('We hebben je aanmelding bij {{ organization_name }} ontvangen.');
  await expect(page.getByText('‘Titel van de vacature’ moet in de tekst blijven.')).toBeVisible();
  await expect(page.getByText('1 ding moet je eerst oplossen.')).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  await page.getByRole('link', { name: '‘Titel van de vacature’' }).click();
  await expect(body).toBeFocused();
  await page.getByRole('button', { name: 'Invoegen', exact: true }).click();
  await expect(page.getByText('‘Titel van de vacature’ moet in de tekst blijven.')).toHaveCount(0);

  // What only the server sees comes to the text as well.
  await body.fill('Voor {{ vacancy_title }} bij {{ organization_name }}. [Klik](https://elders.example)');
  await save(page).click();
  await expect(page.getByText(/^Deze tekst kan niet worden verstuurd\./)).toBeVisible();
  await expect(body).toHaveAttribute('aria-invalid', 'true');

  // What is typed survives a reload, and is thrown away on purpose.
  await page.reload();
  await expect(body).toHaveValue(/elders\.example/);
  await page.getByRole('button', { name: 'Wijzigingen weggooien' }).click();
  await expect(body).not.toHaveValue(/elders\.example/);
  await expect(save(page)).toHaveCount(0);
});

test('two who write at once lose nothing, and an admin writes for all centres', async ({ browser }) => {
  const first = await browserOf(browser, CENTRE);
  const second = await browserOf(browser, ADMIN);
  await openMail(first, 'vacancy_expired');
  await openMail(second, 'vacancy_expired');
  await field(first, 'Onderwerp').fill('Eerst: {{ vacancy_title }}');
  await field(second, 'Onderwerp').fill('Daarna: {{ vacancy_title }}');
  await save(first).click();
  await expect(first.getByText('De mailtekst is opgeslagen')).toBeVisible();
  await save(second).click();
  await expect(second.getByText('Een collega heeft deze tekst net gewijzigd')).toBeVisible();
  await expect(field(second, 'Onderwerp')).toHaveValue('Daarna: {{ vacancy_title }}');
  await expectAccessible(second);
  await second.getByRole('button', { name: 'Mijn tekst opslaan' }).click();
  await expect(second.getByText('De mailtekst is opgeslagen')).toBeVisible();
  await first.reload();
  await expect(field(first, 'Onderwerp')).toHaveValue('Daarna: {{ vacancy_title }}');
  await expect(first.getByRole('navigation', { name: 'Voor wie deze tekst geldt' })).toHaveCount(0);

  const levels = second.getByRole('navigation', { name: 'Voor wie deze tekst geldt' });
  await levels.getByRole('link', { name: 'Alle vrijwilligerspunten' }).click();
  await expect(second).toHaveURL(/scope=tenant/);
  await expect(field(second, 'Onderwerp')).not.toHaveValue(/Daarna/);
  await field(second, 'Onderwerp').fill('Voor allen: {{ vacancy_title }}');
  await save(second).click();
  await expect(second.getByText('Tekst van alle vrijwilligerspunten')).toBeVisible();
  // The centre's own text goes before it.
  await first.reload();
  await expect(field(first, 'Onderwerp')).toHaveValue('Daarna: {{ vacancy_title }}');
});

test('on a phone the list is cards and the editor fits, in both colours', async ({ browser }) => {
  const page = await browserOf(browser, CENTRE, 360);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(world.origin + LIST);
    await expect(page.getByRole('link', { name: OPTIONAL.name, exact: true })).toBeVisible();
    expect(await fits(page)).toBe(true);
    await expectAccessible(page);
    await openMail(page, OPTIONAL.kind);
    await field(page, 'Bericht').fill('Hallo {{ vacature }}');
    await expect(page.getByRole('button', { name: 'Vervangen' })).toBeVisible();
    await page.getByRole('button', { name: 'Donker' }).click();
    await expect(preview(page)).toContainText('Aanmelding bekijken');
    // High enough that no button is half behind the bar of what is not saved.
    await page.setViewportSize({ width: 360, height: 6000 });
    expect(await fits(page)).toBe(true);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 900 });
    await page.getByRole('button', { name: 'Wijzigingen weggooien' }).click();
  }
});
