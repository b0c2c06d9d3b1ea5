// Help between people without an account: five questions, a mail, the centre, a card, an answer, a yes, and a number to call.
import { expect, test } from '@playwright/test';
import { expectAccessible, linkIn, signIn, signOut, startWorld, type World } from './world.ts';

let world: World;
const CORRIE = 'corrie@example.nl';
const HELPER = 'mentor@demo.voluntr.example';
const TITLE = 'Samen naar de bibliotheek';
const TEXT = 'Ik lees graag maar kom er niet meer alleen. Wie loopt er eens per week een uurtje met me mee?';
const AGREE = 'Ik heb de regels voor veilig helpen gelezen en doe mee';

let link = '';

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

test.describe.configure({ mode: 'serial' });

test('the list is read and filtered without the app', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${world.origin}/een-op-een-hulp`);
  await expect(page.getByRole('link', { name: 'Samen boodschappen doen', exact: true })).toBeVisible();
  await expect(page.getByText('5303 Ooststeeg')).toBeVisible();
  await expect(page.getByText('Mijn tablet leren gebruiken')).toHaveCount(0);
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Klusje in huis').check();
  await page.getByRole('button', { name: 'Tonen' }).click();
  await expect(page.getByRole('link', { name: 'Een lamp ophangen', exact: true })).toBeVisible();
  await expect(page.getByText('Samen boodschappen doen')).toHaveCount(0);
  await page.getByRole('link', { name: 'Hulp aangeboden' }).click();
  await expect(page.getByRole('link', { name: 'Handig met lampen en kastjes', exact: true })).toBeVisible();
  await context.close();
});

test('somebody without an account answers five questions, back and forth, and confirms by mail', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${world.origin}/een-op-een-hulp`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Ik kan hulp gebruiken' }).click();
  const next = page.getByRole('button', { name: 'Volgende vraag' });
  await expect(page.getByRole('heading', { name: 'Stap 1 van 5' })).toBeVisible();
  await next.click();
  // Nothing is chosen yet: it says so here.
  await expect(page.getByRole('heading', { name: 'Stap 1 van 5' })).toBeVisible();
  await page.getByLabel('Gezelschap').check();
  await next.click();
  await page.getByLabel('In een paar woorden').fill(TITLE);
  await page.getByLabel('Vertel het in een paar zinnen').fill('Te kort.');
  await next.click();
  await expect(page.getByText('Vertel iets meer: schrijf minstens 50 tekens.').first()).toBeVisible();
  await page.getByLabel('Vertel het in een paar zinnen').fill(TEXT);
  await expectAccessible(page);
  await next.click();
  await page.getByLabel('Vaker').check();
  await page.getByLabel('Wanneer?').fill('Dinsdagmiddag');
  await next.click();
  await page.getByLabel('Postcode').fill('5310');
  // Back and forth, with the browser as with the buttons, and nothing is lost.
  await page.goBack();
  await expect(page.getByLabel('Wanneer?')).toHaveValue('Dinsdagmiddag');
  await page.getByRole('link', { name: 'Vorige vraag' }).click();
  await expect(page.getByLabel('In een paar woorden')).toHaveValue(TITLE);
  await next.click();
  await next.click();
  await expect(page.getByLabel('Postcode')).toHaveValue('5310');
  await next.click();
  await page.getByLabel('Je voornaam').fill('Corrie');
  await page.getByLabel('E-mailadres').fill(CORRIE);
  await page.getByLabel('Telefoonnummer').fill('0418 55 47 12');
  await page.getByRole('button', { name: 'Insturen' }).click();
  await expect(page.getByRole('heading', { name: 'Stap 5 van 5' })).toBeVisible();
  await page.getByLabel('Ik ben 16 jaar of ouder').check();
  await page.getByLabel(AGREE).check();
  await page.getByLabel('Jullie mogen mijn gegevens hiervoor gebruiken').check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Insturen' }).click();
  await expect(page.getByRole('heading', { name: 'Kijk in je mail' })).toBeVisible();
  const mail = await world.mailTo(CORRIE, 'Bevestig je hulpvraag');
  await page.goto(world.origin + linkIn(mail, '/een-op-een-hulp/mijn?bevestig='));
  await expectAccessible(page);
  const answered = page.waitForResponse('**/api/v1/help_requests/confirm');
  await page.getByRole('button', { name: 'Oproep insturen' }).click();
  await expect(page.getByRole('heading', { name: 'Je oproep is ingestuurd' })).toBeVisible();
  // The link that the mails of the day carry; at night they wait.
  const { data } = await (await answered).json();
  link = `${world.origin}/een-op-een-hulp/mijn?oproep=${data.attributes.token}`;
});

test('the centre reads it, and a card shows a first name and four digits', async ({ page }) => {
  await page.goto(`${world.origin}/een-op-een-hulp`);
  await expect(page.getByText('Samen boodschappen doen').first()).toBeVisible();
  await expect(page.getByText(TITLE)).toHaveCount(0);
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/moderation`);
  await page.getByText(TITLE).first().click();
  await page.getByRole('button', { name: /^Goedkeuren/ }).first().click();
  await expect(page.getByText(TITLE)).toHaveCount(0);
  await signOut(page, world);
  await page.goto(`${world.origin}/een-op-een-hulp?kind=company&often=often`);
  const card = page.getByRole('article').filter({ hasText: TITLE });
  await expect(card.getByText('Corrie · Gezelschap')).toBeVisible();
  await expect(card.getByText('5310 Lindewaard')).toBeVisible();
  await expect(card.getByText('Vaker · Dinsdagmiddag')).toBeVisible();
  await expectAccessible(page);
});

test('somebody answers, is chosen by the link of a mail, and only then both can call', async ({ page }) => {
  await signIn(page, world, HELPER);
  await page.goto(`${world.origin}/een-op-een-hulp?kind=company`);
  const card = await page.getByRole('link', { name: `Ik kan helpen: ${TITLE}` }).getAttribute('href');
  await page.goto(`${world.origin}${card?.split('?')[0]}?apply=1`);
  await page.getByRole('dialog').getByRole('textbox').first().fill('Ik loop graag mee, dinsdag kan ik altijd.');
  await page.getByRole('dialog').getByLabel(AGREE).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Bericht versturen' }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveCount(0);
  await signOut(page, world);
  await page.goto(link);
  await expect(page.getByText('Ik loop graag mee')).toBeVisible();
  await expect(page.getByText('Verhoeven')).toHaveCount(0);
  await expect(page.getByText(HELPER)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ja, ik kies Bas' }).click();
  await expect(page.getByRole('link', { name: HELPER })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bas Verhoeven' })).toBeVisible();
  const accepted = await world.mailTo(HELPER, 'Je kunt aan de slag');
  expect(accepted.text).toContain(CORRIE);
  expect(accepted.text).toContain('+31418554712');
  await page.getByLabel('Hoe ging het?').fill('Heel gezellig.');
  await page.getByRole('button', { name: 'Ja, het is doorgegaan' }).click();
  await expect(page.getByText('Bedankt dat je vertelde hoe het ging.')).toBeVisible();
  await page.getByRole('button', { name: 'Oproep afsluiten' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Oproep afsluiten' }).click();
  await expect(page.getByText('Je oproep is afgesloten.')).toBeVisible();
});
