// A site of which nobody translated a page, walked by somebody who reads English: every page shows what it has and says
// in which language that is.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { callsOf, startWorld, type World } from './world.ts';

let world: World;
let dutchForm: string;
let asVisitor: (browser: Browser) => Promise<Page>;

test.beforeAll(async () => {
  world = await startWorld();
  // The demo is translated: what is English goes offline.
  const call = await callsOf(world, 'centrum@demo.voluntr.example');
  const { data } = await call('GET', '/pages?filter[locale_eq]=en&page[size]=100');
  for (const { id } of data) await call('PUT', `/pages/${id}/unpublish`);
  const { data: form } = await call('POST', '/forms', {
    title: 'Meld je aan voor de buurtdag',
    questions: [{ key: 'name', text: 'Hoe heet je?', question_type: 'text' }],
  });
  await call('PUT', `/forms/${form.id}/transition`, { event: 'open' });
  dutchForm = `/en/forms/${form.attributes.token ?? form.id}`;
  asVisitor = async (browser) => (await browser.newContext({ locale: 'en-GB' })).newPage();
});
test.afterAll(async () => world?.stop());

const ONLY_DUTCH = 'This page is only available in Dutch.';
const skeletons = (page: Page) => page.locator('main .skeleton');

interface Listed {
  data: { attributes: { slug: string; locale: string; page_type: string; title: string } }[];
}

/** What the demo has in Dutch alone. */
async function dutchOnly(): Promise<Listed['data']> {
  const list = async (locale: string): Promise<Listed['data']> => {
    const address = `${world.origin}/api/v1/published_pages?filter[locale_eq]=nl&filter[read_in]=${locale}&page[size]=100`;
    return ((await (await fetch(address)).json()) as Listed).data;
  };
  const read = await list('en');
  return read.filter(({ attributes }) => attributes.slug !== 'home');
}

test('each page and each news item is shown as it is, and says so', async ({ browser }) => {
  const found = await dutchOnly();
  expect(found.length).toBeGreaterThan(1);
  const page = await asVisitor(browser);
  for (const { attributes } of found) {
    const path = attributes.page_type === 'news' ? `/nieuws/${attributes.slug}` : `/${attributes.slug}`;
    // By its English address, and by the Dutch one for who chose English before.
    for (const address of [`/en${path}`, path]) {
      const answer = await page.goto(world.origin + address, { waitUntil: 'networkidle' });
      expect(answer?.status(), address).toBe(200);
      await expect(page.getByText(ONLY_DUTCH), address).toBeVisible();
      await expect(skeletons(page)).toHaveCount(0);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page.locator('main [lang="nl"]').first()).toContainText(/\S/);
    }
  }
});

test('the list of news has what was written, and what is opened there is read under the English menu', async ({ browser }) => {
  const page = await asVisitor(browser);
  await page.goto(`${world.origin}/en/nieuws`, { waitUntil: 'networkidle' });
  await expect(page.getByText('In Dutch').first()).toBeVisible();
  await page.locator('main h2[lang="nl"] a').first().click();
  await expect(page.getByText(ONLY_DUTCH)).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/en\/nieuws\/.+/);
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('what the server wrote stays or becomes an error with a way to try again when nothing more can be loaded', async ({ browser }) => {
  const [first] = await dutchOnly();
  const page = await asVisitor(browser);
  await page.route('**/_fragment.json*', (route) => route.abort());
  const slug = first?.attributes.slug ?? '';
  const path = first?.attributes.page_type === 'news' ? `/nieuws/${slug}` : `/${slug}`;
  await page.goto(`${world.origin}/en${path}`, { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('heading', { level: 2 })).first()).toBeVisible();
  await expect(skeletons(page)).toHaveCount(0);
});

test('the first page is the one that the centre made, in the language that it has', async ({ browser }) => {
  const raw = await (await fetch(`${world.origin}/en`)).text();
  expect(raw).toContain(ONLY_DUTCH);
  expect(raw).toMatch(/<div lang="nl">[^]*data-block="HeroWithSearch"/);
  const page = await asVisitor(browser);
  for (const address of ['/en', '/']) {
    await page.goto(world.origin + address, { waitUntil: 'networkidle' });
    await expect(page.getByText(ONLY_DUTCH), address).toBeVisible();
    await expect(page.locator('main [lang="nl"] [data-block="HeroWithSearch"]')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(skeletons(page)).toHaveCount(0);
  }
});

const WRITTEN_IN_DUTCH = 'This text is only available in Dutch.';

test('vacancies, organisations and forms say in which language they are, to who reads and to who listens', async ({ browser }) => {
  const page = await asVisitor(browser);
  await page.goto(`${world.origin}/en/vacancies/search`, { waitUntil: 'networkidle' });
  const cards = page.locator('.vacancy-card');
  expect(await cards.locator('h3[lang="nl"], h2[lang="nl"]').count()).toBeGreaterThan(5);
  await expect(page.locator('main')).not.toHaveAttribute('lang', 'nl');
  await cards.locator('.vacancy-link').first().click();
  await expect(page.locator('h1[lang="nl"]')).toBeVisible();
  const { pathname } = new URL(page.url());
  const organization = await page.locator('.by a').getAttribute('href');
  for (const path of [pathname, organization ?? '', dutchForm]) {
    const raw = await (await fetch(world.origin + path)).text();
    expect(raw, path).toContain(WRITTEN_IN_DUTCH);
    expect(raw.split('<main').at(-1), path).toContain('lang="nl"');
    await page.goto(world.origin + path, { waitUntil: 'networkidle' });
    await expect(page.getByText(WRITTEN_IN_DUTCH), path).toBeVisible();
    await expect(page.locator('main [lang="nl"]').first()).toContainText(/\S/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    // Who reads Dutch needs no such line.
    await page.goto(world.origin + path.replace(/^\/en/, '/nl'), { waitUntil: 'networkidle' });
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('main [lang]')).toHaveCount(0);
  }
});

test('search, the social map and the legal texts are in English', async ({ browser }) => {
  const page = await asVisitor(browser);
  for (const path of ['/en/vacancies/search', '/en/sociale-kaart', '/en/privacy', '/en/voorwaarden']) {
    await page.goto(world.origin + path, { waitUntil: 'networkidle' });
    await expect(skeletons(page), path).toHaveCount(0);
    await expect(page.getByText(ONLY_DUTCH), path).toHaveCount(0);
    await expect(page.locator('h1').first()).toBeVisible();
  }
});
