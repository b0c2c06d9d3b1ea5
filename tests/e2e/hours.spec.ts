// Hours from both sides: corrected, confirmed together and written down, and on paper with a code that a stranger checks.
import { expect, test } from '@playwright/test';
import { accessibilityOf, signIn, startWorld, whenSettled, type World } from './world.ts';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const CENTRE = 'centrum@demo.voluntr.example';
const ORGANISATION = 'organisatie@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});
test.afterAll(() => world.stop());

test('hours are corrected, confirmed together and written down', async ({ browser }) => {
  const own = await (await browser.newContext()).newPage();
  await signIn(own, world, VOLUNTEER);
  await own.goto(`${world.origin}/uren`);
  await whenSettled(own);
  expect(await accessibilityOf(own)).toEqual([]);

  const work = await (await browser.newContext()).newPage();
  await signIn(work, world, ORGANISATION);
  await work.goto(`${world.origin}/uren/bevestigen`);
  await whenSettled(work);
  expect(await accessibilityOf(work)).toEqual([]);
  await expect(work.locator('tbody tr').first()).toBeVisible();
  const before = await work.locator('tbody tr').count();

  await work
    .getByRole('button', { name: /^Uren van .* aanpassen$/ })
    .first()
    .click();
  const correction = work.getByRole('dialog');
  await correction.getByRole('textbox', { name: 'Zo veel uur was het' }).fill('0,5');
  await correction.getByLabel('Waarom?').fill('Je ging eerder weg.');
  await correction.getByRole('button', { name: 'Uren aanpassen' }).click();
  await expect(work.getByText(/zijn aangepast$/).first()).toBeVisible();

  // What looks ordinary is ticked, and is confirmed at once.
  const confirm = work.getByRole('button', { name: /^\d+ bevestigen$/ });
  await confirm.click();
  await expect(work.getByText(/^Bevestigd: /).first()).toBeVisible();
  await expect(confirm).toHaveCount(0);
  await expect.poll(() => work.locator('tbody tr').count()).toBeLessThan(before);

  await own.getByRole('button', { name: 'Uren opschrijven' }).first().click();
  const dialog = own.getByRole('dialog', { name: 'Uren opschrijven' });
  await whenSettled(own);
  expect(await accessibilityOf(own)).toEqual([]);
  await dialog.getByRole('button', { name: 'Opschrijven' }).click();
  await expect(own.getByText(/^Opgeschreven: /).first()).toBeVisible();
  await expect(own.getByText('Wacht', { exact: true }).first()).toBeVisible();
});

test('whoever disagrees with a correction says why, and gets the number that they wrote', async ({ browser }) => {
  const own = await (await browser.newContext()).newPage();
  await signIn(own, world, VOLUNTEER);
  await own.goto(`${world.origin}/uren`);
  await own.getByRole('button', { name: /^Niet mee eens: / }).first().click();
  const dialog = own.getByRole('dialog', { name: 'Wat klopt er niet?' });
  await dialog.getByLabel('Je uitleg').fill('Ik was er tot vier uur.');
  await dialog.getByRole('button', { name: 'Versturen' }).click();
  await expect(own.getByText('Je uitleg is verstuurd')).toBeVisible();
  const row = own.getByRole('listitem').filter({ hasText: 'Ik was er tot vier uur.' });
  await expect(row.getByText('Niet eens', { exact: true })).toBeVisible();

  const work = await (await browser.newContext()).newPage();
  await signIn(work, world, CENTRE);
  await work.goto(`${world.origin}/uren/bevestigen?weergave=niet-eens`);
  const disputed = work.locator('tbody tr').filter({ hasText: 'Ik was er tot vier uur.' });
  await expect(disputed).toBeVisible();
  await disputed.getByRole('button', { name: /^Meer voor / }).click();
  await work.getByRole('menuitem', { name: /bevestigen, zoals opgeschreven$/ }).first().click();
  await expect(work.getByText(/^De uren van .* zijn bevestigd$/).first()).toBeVisible();
  await expect(disputed).toHaveCount(0);
});

test('a proof has a code that a stranger checks, until it is withdrawn', async ({ browser }) => {
  const own = await (await browser.newContext()).newPage();
  await signIn(own, world, VOLUNTEER);
  await own.goto(`${world.origin}/uren/bewijs`);
  await expect(own.getByRole('heading', { name: 'Bewijs van vrijwilligerswerk' }).first()).toBeVisible();
  await whenSettled(own);
  expect(await accessibilityOf(own)).toEqual([]);
  const downloading = own.waitForEvent('download');
  await own.getByRole('button', { name: 'Downloaden als pdf' }).click();
  const file = await downloading;
  const code = /([0-9A-Z]{8})\.pdf$/.exec(file.suggestedFilename())?.[1] ?? '';
  expect(code).not.toBe('');

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${world.origin}/controle`);
  await stranger.getByLabel('Code').fill(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
  await stranger.getByRole('button', { name: 'Controleren' }).click();
  await expect(stranger.getByRole('heading', { name: 'Ja, dit bewijs is echt' })).toBeVisible();
  await expect(stranger.getByText(/ uur$/).last()).toBeVisible();
  expect(await accessibilityOf(stranger)).toEqual([]);

  await own.getByRole('button', { name: /[Ii]ntrekken/ }).first().click();
  await own.getByRole('dialog').getByRole('button', { name: /[Ii]ntrekken/ }).click();
  await expect(own.getByRole('dialog')).toHaveCount(0);
  await stranger.reload();
  await expect(stranger.getByRole('heading', { name: 'Dit bewijs is ingetrokken' })).toBeVisible();
});
