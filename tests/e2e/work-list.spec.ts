// A coordinator answers applications with keys alone. What is undone within ten seconds is never mailed.
import { expect, type Page, test } from '@playwright/test';
import { noteMissingChecks } from './checks.ts';
import { expectAccessible, passTimeToUndo, signIn, startWorld, type World, quiet } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const openName = (page: Page): Promise<string> =>
  page.locator('.work-panel h2').evaluate((title) => title.firstChild?.textContent?.trim() ?? '');

/** Who is shown beside the list, and their address. */
async function person(page: Page): Promise<{ name: string; email: string }> {
  const href = await page.locator('.work-panel a[href^="mailto:"]').getAttribute('href');
  return { name: await openName(page), email: (href ?? '').replace('mailto:', '') };
}

test('five applications are decided with keys, one is undone, and its mail is not in the outbox', async ({ page }) => {
  await page.clock.install();
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await noteMissingChecks(page, 'filter[stage_eq]=new&page[size]=100');
  await page.goto(`${world.origin}/applications?stage=new`);
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('j');
  await expect(page.locator('[data-row]').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.work-panel')).toBeVisible();
  await expectAccessible(page);

  const decided: { name: string; email: string }[] = [];
  for (const key of ['a', 'a', 'r', 'a']) {
    const now = await person(page);
    decided.push(now);
    await page.keyboard.press(key);
    if (key === 'r') {
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('2');
      await page.keyboard.press('Enter');
    }
    await expect(page.locator('.work-panel h2')).not.toContainText(now.name);
  }
  const undone = await person(page);
  await page.keyboard.press('a');
  await expect(page.locator('.work-panel h2')).not.toContainText(undone.name);
  await page.keyboard.press('z');
  await expect(page.getByText('Ongedaan gemaakt')).toBeVisible();
  await passTimeToUndo(page);

  // What else the site mails them, on whatever day it is, says nothing of the decision.
  const addresses = async () => {
    const { letters } = JSON.parse(
      await world.run('mail', 'outbox', '--tenant', 'demo', '--limit', '500', '--json'),
    ) as { letters: { kind: string; to_email: string }[] };
    return letters
      .filter(({ kind }) => /^application_(accepted|rejected)$/.test(kind))
      .map(({ to_email }) => to_email);
  };
  await expect.poll(addresses, { timeout: 30_000 }).toEqual(expect.arrayContaining(decided.map(({ email }) => email)));
  expect(await addresses()).not.toContain(undone.email);
});

test('the palette finds a screen and a person, and the menu says for whom one works', async ({ page }) => {
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/applications`);
  await expect(page.getByRole('button', { name: /Je werkt nu voor/ })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /Zoek een scherm/ });
  await field.fill('beoordelen');
  await expect(page.locator('.palette [aria-selected="true"]')).toContainText('Beoordelen');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/moderation$/);
});

test('what waits is approved together, and undone as one: then nothing has gone out', async ({ page }) => {
  await page.clock.install();
  await signIn(page, world, 'centrum@demo.voluntr.example');
  const decisions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT' && /\/(moderate|approve)$/.test(request.url())) decisions.push(request.url());
  });
  await page.goto(`${world.origin}/moderation`);
  const grid = page.getByRole('grid');
  await expect(grid).toBeVisible();
  const rows = grid.locator('tbody tr');
  const before = await rows.count();
  expect(before).toBeGreaterThan(1);
  const chooseTwo = async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  };
  await chooseTwo();
  await page.keyboard.press('a');
  await expect(page.getByText('2 zijn goedgekeurd')).toBeVisible();
  await expect(grid.locator('tr.is-decided')).toHaveCount(2);
  await page.keyboard.press('z');
  await expect(page.getByText('Ongedaan gemaakt')).toBeVisible();
  await expect(grid.locator('tr.is-decided')).toHaveCount(0);
  await passTimeToUndo(page);
  await quiet(page);
  expect(decisions).toEqual([]);
  await page.reload();
  await expect(rows).toHaveCount(before);
  expect(decisions).toEqual([]);

  await chooseTwo();
  await page.keyboard.press('a');
  await expect(page.getByText('2 zijn goedgekeurd')).toBeVisible();
  await passTimeToUndo(page);
  await expect.poll(() => decisions.length, { timeout: 20_000 }).toBe(2);
  await page.reload();
  await expect(rows).toHaveCount(before - 2);
});
