// From applying to having started: questions are answered, the organisation writes, the place is given, both sides talk.
import { expect, test } from '@playwright/test';
import { callsOf, expectAccessible, linkIn, PASSWORD, signIn, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const MESSAGE = 'Ik praat graag met mensen en heb overdag tijd voor iets nieuws.';

/** A vacancy of the organisation with one question and places left. */
async function vacancyWithQuestion(): Promise<string> {
  const call = await callsOf(world, 'organisatie@demo.voluntr.example');
  const { data } = await call('GET', '/vacancies?filter[mine_eq]=true&filter[status_eq]=published&page[size]=1');
  await call('PATCH', `/vacancies/${data[0].id}`, {
    capacity: 30,
    min_age: null,
    questions: [{ text: 'Heb je een fiets?', kind: 'yes_no', is_required: true }],
  });
  return data[0].id;
}

test('a guest answers the questions, hears back, and writes to nobody else', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await signIn(page, world, 'organisatie@demo.voluntr.example');
  await page.goto(`${world.origin}/applications`);
  const vacancy = await vacancyWithQuestion();

  const visitor = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage();
  await visitor.goto(`${world.origin}/vacancies/${vacancy}?apply=1`);
  const dialog = visitor.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Heb je een fiets?')).toBeVisible();
  await expectAccessible(visitor);
  await dialog.getByLabel('Je naam').fill('Gerrit Bakker');
  await dialog.getByLabel('Je e-mailadres').fill('gerrit@example.com');
  await dialog.getByLabel(/Waarom wil je/).fill(MESSAGE);
  await dialog.getByLabel(/mag mij bellen of mailen/).check();
  await dialog.getByRole('button', { name: 'Bericht versturen' }).click();
  // The question is required: it is said before anything is sent.
  await expect(dialog.getByRole('alert').first()).toContainText('Heb je een fiets?');
  await dialog.getByRole('radio', { name: 'Ja' }).check();
  await dialog.getByRole('button', { name: 'Bericht versturen' }).click();
  await expect(visitor.getByRole('dialog', { name: 'Kijk in je mail' })).toBeVisible();
  const mail = await world.mailTo('gerrit@example.com', '');
  await visitor.goto(world.origin + linkIn(mail, '/confirm?application='));
  await visitor.getByRole('button', { name: 'Bericht versturen' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('verstuurd');

  await page.goto(`${world.origin}/applications?q=Gerrit%20Bakker`);
  const found = page.getByRole('link', { name: 'Gerrit Bakker' }).first();
  await page.goto(world.origin + (await found.getAttribute('href')));
  await expect(page.getByText('Heb je een fiets?')).toBeVisible();
  await page.getByRole('textbox', { name: /Je bericht aan Gerrit/ }).fill('Fijn dat je wilt helpen! Kom je dinsdag kennismaken?');
  await page.getByRole('button', { name: 'Bericht versturen' }).click();
  await expect(page.locator('.message-thread')).toContainText('Kom je dinsdag kennismaken?');
  await expect(page.locator('.stage-track [aria-current="step"]')).toContainText('In gesprek');
  await expectAccessible(page);
});

test('a link of a mail that is not ours asks nothing', async ({ page }) => {
  await page.goto(`${world.origin}/confirm?answer=1.onzin`);
  await expect(page.getByRole('heading', { level: 1, name: 'Deze link werkt niet meer' })).toBeVisible();
  await expectAccessible(page);
});

test('a centre sets its clock', async ({ page }) => {
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/instellingen`);
  const card = page.getByRole('form', { name: 'Instellingen van het vrijwilligerspunt' });
  await card.getByLabel('Bericht aan de vrijwilliger').fill('10');
  await card.getByRole('button', { name: /opslaan$/i }).click();
  await expect(page.getByText(/bewaard|opgeslagen/i).first()).toBeVisible();
  await page.reload();
  await expect(card.getByLabel('Bericht aan de vrijwilliger')).toHaveValue('10');
});
