// The volunteer pool: somebody fills in their profile and wants to be found, an organisation finds them for a vacancy and
// sends a message.
import { expect, test } from '@playwright/test';
import { callsOf, expectAccessible, signIn, startWorld, type World } from './world.ts';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const MANAGER = 'organisatie@demo.voluntr.example';
const HEADLINE = 'Oud-wijkverpleegkundige, praat graag al wandelend';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
  // Whatever the demo has of this person, here they begin unseen and without a text.
  const volunteer = await callsOf(world, VOLUNTEER);
  await volunteer('PATCH', '/volunteer_profiles/current', { headline: '', about: '', availability: [] });
  await volunteer('PUT', '/volunteer_profiles/current/visibility', { visible: false });
});

test.afterAll(async () => {
  await world?.stop();
});

test('somebody tells who they are, takes a phone number out again, and is found from then on', async ({ page }) => {
  await signIn(page, world, VOLUNTEER);
  await page.goto(`${world.origin}/profiel`);
  const save = page.getByRole('button', { name: 'Profiel opslaan' });
  const preview = page.getByRole('complementary', { name: 'Zo zien organisaties jou' });
  const consent = page.getByLabel(/mogen mijn profiel zien/);
  await expect(save).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Organisaties kunnen je nu niet vinden' })).toBeVisible();
  await expectAccessible(page);

  // The week is one stop of the tab key; the arrows go through it.
  await page.getByLabel('maandagochtend').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('woensdagmiddag')).toBeChecked();
  await page.getByLabel('Postcode, alleen de cijfers').fill('5311');
  await page.getByLabel('Eén zin').fill(HEADLINE);
  await page.getByLabel(/^Meer over jou/).fill('Ik loop graag langs de dijk. Bel me op 06 12 34 56 90.');
  await expect(preview.getByText(HEADLINE)).toBeVisible();
  await expect(preview.getByText('Woensdagmiddag', { exact: true })).toBeVisible();
  await consent.check();
  await save.click();
  await expect(page.getByText(/Haal dit weg: ‘06 12 34 56 90’/).first()).toBeVisible();
  await expect(preview.locator('mark')).toHaveText('06 12 34 56 90');
  await expectAccessible(page);

  await page.getByLabel(/^Meer over jou/).fill('Ik loop graag langs de dijk.');
  await save.click();
  await expect(page.getByText('Je profiel is opgeslagen').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Je bent zichtbaar tot en met / })).toBeVisible();
  await expect(consent).toBeChecked();

  await page.getByRole('button', { name: 'Even niet vindbaar' }).click();
  await expect(page.getByRole('heading', { name: 'Je bent even niet te vinden' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Weer zichtbaar worden' }).click();
  await expect(page.getByRole('heading', { name: /^Je bent zichtbaar tot en met / })).toBeVisible();
});

test('an organisation finds them for a vacancy, and sends a message that it may not send twice', async ({ page }) => {
  await signIn(page, world, MANAGER);
  await page.goto(`${world.origin}/vrijwilligerspool`);
  const choice = page.getByLabel('Mensen voor deze vacature');
  await choice.selectOption({ index: 1 });
  await expect(page).toHaveURL(/vacature=\d+/);
  await page.getByLabel(/^woensdagmiddag, \d+ /).check();
  await expect(page).toHaveURL(/wanneer=wed_afternoon/);
  const card = page.getByRole('article').filter({ hasText: HEADLINE });
  await expect(card).toBeVisible();
  await expect(card.getByText(/^Past op /)).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel(/^woensdagmiddag, \d+ /)).toBeChecked();

  const name = await card.getByRole('heading').innerText();
  await card.getByRole('button', { name: `Bericht sturen aan ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Bericht aan ${name}` });
  await dialog.getByLabel('Je bericht').fill('Je praat graag al wandelend. Loop je woensdag een keer mee?');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: `Bericht sturen aan ${name}` }).click();
  await expect(dialog.getByLabel('Je bericht')).toHaveValue(/Loop je woensdag/);
  await dialog.getByRole('button', { name: 'Bericht sturen' }).click();
  await expect(card.getByText(/Nog geen antwoord/)).toBeVisible();
  await expect(card.getByRole('button', { name: /^Bericht sturen/ })).toHaveCount(0);
  await world.mailTo(VOLUNTEER, '');
});
