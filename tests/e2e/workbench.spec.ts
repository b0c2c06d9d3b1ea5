// Twenty applications of mixed kinds are decided in at most forty actions: with keys at a desk, with thumbs on a phone.
import { devices, expect, type Page, test } from '@playwright/test';
import { noteMissingChecks } from './checks.ts';
import { expectAccessible, passTimeToUndo, signIn, startWorld, type World, quiet } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const MIXED: readonly Key[] = ['a', 'r', 'w', 'a', 'c', 'a', 'r', 'w', 'a', 'c', 'a', 'r', 'w', 'a', 'c', 'a', 'r', 'w', 'a', 'a'];

type Key = 'a' | 'c' | 'r' | 'w';
const BUTTONS: Readonly<Record<Key, RegExp>> = {
  a: /Aannemen/,
  c: /Contact vastleggen/,
  r: /Afwijzen/,
  w: /Op de wachtlijst/,
};

/** Which row is open: two people may have one name. */
const openRow = (page: Page): string | null => new URL(page.url()).searchParams.get('open');

test('with keys', async ({ page }) => {
  test.setTimeout(120_000);
  let actions = 0;
  const press = async (key: string): Promise<void> => {
    actions += 1;
    await page.keyboard.press(key);
  };
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await noteMissingChecks(page, 'filter[stage_eq]=new&page[size]=100');
  await page.goto(`${world.origin}/applications?stage=new&size=50`);
  await expect(page.getByRole('grid')).toBeVisible();
  await quiet(page);
  await press('j');
  await press('Enter');
  await expect(page.locator('.work-panel')).toBeVisible();
  for (const key of MIXED) {
    const row = openRow(page);
    await press(key);
    if (key === 'r') {
      await expect(page.getByRole('dialog')).toBeVisible();
      await press('2');
      await press('Enter');
    }
    await expect.poll(() => openRow(page), { intervals: [50] }).not.toBe(row);
  }
  expect(actions).toBeLessThanOrEqual(40);
});

test('a rejection shows its mail, and its words are kept for the next', async ({ page }) => {
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/applications?stage=new`);
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.locator('.work-panel')).toBeVisible();
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('1');
  await dialog.getByRole('textbox').fill('Kom gerust in het voorjaar nog eens langs.');
  await dialog.getByRole('button', { name: /mail/i }).first().click();
  await expect(dialog.locator('.mail-preview')).toContainText('Kom gerust in het voorjaar');
  await expectAccessible(page);
});

test('several are rejected with one call', async ({ page }) => {
  await page.clock.install();
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/applications?stage=new&size=50`);
  await expect(page.getByRole('grid')).toBeVisible();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/transition$/.test(request.url())) calls.push(new URL(request.url()).pathname);
  });
  for (const key of ['j', 'x', 'j', 'x', 'r', '1', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('dialog')).toBeHidden();
  const answered = page.waitForResponse(/bulk_transition/);
  await passTimeToUndo(page);
  const answer = await answered;
  expect((await answer.json()).meta).toMatchObject({ total: 2, changed: 2, failed: 0 });
  expect(calls).toEqual(['/api/v1/applications/bulk_transition']);
});

test.describe('on a phone', () => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 5'];
  test.use(phone);

  // Data of its own: those at a desk have decided on most of what was new.
  test.beforeAll(async () => {
    await world?.stop();
    world = await startWorld();
  });

  test('with thumbs', async ({ page }) => {
    test.setTimeout(360_000);
    let actions = 0;
    await signIn(page, world, 'centrum@demo.voluntr.example');
    await noteMissingChecks(page, 'filter[stage_eq]=new&page[size]=100');
    await page.goto(`${world.origin}/applications?stage=new&size=50`);
    const tap = async (name: string | RegExp, within = '.work-panel'): Promise<void> => {
      actions += 1;
      await page.locator(within).getByRole('button', { name }).first().tap();
    };
    actions += 1;
    await page.locator('.work-list tbody tr, .work-list [role=row]').nth(1).tap();
    await expect(page.locator('.work-panel')).toBeVisible();
    await expectAccessible(page);
    for (const key of MIXED) {
      const row = openRow(page);
      await tap(BUTTONS[key]);
      if (key === 'r') {
        const dialog = page.getByRole('dialog');
        actions += 1;
        await dialog.getByText('Het past niet goed bij wat er gezocht wordt').tap();
        await tap('Afwijzen', '[role="dialog"], dialog[open]');
      }
      await expect.poll(() => openRow(page), { intervals: [50] }).not.toBe(row);
    }
    expect(actions).toBeLessThanOrEqual(40);
  });
});
