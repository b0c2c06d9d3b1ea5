// The dashboard of each role: cards that are arranged and kept, fail alone, and answer in one press that can be undone.
import { expect, type Page, test } from '@playwright/test';
import { accessibilityOf, signIn, startWorld, whenSettled, type World } from './world.ts';

const VOLUNTEER = 'vrijwilliger@demo.voluntr.example';
const MENTOR = 'mentor@demo.voluntr.example';
const CENTRE = 'centrum@demo.voluntr.example';
const ORGANISATION = 'organisatie@demo.voluntr.example';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});
test.afterAll(() => world.stop());

async function open(page: Page, who: string): Promise<void> {
  await signIn(page, world, who);
  await page.goto(`${world.origin}/dashboard`);
  await whenSettled(page);
}

for (const who of [VOLUNTEER, MENTOR, ORGANISATION, CENTRE])
  test(`of ${who.split('@')[0]} fits a phone and can be used by everybody`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, who);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hallo /);
    expect(await accessibilityOf(page)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
    await page.getByText('Indeling', { exact: true }).click();
    expect(await accessibilityOf(page)).toEqual([]);
    const edge = await page.locator('.card-choice .popover').boundingBox();
    expect((edge?.x ?? -1) >= 0 && (edge?.x ?? 0) + (edge?.width ?? 999) <= 360).toBe(true);
  });

test('cards are hidden and moved with a keyboard, and stay so in another browser', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await open(page, CENTRE);
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(region('Nieuwe mensen')).toBeVisible();
  await page.locator('.card-choice > summary').focus();
  await page.keyboard.press('Enter');
  const kept = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/dashboard') && answer.request().method() === 'PATCH');
  const first = kept();
  await page.getByRole('checkbox', { name: 'Nieuwe mensen' }).focus();
  await page.keyboard.press('Space');
  expect((await first).status()).toBe(200);
  await expect(region('Nieuwe mensen')).toHaveCount(0);
  const second = kept();
  const up = page.getByRole('button', { name: 'Stille organisaties omhoog' });
  await up.focus();
  await page.keyboard.press('Enter');
  expect((await second).status()).toBe(200);
  await expect(up).toBeFocused();

  const other = await (await browser.newContext()).newPage();
  await open(other, CENTRE);
  await expect(other.getByRole('region', { name: 'Stille organisaties', exact: true })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Nieuwe mensen', exact: true })).toHaveCount(0);
  await other.locator('.card-choice > summary').click();
  await other.getByRole('button', { name: '1 verborgen blok weer tonen' }).click();
  const shown = other.getByRole('region', { name: 'Nieuwe mensen', exact: true });
  await expect(shown).toBeVisible();
  const below = await shown.boundingBox();
  const above = await other.getByRole('region', { name: 'Stille organisaties', exact: true }).boundingBox();
  expect(above?.y ?? 0).toBeLessThan(below?.y ?? 0);
});

test('a card that fails says so, and is tried again by itself', async ({ page }) => {
  let isBroken = true;
  await page.route('**/api/v1/users?**', (route) =>
    isBroken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await open(page, CENTRE);
  const card = page.getByRole('region', { name: 'Nieuwe mensen', exact: true });
  await expect(card.getByText(/Dit blok laadt niet/)).toBeVisible();
  await expect(page.getByText(/vacatures? om te beoordelen/).first()).toBeVisible();
  isBroken = false;
  await card.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await expect(card.getByText(/Dit blok laadt niet/)).toHaveCount(0);
});

test('an organisation answers in place, takes it back, and does it', async ({ page }) => {
  await open(page, ORGANISATION);
  const contact = page.getByRole('button', { name: /^Contact vastleggen: / }).first();
  const name = (await contact.getAttribute('aria-label')) ?? '';
  let steps = 0;
  page.on('request', (request) => {
    if (/applications\/\d+\/transition$/.test(request.url())) steps += 1;
  });
  await contact.click();
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Ongedaan maken' }).click();
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
  expect(steps).toBe(0);
  const sent = page.waitForResponse((answer) => /applications\/\d+\/transition$/.test(answer.url()));
  await page.getByRole('button', { name, exact: true }).click();
  expect((await sent).status()).toBe(200);
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
});
