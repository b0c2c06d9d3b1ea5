// The blocks of a page as visitors meet them: each of the nineteen in every preset, light and dark, narrow and wide, with
// and without scripts; and what the app adds to them.
import { expect, type Page, test } from '@playwright/test';
import { accessibilityOf, PASSWORD, startWorld, type World } from './world.ts';

const CENTRE = 'centrum@demo.voluntr.example';
const PRESETS = ['demo', 'roermond', 'oldebroek', 'meedoen', 'public'] as const;
const GROUNDS = ['page', 'card', 'accent', 'dark'] as const;
const VIDEO = 'abcdefghijk';

let world: World;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  world = await startWorld();
  for (const preset of PRESETS.slice(1)) {
    await world.run('tenant', 'add', preset, '--preset', preset, '--domain', `${preset}.localhost`);
    await world.run('second-factor', 'rule', 'optional', '--tenant', preset);
    await world.run('demo', 'seed', '--tenant', preset, '--vacancies', '8', '--organisations', '6', '--volunteers', '4', '--applications', '4');
  }
});

test.afterAll(async () => {
  await world?.stop();
});

const hostOf = (preset: string): string =>
  preset === 'demo' ? world.origin : `http://${preset}.localhost:${new URL(world.origin).port}`;

const drawing = (name: string, alt: string) => ({ stock: name, alt, decorative: false });
const link = (href: string, label: string) => ({ href, label });
const TABLE = drawing('tafel', 'Zes buren aan een lange tafel');
const SENTENCE = 'Je hoeft niets te kunnen om te beginnen.';

/** One of each type, in an order in which the first carries the title of the page. */
const EVERY_BLOCK: readonly (readonly [string, object])[] = [
  ['PhotoHero', { title: 'Alles op één pagina', text: SENTENCE, picture: TABLE, buttons: [{ link: link('/vacancies/search', 'Vacatures bekijken'), style: 'primary' }, { link: link('/nieuws', 'Nieuws lezen'), style: 'quiet' }] }],
  ['HeroWithSearch', { title: 'Waar wil je helpen?' }],
  ['SectionTitle', { title: 'Wat kun je doen in één uur?', text: SENTENCE, align: 'center' }],
  ['Markdown', { text: '## Vrijwilliger worden\n\nKom *langs* of [bel ons](tel:+31418550120).\n\n| Dag | Waar |\n| --- | --- |\n| Maandag | Bibliotheek |\n\n> Je stapt hier binnen met een vraag.\n' }],
  ['ImageTextButtons', { title: 'Eén uur. Eén kop koffie.', text: '<p>Word <strong>maatje</strong> van iemand bij jou in de straat.</p>', picture: drawing('koffie', 'Twee mensen drinken koffie'), picture_side: 'right', buttons: [{ link: link('/over-ons', 'Lees hoe het werkt'), style: 'plain' }] }],
  ['TextWithUsps', { title: 'Wij regelen het saaie deel', text: '<p>Jij komt helpen.</p>', look: 'points', points: [{ title: 'Gratis verzekerd', text: SENTENCE, icon: 'shield' }, { title: 'Een vast gezicht', icon: 'phone' }] }],
  ['QuoteBlock', { quote: 'Ik kook al veertig jaar te veel. Nu weet ik voor wie.', name: 'Henk Terpstra (74)', role: 'kookt voor vier buren', picture: drawing('portret', 'Henk met een pollepel') }],
  ['Image', { picture: TABLE, caption: 'De eerste buurtmaaltijd.', credit: 'Tekening: Meedoen', width: 'panorama' }],
  ['PhotoSlideshow', { title: 'Zo was de Helpdag', slides: [{ picture: drawing('tuin', 'Een tuinder'), caption: 'De moestuin.' }, { picture: drawing('soep', 'Twee koks') }, { picture: drawing('repair', 'Twee mensen repareren een lamp') }] }],
  ['YouTube', { title: 'Een ochtend met Fatima', text: SENTENCE, length: '2 minuten', video: VIDEO, picture: drawing('lezen', 'Een vrouw leest voor') }],
  ['LogoBar', { title: 'Dit doen we samen met', logos: [{ name: 'Gemeente' }, { name: 'Bibliotheek', link: link('https://www.example.org', 'Bibliotheek') }] }],
  ['CallToAction', { title: 'Twijfel je nog?', text: SENTENCE, link: link('/contactformulier', 'Afspraak maken') }],
  ['DualCta', { calls: [{ title: 'Ik wil helpen', text: SENTENCE, link: link('/vacancies/search', 'Vacatures zoeken') }, { title: 'Wij zoeken mensen', link: link('/organizations/signup', 'Vacature plaatsen') }] }],
  ['Hotlinks', { title: 'Snel regelen', links: [{ link: link('/signup', 'Account maken'), text: 'In twee minuten' }, { link: link('https://www.example.org', 'Verzekering nakijken') }] }],
  ['FourCards', { title: 'Vier kaarten', cards: [{ title: 'Maatje zijn', text: 'Samen wandelen.', picture: drawing('wandelen', 'Twee wandelaars'), link: link('/vacancies/search', 'Kijken') }, { title: 'Bestuurswerk' }] }],
  ['DynamicCards', { title: 'Net geplaatst', source: 'vacancies', number: 3 }],
  ['NewsCarousel', { title: 'Nieuws', number: 6 }],
  ['ActivityCalendar', { title: 'Binnenkort te doen', number: 4, which: 'all' }],
  ['VacancyCategories', { title: 'Waar word jij blij van?', number: 8 }],
  ['BuilderForm', { form: 'CONTACT', title: 'Een vraag stellen', text: '<p>We bellen je deze week.</p>' }],
];

/** Makes and publishes a page as the centre; gives its path. */
async function publish(page: Page, origin: string, blocks: object[], slug: string): Promise<void> {
  await page.goto(`${origin}/privacy`);
  await page.evaluate(
    async ({ email, password, wanted, address }) => {
      const said = async (answer: Response) => {
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`);
        return text ? JSON.parse(text) : {};
      };
      const signedIn = await fetch('/auth/sign_in', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const kept = Object.fromEntries(['access-token', 'client', 'uid'].map((name) => [name, signedIn.headers.get(name) ?? '']));
      const ask = async (method: string, path: string, body?: object, more: Record<string, string> = {}) => {
        const answer = await fetch(`/api/v1${path}`, {
          method,
          headers: { ...kept, 'Content-Type': 'application/json', ...more },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        const token = answer.headers.get('access-token');
        if (token) kept['access-token'] = token;
        return { document: await said(answer), etag: answer.headers.get('etag') ?? '' };
      };
      const forms = await ask('GET', '/forms?filter[is_contact_eq]=true').catch(() => ask('GET', '/forms'));
      const form = forms.document.data.find((each: { attributes: { is_contact?: boolean } }) => each.attributes.is_contact) ?? forms.document.data[0];
      const made = await ask('POST', '/pages', {
        data: { type: 'pages', attributes: { title: 'Alle blokken', slug: address, locale: 'nl', page_type: 'default', show_title_on_page: false } },
      });
      const id = made.document.data.id;
      const page = await ask('GET', `/pages/${id}`);
      const own = wanted.map((block) => JSON.parse(JSON.stringify(block).replace('"CONTACT"', JSON.stringify(form.id))));
      await ask('PUT', `/pages/${id}/content_blocks`, { blocks: own }, { 'If-Match': page.etag });
      const filled = await ask('GET', `/pages/${id}`);
      await ask('PUT', `/pages/${id}/publish`, undefined, { 'If-Match': filled.etag });
    },
    { email: CENTRE, password: PASSWORD, wanted: blocks, address: slug },
  );
}

const allBlocks = (shift: number) =>
  EVERY_BLOCK.map(([block_type, content], at) => ({ block_type, content, ground: GROUNDS[(at + shift) % GROUNDS.length] }));

const goesOver = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** The levels of the headings in the order of the page. */
const headings = (page: Page) =>
  page.locator('main :is(h1, h2, h3, h4)').evaluateAll((all) => all.map((each) => Number(each.tagName.slice(1))));

for (const [shift, preset] of PRESETS.entries()) {
  test(`all twenty blocks in ${preset}, light and dark, narrow and wide`, async ({ page, browser }) => {
    test.setTimeout(240_000);
    const origin = hostOf(preset);
    // Without activities there is no calendar to show.
    const count = preset === 'meedoen' ? 19 : 20;
    await publish(page, origin, allBlocks(shift), 'alle-blokken');
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [360, 1280]) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' });
        const visitor = await context.newPage();
        const where = `${preset}, ${colorScheme}, ${width}`;
        const asked: string[] = [];
        visitor.on('request', (request) => asked.push(new URL(request.url()).host));
        await visitor.goto(`${origin}/alle-blokken`);
        await expect(visitor.locator('[data-block]')).toHaveCount(count);
        // The app stands: it has put the hearts on the vacancies.
        await expect(visitor.locator('.vacancy-card .save-button').first()).toBeVisible();
        expect(await goesOver(visitor), where).toBeLessThanOrEqual(0);
        expect(await accessibilityOf(visitor), where).toEqual([]);
        expect(new Set(asked), where).toEqual(new Set([new URL(origin).host]));
        const levels = await headings(visitor);
        expect(levels.filter((level) => level === 1), where).toHaveLength(1);
        expect(levels.filter((level, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1), where).toEqual([]);
        await context.close();
      }
    }
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const reader = await plain.newPage();
    await reader.goto(`${origin}/alle-blokken`);
    await expect(reader.locator('[data-block]')).toHaveCount(count);
    await expect(reader.getByRole('link', { name: 'Video afspelen' })).toHaveAttribute('href', `https://www.youtube.com/watch?v=${VIDEO}`);
    await expect(reader.locator('[data-block="BuilderForm"] form[method="post"]')).toBeVisible();
    await expect(reader.getByRole('heading', { level: 1, name: 'Alles op één pagina' })).toBeVisible();
    await plain.close();
  });
}

test('the app takes the page over as it stands, and gives each block its life', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await publish(page, world.origin, allBlocks(0), 'levende-blokken');
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const visitor = await context.newPage();
  await visitor.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '<p>video</p>', contentType: 'text/html' }));
  await visitor.addInitScript(() => {
    const seen = window as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visitor.goto(`${world.origin}/levende-blokken`);
  await expect(visitor.locator('.vacancy-card .save-button').first()).toBeVisible();
  expect(await visitor.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.02);

  const photos = visitor.locator('[data-block="PhotoSlideshow"]');
  await expect(photos.getByText('1 van 3')).toBeVisible();
  await photos.getByRole('button', { name: 'Volgende foto' }).click();
  await expect(photos.getByText('2 van 3')).toBeVisible();
  await photos.getByRole('group').focus();
  await visitor.keyboard.press('ArrowRight');
  await expect(photos.getByText('3 van 3')).toBeVisible();
  await photos.getByRole('button', { name: 'Afspelen' }).click();
  await expect(photos.getByRole('button', { name: 'Pauzeren' })).toBeVisible();
  await photos.getByRole('button', { name: 'Pauzeren' }).click();

  await visitor.getByRole('link', { name: 'Video afspelen' }).click();
  await expect(visitor.locator('[data-block="YouTube"] iframe')).toHaveAttribute('src', new RegExp(`youtube-nocookie.com/embed/${VIDEO}`));

  // A heart is kept on the device of a visitor.
  const card = visitor.locator('.vacancy-card').first();
  const title = (await card.locator('.vacancy-link').textContent()) ?? '';
  await card.locator('.save-button').click();
  await expect(card.locator('.save-button')).toHaveAttribute('aria-pressed', 'true');

  const form = visitor.locator('[data-block="BuilderForm"]');
  await form.getByLabel('Hoe heet je?').fill('Noor');
  await form.getByLabel('Wat is je e-mailadres?').fill('noor@voluntr.example');
  await form.getByLabel('Wat wil je vragen of vertellen?').fill('Kan ik zaterdag langskomen?');
  // Sooner after the form is there it is taken for a program's.
  await visitor.waitForTimeout(3100);
  await form.getByRole('button', { name: 'Versturen' }).click();
  await expect(form.getByRole('status')).toBeVisible();

  // A link in a block keeps the app: no page is loaded again.
  await visitor.evaluate(() => Object.assign(window, { isSame: true }));
  await visitor.locator('[data-block="PhotoHero"]').getByRole('link', { name: 'Nieuws lezen' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: 'Nieuws' })).toBeVisible();
  expect(await visitor.evaluate(() => 'isSame' in window)).toBe(true);
  await visitor.goto(`${world.origin}/profiel/bewaard`);
  await expect(visitor.getByRole('link', { name: title })).toBeVisible();
  await context.close();
});

test('news is listed, chosen by kind and tag, and read; an unknown address says so', async ({ page }) => {
  await page.goto(`${world.origin}/nieuws`);
  await page.getByRole('link', { name: 'Verhalen' }).click();
  await expect(page).toHaveURL(/type=success_story/);
  await expect(page.locator('.news-row')).toHaveCount(1);
  await page.locator('.news-row a').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ik kwam voor een uurtje');
  expect(await accessibilityOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'taal', exact: true }).click();
  await expect(page).toHaveURL(/nieuws\?tag=taal/);
  await page.goto(`${world.origin}/nieuws/schuif-aan`);
  await expect(page.getByRole('heading', { level: 2, name: 'Lees ook' })).toBeVisible();
  expect(await accessibilityOf(page)).toEqual([]);
  const answer = await page.goto(`${world.origin}/bestaat-niet`);
  expect(answer?.status()).toBe(404);
  await page.goto(`${world.origin}/partners`);
  await expect(page.getByRole('heading', { level: 1, name: 'Partners' })).toBeVisible();
});
