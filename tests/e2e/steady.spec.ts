// Public pages load little, do not jump when the app takes over, and fit a narrow or much enlarged screen.
import { brotliCompressSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { accessibilityOf, signIn, startWorld, type World, quiet } from './world.ts';

let world: World;
let vacancy: string;

test.beforeAll(async () => {
  world = await startWorld();
  const list = await fetch(`${world.origin}/api/v1/vacancies?page[size]=1`);
  const found = (await list.json()) as { data: { id: string }[] };
  vacancy = `/vacancies/${found.data[0]?.id}`;
});

test.afterAll(async () => {
  await world?.stop();
});

/** The server's page is seen first: the app's own scripts come late. */
async function holdScripts(page: Page): Promise<void> {
  await page.route('**/assets/*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
}

async function measureShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const told = window as unknown as { shifted: number };
    told.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) told.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);
}

/** The app is there: until then the server's menu has no button. */
async function waitForApp(page: Page): Promise<void> {
  await page.locator('.menu-button, .staff-frame').first().waitFor({ state: 'attached' });
  await quiet(page);
}

for (const width of [360, 1280]) {
  test(`nothing jumps at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await holdScripts(page);
    const shifts = await measureShifts(page);
    const search = '/vacancies/search';
    for (const path of [
      '/',
      search,
      `${search}?near=5310&tags=once`,
      vacancy,
      '/organizations/1',
      '/auth/login-1',
      '/signup',
    ]) {
      await page.goto(world.origin + path);
      await waitForApp(page);
      expect(await shifts(), path).toBeLessThan(0.01);
    }
  });
}

test('a first view loads at most 130 kB of script and 18 kB of style', async ({ browser }) => {
  for (const path of ['/', '/vacancies/search', vacancy]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const sizes = { js: 0, css: 0 };
    const packed = new Map<string, Promise<number>>();
    page.on('response', (response) => {
      if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
      packed.set(
        response.url(),
        response.body().then((body) => brotliCompressSync(body).length),
      );
    });
    await page.goto(world.origin + path);
    await waitForApp(page);
    // What comes after the app has taken the page over waits until the browser has nothing to do.
    const first = await page.evaluate(() => {
      const app = performance.getEntriesByName('app')[0]?.startTime ?? Number.POSITIVE_INFINITY;
      return performance
        .getEntriesByType('resource')
        .filter((entry) => entry.startTime < app)
        .map((entry) => entry.name);
    });
    for (const url of first)
      sizes[url.endsWith('.js') ? 'js' : 'css'] += (await packed.get(url)) ?? 0;
    expect(sizes.js, path).toBeGreaterThan(50_000);
    expect(sizes.js, path).toBeLessThanOrEqual(130_000);
    expect(sizes.css, path).toBeLessThanOrEqual(18_000);
    await context.close();
  }
});

/** WCAG 1.4.12: what a reader may set must not cost any content. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

test.describe('at 320 px, which is 400 % of 1280', () => {
  test.use({ viewport: { width: 320, height: 640 }, bypassCSP: true });

  async function expectToFit(page: Page, path: string): Promise<void> {
    await page.goto(world.origin + path);
    await waitForApp(page);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width(), path).toBeLessThanOrEqual(320);
    await page.addStyleTag({ content: TEXT_SPACING });
    expect(await width(), `${path} with text spacing`).toBeLessThanOrEqual(320);
  }

  test('no public page scrolls sideways, also with text spacing', async ({ page }) => {
    const search = '/vacancies/search?near=5310&radius=20&tags=once,wheelchair';
    for (const path of ['/', search, vacancy, `${vacancy}?apply=1`, '/signup', '/auth/login-1'])
      await expectToFit(page, path);
  });

  test('no work screen does', async ({ page }) => {
    await signIn(page, world, 'centrum@demo.voluntr.example');
    for (const path of ['/applications', '/vacancies', '/organizations/approve']) await expectToFit(page, path);
  });
});

test('a long name of a centre leaves the bar one row on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
  await page.route('**/profiel', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replaceAll('Meedoen in Lindewaard', 'Vrijwilligerscentrale Midden-Limburg'),
    });
  });
  await page.goto(`${world.origin}/profiel`);
  await waitForApp(page);
  const bar = page.locator('.toolbar');
  await expect(bar).toContainText('Midden-Limburg');
  expect((await bar.boundingBox())?.height).toBeLessThan(72);
});

test('on a phone the name of the centre keeps its words whole beside search, bell and menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
  await page.goto(`${world.origin}/vacancies/search`);
  await waitForApp(page);
  const bar = page.locator('.toolbar');
  await expect(bar.getByRole('button', { name: /meldingen/i })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Menu' })).toBeVisible();
  expect((await bar.boundingBox())?.height).toBeLessThan(72);
  // Each word stands on one line.
  const lines = await bar.locator('.logo-name').evaluate((name) => {
    const range = document.createRange();
    const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = text.nextNode(); node; node = text.nextNode()) {
      for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
    return broken;
  });
  expect(lines).toEqual([]);
});

test('the menu of who works here never runs into the name of the centre, nor a table out of its frame', async ({ page }) => {
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.route(/\/(vacancies)?$/, async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replaceAll('Meedoen in Lindewaard', 'Vrijwilligerscentrum Roermond'),
    });
  });
  for (const path of ['/', '/vacancies']) {
    for (const width of [768, 1024, 1200, 1280, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(world.origin + path);
      await waitForApp(page);
      if (path === '/vacancies') {
        // The frame has the name above the menu; the list keeps inside it.
        const rows = page.getByRole('grid');
        await expect(rows).toBeVisible();
        const list = await page.locator('.workbench').boundingBox();
        expect((await rows.boundingBox())?.width, `the rows at ${width}`).toBeLessThanOrEqual(list?.width ?? 0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        continue;
      }
      await expect(page.locator('.toolbar')).toContainText('Roermond');
      const name = await page.locator('.toolbar .logo-name').boundingBox();
      const entry = page.locator('.toolbar-menu li').first();
      const next = (await entry.isVisible()) ? entry : page.locator('.toolbar-tools');
      const right = (name?.x ?? 0) + (name?.width ?? 0);
      expect((await next.boundingBox())?.x, `${path} at ${width}`).toBeGreaterThan(right);
    }
  }
});

test('the menu of a volunteer stands in the bar from 1280, however long their name is', async ({ page }) => {
  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
  await page.route(/\/api\/v1\/current_user(\?|$)/, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const attributes = { ...data.attributes, first_name: 'Wilhelmina-Johanna' };
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, attributes } } });
  });
  for (const width of [1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${world.origin}/vacancies/search`);
    await waitForApp(page);
    const bar = page.locator('.toolbar');
    await expect(bar.getByText('Wilhelmina-Johanna')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Menu', exact: true })).toBeHidden();
    const entries = bar.locator('.toolbar-menu li');
    await expect(entries.first()).toBeVisible();
    const [logo, first] = [await bar.locator('.logo-name').boundingBox(), await entries.first().boundingBox()];
    const [last, tools] = [await entries.last().boundingBox(), await bar.locator('.toolbar-tools').boundingBox()];
    expect(first?.x, `beside the logo at ${width}`).toBeGreaterThan((logo?.x ?? 0) + (logo?.width ?? 0));
    expect(tools?.x, `before the tools at ${width}`).toBeGreaterThan((last?.x ?? 0) + (last?.width ?? 0));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('a page is printed light, without what a finger presses', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(world.origin + vacancy);
  await waitForApp(page);
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    return { backgroundColor, color };
  });
  expect(colours).toEqual({ backgroundColor: 'rgba(0, 0, 0, 0)', color: 'rgb(6, 23, 22)' });
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  await expect(page.getByText(world.origin + vacancy)).toBeVisible();
});

test('a question mark opens the list of shortcuts, which everybody can read, and two keys lead on', async ({ page }) => {
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/profiel`);
  await waitForApp(page);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Sneltoetsen' });
  await expect(list).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityOf(page)).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page).toHaveURL(/\/vacancies$/);
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeFocused();
});

test('a vacancy that the server cannot give is the error screen with its code', async ({ page }) => {
  await page.goto(`${world.origin}/vacancies/search`);
  await waitForApp(page);
  await page.route(/\/vacancies\/\d+[^.]*(_payload\.json.*)?$/, (route) =>
    route.request().resourceType() === 'document'
      ? route.continue()
      : route.fulfill({
          status: 500,
          contentType: 'application/vnd.api+json',
          body: JSON.stringify({ errors: [{ status: '500', code: 'internal_error', title: 'Er ging iets mis', id: 'K7Q2-XM4P' }] }),
        }),
  );
  await page.locator('main .vacancy-card a[href^="/vacancies/"]').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dat is niet gelukt (foutcode: 500)');
  await expect(page.getByText('verbinding')).toHaveCount(0);
});
