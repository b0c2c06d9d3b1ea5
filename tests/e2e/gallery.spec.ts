// Each part of the component gallery beside its picture, light and dark. Where one differs the run names the picture of
// the difference. After a change that is meant: `npx playwright test --config tests/e2e/playwright.config.ts gallery -u`,
// and look at the new pictures before they are committed.
import { expect, type Page, test } from '@playwright/test';
import { WHOLE_BROWSER } from './browser.ts';
import { signIn, startWorld, type World } from './world.ts';

test.use({ launchOptions: WHOLE_BROWSER });

let world: World;
let page: Page;

test.beforeAll(async ({ browser }) => {
  world = await startWorld();
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  page = await context.newPage();
  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
});

test.afterAll(async () => {
  await page?.context().close();
  await world?.stop();
});

/** Fonts differ by a hair between machines, moved or missing things by much more. */
const LIKE = { threshold: 0.3, maxDiffPixelRatio: 0.01, animations: 'disabled', timeout: 30_000 } as const;

for (const colour of ['light', 'dark'] as const) {
  test(`every component in ${colour} colours looks as it did`, async () => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: colour, reducedMotion: 'reduce' });
    await page.goto(`${world.origin}/test/components`);
    await expect(page.getByRole('region', { name: 'Als iets niet lukt' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    // What stays in sight while one scrolls would lie over the parts.
    await page.evaluate(() => {
      for (const bar of document.querySelectorAll<HTMLElement>('.toolbar, .toast-region')) bar.style.display = 'none';
    });
    const parts = page.locator('main section.section[aria-label]');
    expect(await parts.count()).toBeGreaterThan(10);
    for (const part of await parts.all()) {
      const name = (await part.getAttribute('aria-label')) ?? '';
      await expect.soft(part).toHaveScreenshot([colour, `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.png`], LIKE);
    }
  });
}
