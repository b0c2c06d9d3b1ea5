// Room between what stands beside and below each other, and one column for one person: measured in the browser.
import { expect, type Page, test } from '@playwright/test';
import { signIn, startWorld, whenSettled, type World } from './world.ts';

let world: World;
test.beforeAll(async () => {
  world = await startWorld();
});
test.afterAll(async () => world?.stop());

/** Cards and buttons of one parent that touch: less than four pixels apart, in both directions. */
function touching(): string[] {
  const LEAST = 4;
  // Where the parts of one thing stand together on purpose.
  const GROUPS = '.segmented, .language-switch, .view-tabs, .tabs, .pagination, .button-group, .day-strip, [role="tablist"], [role="toolbar"]';
  const found: string[] = [];
  const things = [...document.querySelectorAll<HTMLElement>('main .button, main .card, main .vacancy-card, main .place-card, main .key-number')];
  const parents = new Set(things.flatMap((each) => each.parentElement ?? []));
  for (const parent of parents) {
    if (parent.closest(GROUPS)) continue;
    const own = [...parent.children].filter(
      (child): child is HTMLElement => things.includes(child as HTMLElement) && child.getBoundingClientRect().width > 0,
    );
    // A quiet button has no edge that could touch.
    const edged = own.filter((each) => !each.matches('.is-quiet') && getComputedStyle(each).position !== 'absolute');
    for (const [at, one] of edged.entries()) {
      for (const other of edged.slice(at + 1)) {
        const a = one.getBoundingClientRect();
        const b = other.getBoundingClientRect();
        const beside = Math.max(a.left - b.right, b.left - a.right);
        const below = Math.max(a.top - b.bottom, b.top - a.bottom);
        const room = Math.max(beside, below);
        if (room < LEAST)
          found.push(`${one.className || one.tagName} | ${other.className || other.tagName}: ${Math.round(room)} px (${(one.textContent ?? '').trim().slice(0, 30)})`);
      }
    }
  }
  return found;
}

const SCREENS: Readonly<Record<string, readonly string[]>> = {
  '': [
    '/',
    '/vacancies/search',
    '/vacancies/1',
    '/organizations/1',
    '/sociale-kaart',
    '/nieuws',
    '/signup',
    '/organizations/signup',
    '/forms/contact',
    '/zoeken?q=koken',
    '/profiel/bewaard',
  ],
  vrijwilliger: [
    '/dashboard',
    '/profiel',
    '/profile-edit',
    '/profile-edit/settings',
    '/profile-edit/periodieke-mail',
    '/account/privacy',
    '/account/roles',
    '/applications',
    '/vacancies/recommended',
    '/profiel/zoekopdrachten',
    '/notificaties',
  ],
  organisatie: ['/dashboard', '/vacancies', '/vacancies/add', '/applications', '/organizations/1/edit'],
  mentor: ['/dashboard', '/students'],
  centrum: [
    '/dashboard',
    '/moderation',
    '/organizations',
    '/organizations/approve',
    '/organizations/suggestions',
    '/vacancies',
    '/applications',
    '/users',
    '/users/3',
    '/content/pages',
    '/content/newsletters',
    '/content/menu-items',
    '/content/stock-images',
    '/form_builder',
    '/form_builder/1',
    '/form_builder/1/edit',
    '/form_builder/1/preview',
    '/instellingen',
    '/instellingen/organisatie',
    '/instellingen/design',
    '/instellingen/footer',
    '/instellingen/contact-person',
    '/instellingen/keuzelijsten',
    '/instellingen/teksten',
    '/students',
  ],
};

/** Opens paths of the site one after another, each until it stands. */
function opener(page: Page): (path: string) => Promise<void> {
  const settled = whenSettled(page);
  return async (path) => {
    await page.goto(world.origin + path);
    await settled();
  };
}

/** What follows the width of the window has followed it, and is drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20)))));

for (const [who, paths] of Object.entries(SCREENS)) {
  test(`no two cards or buttons touch: ${who || 'visitor'}`, async ({ page }) => {
    test.setTimeout(240_000);
    if (who) await signIn(page, world, `${who}@demo.voluntr.example`);
    const open = opener(page);
    const found: string[] = [];
    for (const path of paths) {
      await page.setViewportSize({ width: 360, height: 800 });
      await open(path);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await drawn(page);
        found.push(...(await page.evaluate(touching)).map((each) => `${path} at ${width}: ${each}`));
      }
    }
    expect(found).toEqual([]);
  });
}

/** Where the screen begins, and how wide the widest of its cards, lines and forms is. */
function column(): { left: number; width: number } {
  const main = document.querySelector('main');
  const boxes = (query: string) => [...(main?.querySelectorAll(query) ?? [])].map((each) => each.getBoundingClientRect()).filter(({ width }) => width > 0);
  const left = Math.min(...boxes('h1, .account-nav').map((box) => box.left));
  const width = Math.max(0, ...boxes('.card, .line-list, .own-column, form, table').map((box) => box.width));
  return { left: Math.round(left), width: Math.round(width) };
}

/** Cards beside each other need all of it. */
const GRIDS = ['/dashboard', '/vacancies/recommended'];

test('the screens of a volunteer begin at one line and keep one column', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, world, 'vrijwilliger@demo.voluntr.example');
  await page.setViewportSize({ width: 1280, height: 800 });
  const open = opener(page);
  const wrong: string[] = [];
  let line: number | null = null;
  for (const path of [...(SCREENS['vrijwilliger'] ?? []), '/profile-edit/email']) {
    await open(path);
    const { left, width } = await page.evaluate(column);
    line ??= left;
    if (left !== line) wrong.push(`${path} begins at ${left}, not at ${line}`);
    if (!GRIDS.includes(path) && (width > 820 || width < 500)) wrong.push(`${path} is ${width} px wide`);
  }
  expect(wrong).toEqual([]);
});
