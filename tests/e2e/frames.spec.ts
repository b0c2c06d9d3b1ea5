// What stands over, beside and under a screen: toasts, the end of a long menu, paper; and the one page of an organisation.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, signIn, startWorld, type World } from './world.ts';

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
});

test.afterAll(async () => {
  await world?.stop();
});

/** Pairs of a toast and a row or a button of the bar that lie over each other in view. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rects = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter((element) => element.checkVisibility())
        .map((element) => ({ name: element.innerText.slice(0, 30), box: element.getBoundingClientRect() }));
    const region = document.querySelector('.toast-region')?.getBoundingClientRect();
    const over: string[] = [];
    for (const toast of rects('.toast'))
      for (const { name, box } of rects('.decision-bar button, .bulk-bar button')) {
        const isBeside = box.right <= toast.box.left || box.left >= toast.box.right;
        if (!isBeside && box.bottom > toast.box.top && box.top < toast.box.bottom) over.push(name);
      }
    // The last row can be brought above the toasts.
    scrollTo(0, document.body.scrollHeight);
    const last = rects('.work-table tbody tr, .work-table [data-row]').at(-1);
    if (last && region && last.box.bottom > region.top && last.box.top < region.bottom) over.push(last.name);
    return over;
  });

for (const width of [1280, 360]) {
  test(`a toast covers no row and no button at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, world, 'centrum@demo.voluntr.example');
    await page.goto(`${world.origin}/applications?stage=new`);
    await page.locator('[data-row]').first().click();
    await expect(page.locator('.decision-bar')).toBeVisible();
    await page.locator('.decision-bar').getByRole('button', { name: /Contact vastleggen/ }).click();
    await expect(page.locator('.toast')).toBeVisible();
    await expect(page.locator('body')).toHaveClass(/has-toast-strip/);
    await expect.poll(() => covered(page)).toEqual([]);
    await page.locator('.toast').getByRole('button', { name: 'Ongedaan maken' }).click();
    await expect(page.getByText('Ongedaan gemaakt')).toBeVisible();
  });
}

test('the menu at the side shows that it goes on, until its end', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  await signIn(page, world, 'centrum@demo.voluntr.example');
  await page.goto(`${world.origin}/dashboard`);
  const sign = page.locator('.side-menu .menu-more-below');
  await expect(sign).toBeVisible();
  await page.locator('.menu-groups').evaluate((menu) => menu.scrollTo(0, menu.scrollHeight));
  await expect(sign).toBeHidden();
});

test('a vacancy is printed on two pages at most, with the name of the centre', async ({ page }) => {
  await page.goto(`${world.origin}/vacancies/search`);
  const found = page.locator('a.vacancy-link');
  await expect(found.first()).toBeVisible();
  const paths = await found.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const path of paths.slice(0, 5)) {
    await page.goto(world.origin + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type \/Page\b(?!s)/g)?.length, path).toBeLessThanOrEqual(2);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('main').getByText('Meedoen in Lindewaard').first()).toBeVisible();
});

test('an organisation has one page, under its own address and on the social map', async ({ page }) => {
  for (const path of ['/organizations/1', '/sociale-kaart/1']) {
    await page.goto(world.origin + path);
    await expect(page.getByRole('heading', { level: 1, name: 'Taalhuis Lindewaard' })).toBeVisible();
    for (const name of ['Wat doen we?', 'Vrijwilligerswerk bij Taalhuis Lindewaard', 'Zo kom je er', 'Openingstijden'])
      await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText('Antwoordt meestal binnen')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Je bent hier' })).toContainText('Taalhuis Lindewaard');
    await expect(page.getByRole('link', { name: /vacatures bekijken/ }).first()).toBeVisible();
    // Neither was chosen to be shown.
    await expect(page.locator('main a[href^="mailto:"]')).toHaveCount(0);
    await expectAccessible(page);
  }
});
