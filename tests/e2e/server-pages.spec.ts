// Pages that the server renders: the app shows the same, whether it takes over the document that the browser loaded or
// puts the page's fragment into itself on the way.
import { expect, type Page, test } from '@playwright/test';
import { startWorld, type World, quiet } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

const PATHS = ['/', '/over-ons', '/partners', '/nieuws', '/nieuws?type=success_story', '/nieuws?tag=taal', '/nieuws/schuif-aan', '/activiteitenkalender', '/activiteitenkalender?weergave=maand', '/activiteitenkalender?weergave=week&gratis=1'];

/** What stands in `<main>` when all islands have come to life. */
async function mainOf(page: Page): Promise<string> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.locator('main .skeleton')).toHaveCount(0);
  await quiet(page);
  return page.locator('main').evaluate((main) => {
    const copy = main.cloneNode(true) as HTMLElement;
    // The way within the app puts the focus on the title.
    copy.querySelector('h1')?.removeAttribute('tabindex');
    // Ids that React numbers as it draws.
    return copy.innerHTML.replaceAll(/_r_\w+_|:r\w+:/g, 'id');
  });
}

/** As a link of the app does, without one. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

for (const [language, prefix] of [['Dutch', ''], ['English', '/en']] as const) {
  test(`a page is the same loaded by the browser and reached within the app: ${language}`, async ({ page }) => {
    test.setTimeout(120_000);
    for (const path of PATHS) {
      const whole = path === '/' ? prefix || '/' : prefix + path;
      const answer = await page.goto(world.origin + whole);
      expect(answer?.status(), path).toBe(200);
      await page.waitForFunction(() => performance.getEntriesByName('app').length > 0);
      const loaded = await mainOf(page);
      const address = page.url();
      const title = await page.title();
      const description = await page.locator('meta[name="description"]').getAttribute('content');

      await page.goto(`${world.origin}${prefix}/inloggen`);
      await page.waitForFunction(() => performance.getEntriesByName('app').length > 0);
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      const asked = page.waitForResponse((response) => response.url().includes('/_fragment.json') && response.status() === 200);
      await go(page, whole);
      expect((await asked).headers()['cache-control'], path).toBe('private, no-cache');
      expect(await mainOf(page), path).toBe(loaded);
      // Where the page has moved, both ways lead there: its English item has a name of its own.
      expect(page.url(), path).toBe(address);
      expect(await page.title(), path).toBe(title);
      expect(await page.locator('meta[name="description"]').getAttribute('content'), path).toBe(description);
      expect(await page.evaluate(() => 'isSame' in window), path).toBe(true);
    }
  });
}

test('the document has its text once', async () => {
  const text = await (await fetch(`${world.origin}/nieuws/schuif-aan`)).text();
  const first = /<script type="application\/json" id="first-data">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  expect(JSON.parse(first).page).toMatchObject({ path: '/nieuws/schuif-aan' });
  expect(first).not.toContain('content_blocks');
});
