// The pages to try things on: each does the thing that it is named after.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { signIn, startWorld, type World } from './world.ts';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const ADMIN = 'admin@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

async function open(page: Page, path: string, as = ADMIN): Promise<Locator> {
  await signIn(page, world, as);
  await page.goto(`${world.origin}/test/${path}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('group', { name: 'Andere testpagina’s' })).toBeVisible();
  return main;
}

const press = (main: Locator, name: string) => main.getByRole('button', { name, exact: true }).click();

/** What stands behind a name in a part of the page. */
const fact = (main: Locator, name: string) =>
  main.locator('.test-facts > div').filter({ has: main.page().getByText(name, { exact: true }) }).locator('dd');

test('api: any GET is asked and told with its status and time; an error too', async ({ page }) => {
  const main = await open(page, 'api');
  await main.getByRole('textbox', { name: 'Adres' }).fill('/organizations?page[size]=1');
  await press(main, 'Versturen');
  await expect(fact(main, 'Status')).toHaveText('200');
  await expect(fact(main, 'Tijd')).toHaveText(/^\d+ ms$/);
  await expect(main.getByRole('group', { name: 'Het hele antwoord' })).toContainText('"organizations"');
  await press(main, '/vacancies/0');
  await expect(fact(main, 'Status')).toHaveText('404');
});

test('auth: the session is told as the server knows it', async ({ page }) => {
  const main = await open(page, 'auth');
  await expect(fact(main, 'E-mailadres')).toHaveText(ADMIN);
  await expect(fact(main, 'Apparaat')).not.toBeEmpty();
  await expect(fact(main, 'Verloopt')).toHaveText(/^\d+ \S+ 20\d\d \d\d:\d\d$/);
  await expect(fact(main, 'Ingesteld')).toHaveText(/^(Ja|Nee)$/);
});

test('dupe: an organisation is held against the others', async ({ page }) => {
  const main = await open(page, 'dupe');
  await main.getByRole('combobox', { name: 'Organisatie' }).selectOption({ index: 1 });
  await press(main, 'Dubbelingen zoeken');
  await expect(main.getByRole('heading', { name: /^\d+ organisaties? gevonden$/ })).toBeVisible();
});

test('form: what the server refuses comes back at its field, and what is right is stored', async ({ page }) => {
  const main = await open(page, 'form', VOLUNTEER);
  const phone = main.getByRole('textbox', { name: 'Telefoonnummer' });
  await phone.fill('12');
  await press(main, 'Naar de server sturen');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(main.getByRole('textbox', { name: 'Voornaam' })).not.toHaveAttribute('aria-invalid', 'true');
  await main.getByRole('alert').getByRole('link', { name: /Telefoonnummer/ }).click();
  await expect(phone).toBeFocused();
  await phone.fill('06 12345678');
  await press(main, 'Naar de server sturen');
  await expect(main.getByText('De server heeft je gegevens opgeslagen.')).toBeVisible();
});

test('user: roles and menu of who is signed in', async ({ page }) => {
  const main = await open(page, 'user');
  await expect(fact(main, 'E-mailadres')).toHaveText(ADMIN);
  await expect(main.getByRole('list', { name: 'Menu' }).getByText('users', { exact: true })).toBeVisible();
  await expect(main.getByRole('group', { name: 'Het hele antwoord over jou' })).toContainText('"menu"');
});

test('colors: every role of the theme has enough contrast, in both modes', async ({ page }) => {
  const main = await open(page, 'colors');
  for (const mode of ['Licht', 'Donker']) {
    const list = main.getByRole('list', { name: mode });
    expect(await list.getByRole('listitem').count()).toBeGreaterThan(30);
    await expect(list.getByText('text-soft', { exact: true })).toBeVisible();
    await expect(list.getByText(/^Te weinig/)).toHaveCount(0);
  }
  const colourOf = (mode: string) =>
    main.getByRole('list', { name: mode }).locator('li', { has: page.getByText('surface', { exact: true }) }).locator('p').innerText();
  expect(await colourOf('Licht')).not.toBe(await colourOf('Donker'));
});

test('sentry: each error ends where it should', async ({ page }) => {
  for (const name of ['Onderdeel stukmaken', 'Belofte laten mislukken', 'Klik laten mislukken']) {
    const main = await open(page, 'sentry');
    await press(main, name);
    await expect(page.getByRole('heading', { level: 1, name: 'Dat is niet gelukt' })).toBeVisible();
  }
  const main = await open(page, 'sentry');
  await press(main, 'Server laten weigeren');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(main.getByRole('heading', { level: 1, name: 'Fouten' })).toBeVisible();
});

test('sentry: what was heard is told to who comes back', async ({ page }) => {
  const main = await open(page, 'sentry');
  await page.getByRole('link', { name: 'Toasts', exact: true }).click();
  await page.getByRole('link', { name: 'Fouten', exact: true }).click();
  await press(main, 'Klik laten mislukken');
  await expect(page.getByRole('heading', { level: 1, name: 'Dat is niet gelukt' })).toBeVisible();
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('main').getByText('/test/sentry: handler')).toBeVisible();
});

test('tiptap: what is typed stands beside the editor as HTML', async ({ page }) => {
  const main = await open(page, 'tiptap');
  const editor = main.getByRole('textbox', { name: 'Tekst' });
  await editor.click();
  await page.keyboard.type('Hallo ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('buur');
  await expect(main.getByRole('group', { name: 'HTML van de editor' })).toHaveText('<p>Hallo <strong>buur</strong></p>');
  await press(main, 'Groot, met tabellen');
  await expect(main.getByRole('textbox', { name: 'Tekst' }).locator('strong')).toHaveText('buur');
});

test('toaster: colours, places, times, holding the time and clearing', async ({ page }) => {
  const main = await open(page, 'toaster');
  const region = page.getByRole('region', { name: 'Meldingen' });
  const toasts = page.locator('.toast');
  await main.getByRole('combobox', { name: 'Duur' }).selectOption('0');
  for (const color of ['Gelukt', 'Mislukt', 'Waarschuwing', 'Ter informatie', 'Hoofdkleur', 'Gedempt']) await press(main, color);
  await expect(toasts).toHaveCount(6);
  for (const name of ['success', 'danger', 'warning', 'info', 'primary', 'muted']) await expect(page.locator(`.toast.is-${name}`)).toHaveCount(1);
  await main.getByRole('combobox', { name: 'Plek' }).selectOption('top-left');
  await expect(region).toHaveClass(/is-top.*is-left/);
  await press(main, 'Alles wissen');
  await expect(toasts).toHaveCount(0);

  await main.getByRole('combobox', { name: 'Duur' }).selectOption('1000');
  await main.getByRole('combobox', { name: 'Plek' }).selectOption('bottom-right');
  await press(main, 'Gelukt');
  await toasts.first().hover();
  await page.waitForTimeout(1500);
  await expect(toasts).toHaveCount(1);
  await page.mouse.move(5, 5);
  await expect(toasts).toHaveCount(0);

  await main.getByRole('combobox', { name: 'Duur' }).selectOption('0');
  await press(main, 'Met knop');
  await toasts.getByRole('button', { name: 'Ongedaan maken' }).click();
  await expect(main.getByText('De knop is 1 keer ingedrukt.')).toBeVisible();
});

test('step-form: a step opens when the one before it is right', async ({ page }) => {
  const main = await open(page, 'step-form?step=check');
  await press(main, 'Volgende');
  await expect(main.getByRole('alert')).toBeVisible();
  await main.getByRole('textbox', { name: 'Naam' }).fill('Joke');
  await main.getByRole('textbox', { name: 'E-mailadres' }).fill('joke@example.org');
  await press(main, 'Volgende');
  await expect(page).toHaveURL(/step=when/);
  await main.getByRole('textbox', { name: 'Dag' }).fill('31-03-2027');
  await press(main, 'Volgende');
  await expect(fact(main, 'Dag')).toHaveText('31 maart 2027');
  await main.getByRole('link', { name: 'Wie', exact: true }).click();
  await expect(main.getByRole('textbox', { name: 'Naam' })).toHaveValue('Joke');
  await page.goBack();
  await main.getByRole('checkbox', { name: 'Alles klopt' }).check();
  await press(main, 'Afronden');
  await expect(main.getByRole('group', { name: 'Ingevulde gegevens' })).toContainText('joke@example.org');
});

test('step-form-2: what is wrong in an earlier step is told at the end, and leads there', async ({ page }) => {
  const main = await open(page, 'step-form-2');
  await main.getByRole('link', { name: 'Controleren', exact: true }).click();
  await main.getByRole('checkbox', { name: 'Alles klopt' }).check();
  await press(main, 'Afronden');
  await main.getByRole('link', { name: 'Wie: E-mailadres' }).click();
  await main.getByRole('textbox', { name: 'Naam' }).fill('Joke');
  await main.getByRole('textbox', { name: 'E-mailadres' }).fill('joke@example.org');
  await press(main, 'Volgende');
  await main.getByRole('link', { name: 'Stap overslaan' }).click();
  await press(main, 'Afronden');
  await expect(main.getByRole('group', { name: 'Ingevulde gegevens' })).toBeVisible();
});

test('datepicker: a day by keys, within its bounds, in the language of the page', async ({ page }) => {
  const main = await open(page, 'datepicker');
  const day = main.getByRole('textbox', { name: 'Dag', exact: true });
  await day.fill('1-1-2020');
  await day.press('Enter');
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await main.getByRole('textbox', { name: 'Eerste dag' }).fill('31-12-2019');
  await day.press('Enter');
  await expect(main.getByText('1 januari 2020 past.')).toBeVisible();
  await expect(fact(main, 'Voor de server')).toHaveText('2020-01-01');
  await day.press('Tab');
  await expect(main.getByRole('button', { name: 'Een dag kiezen in de kalender' }).last()).toBeFocused();
  await page.goto(`${world.origin}/en/test/datepicker`);
  await page.getByRole('textbox', { name: 'Day', exact: true }).fill('1-1-2020');
  await expect(page.getByText('Wednesday 1 January')).toBeVisible();
});

test('dollar-api: a list, one of it, an error, a call given up, and one that is tried again', async ({ page }) => {
  const main = await open(page, 'dollar-api');
  const list = main.getByRole('region', { name: 'Een lijst' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await press(list, 'Volgende pagina erbij');
  await expect(list.getByRole('listitem')).toHaveCount(6);
  await expect(fact(main, 'Titel')).toHaveText(await list.getByRole('listitem').first().innerText());
  await press(main, 'Vacature vragen');
  await expect(fact(main.getByRole('region', { name: 'Een fout' }), 'In woorden')).toHaveText('Pagina niet gevonden');
  await press(main, 'Vraag afbreken');
  await expect(fact(main.getByRole('region', { name: 'Een afgebroken vraag' }), 'Soort fout')).toHaveText('AbortError');
  let failures = 2;
  await page.route('**/api/v1/taxonomies?**', (route) => {
    if (failures === 0) return route.continue();
    failures -= 1;
    return route.fulfill({ status: 503, body: '' });
  });
  await press(main, 'Vraag versturen');
  const retried = main.getByRole('region', { name: 'Opnieuw proberen' });
  await expect(fact(retried, 'Status')).toHaveText('200');
  await expect(fact(retried, 'Pogingen')).toHaveText('3');
});

test('user-store: the signals follow what one chooses, the language and signing out', async ({ page }) => {
  const main = await open(page, 'user-store');
  await main.getByRole('combobox', { name: 'Organisatie waarvoor je werkt' }).selectOption({ index: 1 });
  await expect(fact(main, 'isForOneself')).toHaveText('true');
  await expect(main.getByText(/^selectedOrganizationId: .* → me$/)).toBeVisible();
  await press(main, 'Sessie opnieuw laden');
  await expect(main.getByText('sessionStatus: pending → success')).toBeVisible();
  await main.getByRole('link', { name: 'Naar het Engels' }).click();
  await expect(fact(main, 'language')).toHaveText('en');
  await main.getByRole('link', { name: 'Sign out' }).click();
  await expect(page.getByText('You\'ve signed out').first()).toBeVisible();
});

test('formbuilder: the form follows its definition', async ({ page }) => {
  const main = await open(page, 'formbuilder');
  const form = main.getByRole('form', { name: 'Formulier' });
  await expect(form.getByRole('heading', { name: 'Over jou' })).toBeVisible();
  await form.getByRole('radio', { name: 'Ja' }).check();
  await form.getByRole('textbox', { name: 'Waar was dat?' }).fill('In de bieb');
  await press(main, 'Antwoorden bekijken');
  await expect(form.getByRole('alert')).toContainText('Hoe heet je?');
  await form.getByRole('textbox', { name: 'Hoe heet je?' }).fill('Joke');
  await press(main, 'Antwoorden bekijken');
  await expect(main.getByRole('group', { name: 'Antwoorden' })).toContainText('"where": "In de bieb"');
  await main.getByRole('textbox', { name: 'Vragen in JSON' }).fill('[{"key": "a", "text": "Wat eet je?", "questionType": "text"}]');
  await expect(form.getByRole('textbox')).toHaveCount(1);
  await main.getByRole('textbox', { name: 'Vragen in JSON' }).fill('[');
  await expect(main.getByText('Dit is geen geldige JSON.')).toBeVisible();
});

test('server-error: each status has its screen, from which one goes home without loading the whole page', async ({ page }) => {
  for (const [button, title] of [
    ['404 vragen', 'Pagina niet gevonden'],
    ['403 vragen', 'Geen toegang'],
    ['422 vragen', 'Dat is niet gelukt (foutcode: 422)'],
    ['Scherm van 429 tonen', 'Dat is niet gelukt (foutcode: 429)'],
    ['Scherm van 500 tonen', 'Dat is niet gelukt (foutcode: 500)'],
  ] as const) {
    const main = await open(page, 'server-error', VOLUNTEER);
    await press(main, button);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Terug naar de homepage' })).toHaveAttribute('href', '/');
  }
  // The front page is a change of route: nothing of this document is loaded anew.
  await page.evaluate(() => {
    (window as unknown as { isSame: boolean }).isSame = true;
  });
  await page.getByRole('link', { name: 'Terug naar de homepage' }).click();
  await expect(page).toHaveURL(`${world.origin}/`);
  await expect(page.getByRole('heading', { level: 1, name: /foutcode/ })).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { isSame?: boolean }).isSame)).toBe(true);
});

test('the forms of a centre stand among its content, those of organisations do not', async ({ page }) => {
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/content`);
  await page.getByRole('main').getByRole('link', { name: /^Formulieren/ }).click();
  await expect(page).toHaveURL(/\/content\/forms$/);
  const main = page.getByRole('main');
  const titles = main.locator('.line-list b');
  await expect(titles.first()).toBeVisible();
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => decodeURIComponent(name)));
  expect(asked.some((name) => name.includes('/api/v1/forms?') && name.includes('organization_id_null'))).toBe(true);
  await titles.first().click();
  await expect(page).toHaveURL(/\/form_builder\/\d+$/);
  await page.goto(`${world.origin}/content/forms`);
  await main.getByRole('navigation', { name: 'Je bent hier' }).getByRole('link', { name: 'Inhoud' }).click();
  await expect(page).toHaveURL(/\/content$/);
});
