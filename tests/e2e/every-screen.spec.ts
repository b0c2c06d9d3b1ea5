// Every screen of the table, as somebody who comes there sees it: at a desk and on a phone, in light and in dark, in
// Dutch and in English. SHOTS=folder keeps a picture of each.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { ROUTES } from '../../ui/src/app/routes.ts';
import { namesIn, sentencesOf, titleOf, wordsOnPage } from './screen-words.ts';
import { accessibilityOf, callsOf, signIn, startWorld, whenSettled, type World } from './world.ts';

type Reader = 'visitor' | 'volunteer' | 'organisation' | 'mentor' | 'centre' | 'admin';
type Language = 'nl' | 'en';

interface Visit {
  /** As in the table of screens. */
  screen: string;
  as: Reader;
  /** Where it is, when that differs from the path of the table. */
  at?: string;
  /** Or the first link of another screen whose address fits. */
  linkOn?: { path: string; like: RegExp };
  /** What axe cannot look into: a letter in its frame runs no script. */
  without?: string;
  /** Not written in English. */
  isDutch?: true;
  /** Explains names in braces that the centre may write. */
  saysBraces?: true;
  /** Refused until the second step is proved, which its own screen asks for: this call is, and nothing else. */
  asksSecondStep?: string;
}

const EMAILS: Readonly<Record<Exclude<Reader, 'visitor'>, string>> = {
  volunteer: 'vrijwilliger@demo.voluntr.example',
  organisation: 'organisatie@demo.voluntr.example',
  mentor: 'mentor@demo.voluntr.example',
  centre: 'centrum@demo.voluntr.example',
  admin: 'admin@demo.voluntr.example',
};

const ONE_USER = { path: '/users?role=volunteer', like: /\/users\/\d+$/ };
const ONE_VACANCY = { path: '/vacancies/search', like: /\/vacancies\/\d+$/ };
const ONE_ACTIVITY = { path: '/activiteitenkalender', like: /\/activiteitenkalender\/\d+-[a-z0-9-]+$/ };
const ONE_PLACE = { path: '/sociale-kaart', like: /\/sociale-kaart\/\d+$/ };
const ONE_APPLICATION = { path: '/applications', like: /\/applications\/\d+/ };
const ONE_PAGE = { path: '/content/pages', like: /\/content\/pages\/\d+\/edit$/ };
const ONE_DRAFT_NEWSLETTER = {
  path: '/content/newsletters?status=draft',
  like: /\/content\/newsletters\/\d+\/edit$/,
};
const ONE_PLANNED_NEWSLETTER = { path: '/content/newsletters?status=scheduled', like: /\/content\/newsletters\/\d+$/ };
const ONE_FORM = { path: '/form_builder', like: /\/form_builder\/\d+$/ };
const ONE_REQUEST = { path: '/profiel/hulpvragen', like: /\/profiel\/hulpvragen\/\d+$/ };
const ONE_STOCK_IMAGE = { path: '/content/stock-images', like: /\/content\/stock-images\/\d+$/ };
const ONE_ACTIVITY_AT_WORK = {
  path: '/activiteitenkalender/overzicht',
  like: /\/activiteitenkalender\/overzicht\/\d+$/,
};
const ONE_PUBLIC_NEWSLETTER = { path: '/nieuwsbrief', like: /\/nieuwsbrief\/\d+$/ };
const ONE_EDIT = { path: '/vacancies', like: /\/vacancies\/\d+\/edit$/ };

const VISITS: readonly Visit[] = [
  { screen: '/', as: 'visitor' },
  { screen: '/vacancies/search', as: 'visitor' },
  { screen: '/vacancies/search', as: 'visitor', at: '/vacancies/search?q=xyzzyx' },
  { screen: '/zoeken', as: 'visitor' },
  { screen: '/zoeken', as: 'visitor', at: '/zoeken?q=koffie' },
  { screen: '/zoeken', as: 'visitor', at: '/zoeken?q=xyzzyx' },
  { screen: '/vacancies/:id', as: 'visitor', linkOn: ONE_VACANCY },
  { screen: '/een-op-een-hulp/nieuw', as: 'visitor' },
  { screen: '/een-op-een-hulp/nieuw', as: 'visitor', at: '/een-op-een-hulp/nieuw?aanbod=1&vraag=5' },
  { screen: '/een-op-een-hulp/mijn', as: 'visitor', at: '/een-op-een-hulp/mijn?bevestig=unknown' },
  { screen: '/een-op-een-hulp/mijn', as: 'visitor', at: '/een-op-een-hulp/mijn' },
  { screen: '/confirm', as: 'visitor', at: '/confirm?token=unknown' },
  { screen: '/toestemming', as: 'visitor', at: '/toestemming' },
  { screen: '/nieuwsbrief', as: 'visitor' },
  { screen: '/nieuwsbrief', as: 'volunteer' },
  { screen: '/nieuwsbrief/bevestigen', as: 'visitor', at: '/nieuwsbrief/bevestigen?token=unknown' },
  { screen: '/nieuwsbrief/bevestigen', as: 'visitor', at: '/nieuwsbrief/bevestigen' },
  { screen: '/nieuwsbrief/voorkeuren', as: 'visitor', at: '/nieuwsbrief/voorkeuren' },
  { screen: '/nieuwsbrief/:id', as: 'visitor', linkOn: ONE_PUBLIC_NEWSLETTER, isDutch: true },
  { screen: '/auth/login-1', as: 'visitor' },
  { screen: '/inloggen', as: 'visitor' },
  { screen: '/auth/recover', as: 'visitor' },
  { screen: '/auth/reset', as: 'visitor', at: '/auth/reset?token=unknown' },
  { screen: '/switch', as: 'visitor' },
  { screen: '/gemeld/:id', as: 'volunteer', at: '/gemeld/1' },
  { screen: '/signup', as: 'visitor' },
  { screen: '/signup/success', as: 'visitor' },
  { screen: '/privacy', as: 'visitor' },
  { screen: '/voorwaarden', as: 'visitor' },
  { screen: '/hoe-werkt-het', as: 'visitor' },
  { screen: '/profiel/bewaard', as: 'visitor' },
  { screen: '/profiel/bewaard', as: 'volunteer' },
  { screen: '/toegankelijkheid', as: 'visitor' },
  { screen: '/account/verwijderen', as: 'visitor' },
  { screen: '/organizations/signup', as: 'visitor' },
  { screen: '/organizations/signup/success', as: 'visitor' },
  { screen: '/organizations/:id', as: 'visitor', at: '/organizations/1' },
  { screen: '/activiteitenkalender', as: 'visitor' },
  { screen: '/agenda/abonneren', as: 'visitor' },
  { screen: '/agenda/abonneren', as: 'visitor', at: '/agenda/abonneren?soort=meet&gratis=1' },
  { screen: '/activiteitenkalender', as: 'visitor', at: '/activiteitenkalender?weergave=maand' },
  { screen: '/activiteitenkalender', as: 'visitor', at: '/activiteitenkalender?weergave=week' },
  { screen: '/activiteitenkalender', as: 'visitor', at: '/activiteitenkalender?q=xyzzyx' },
  { screen: '/activiteitenkalender/:id', as: 'visitor', linkOn: ONE_ACTIVITY, isDutch: true },
  { screen: '/sociale-kaart', as: 'visitor' },
  { screen: '/sociale-kaart', as: 'visitor', at: '/sociale-kaart?q=xyzzyx' },
  { screen: '/sociale-kaart/:id', as: 'visitor', linkOn: ONE_PLACE },
  { screen: '/:slug?', as: 'visitor', at: '/over-ons' },
  { screen: '/partners', as: 'visitor' },
  { screen: '/nieuws/:slug?', as: 'visitor', at: '/nieuws' },
  { screen: '/nieuws/:slug?', as: 'visitor', at: '/nieuws/schuif-aan', isDutch: true },
  { screen: '/een-op-een-hulp', as: 'visitor' },
  { screen: '/forms/:token?', as: 'visitor', at: '/forms/demo-formulier-2' },
  { screen: '/forms/:token?', as: 'visitor', at: '/forms' },
  { screen: '/', as: 'volunteer' },
  { screen: '/profiel', as: 'volunteer' },
  { screen: '/profiel', as: 'volunteer', at: '/profiel?vraag=1' },
  { screen: '/profiel', as: 'volunteer', at: '/profiel?vraag=5' },
  { screen: '/dashboard', as: 'volunteer' },
  { screen: '/dashboard', as: 'organisation' },
  { screen: '/dashboard', as: 'centre' },
  { screen: '/profile-edit', as: 'volunteer' },
  { screen: '/profile-edit/email', as: 'volunteer' },
  { screen: '/profile-edit/settings', as: 'volunteer' },
  { screen: '/profile-edit/periodieke-mail', as: 'volunteer' },
  { screen: '/account/privacy', as: 'volunteer' },
  { screen: '/account/verklaringen', as: 'volunteer' },
  { screen: '/account/verwijderen', as: 'volunteer' },
  { screen: '/account/roles', as: 'volunteer' },
  { screen: '/profiel/verwijderd', as: 'volunteer' },
  { screen: '/auth/token', as: 'volunteer' },
  { screen: '/applications', as: 'volunteer' },
  { screen: '/applications/:id', as: 'volunteer', linkOn: ONE_APPLICATION },
  { screen: '/profiel/hulpvragen/:id', as: 'volunteer', linkOn: ONE_REQUEST },
  { screen: '/uitloggen', as: 'volunteer' },
  { screen: '/profile-replies', as: 'volunteer' },
  { screen: '/profile-replies', as: 'volunteer', at: '/profile-replies?weergave=archief' },
  { screen: '/profile-replies', as: 'organisation' },
  { screen: '/profile-replies', as: 'centre' },
  { screen: '/applications', as: 'organisation' },
  { screen: '/applications/:id', as: 'organisation', linkOn: ONE_APPLICATION },
  { screen: '/vacancies', as: 'organisation' },
  { screen: '/vacancies/add', as: 'organisation' },
  { screen: '/vacancies/:id/edit', as: 'organisation', linkOn: ONE_EDIT },
  { screen: '/vrijwilligerspool', as: 'organisation' },
  { screen: '/vrijwilligerspool', as: 'organisation', at: '/vrijwilligerspool?vacature=4&wanneer=wed_afternoon' },
  { screen: '/vrijwilligerspool', as: 'centre' },
  { screen: '/workshops', as: 'organisation' },
  { screen: '/workshops', as: 'centre' },
  { screen: '/organizations/:id/edit', as: 'organisation', at: '/organizations/1/edit' },
  { screen: '/students', as: 'mentor' },
  { screen: '/uren', as: 'volunteer' },
  { screen: '/conversations', as: 'volunteer' },
  { screen: '/conversations', as: 'organisation', at: '/conversations?folder=waiting' },
  { screen: '/conversations', as: 'centre' },
  { screen: '/uren/bewijs', as: 'volunteer' },
  { screen: '/uren/bevestigen', as: 'organisation' },
  { screen: '/uren/bevestigen', as: 'mentor' },
  { screen: '/uren/bevestigen', as: 'centre', at: '/uren/bevestigen?weergave=bevestigd' },
  { screen: '/verklaringen', as: 'centre' },
  { screen: '/balie', as: 'centre' },
  { screen: '/verklaringen', as: 'centre', at: '/verklaringen?view=risk' },
  { screen: '/verklaringen', as: 'organisation', at: '/verklaringen?view=all' },
  { screen: '/organizations', as: 'centre' },
  { screen: '/organizations', as: 'centre', at: '/organizations?status=all&open=3' },
  { screen: '/organizations/add', as: 'centre' },
  { screen: '/organizations/import', as: 'centre' },
  { screen: '/organizations/suggestions', as: 'centre' },
  { screen: '/organizations/approve', as: 'centre' },
  { screen: '/vacancies', as: 'centre' },
  { screen: '/moderation', as: 'centre' },
  { screen: '/moderation', as: 'centre', at: '/moderation?kind=report' },
  { screen: '/moderation/rapport', as: 'centre' },
  { screen: '/analytics', as: 'centre' },
  { screen: '/analytics', as: 'centre', at: '/analytics?tab=applications&compare=none' },
  { screen: '/analytics', as: 'centre', at: '/analytics?tab=searches' },
  { screen: '/analytics', as: 'organisation' },
  { screen: '/admin/audit-log', as: 'admin' },
  { screen: '/admin/audit-log', as: 'organisation' },
  { screen: '/admin/audit-log', as: 'centre', at: '/admin/audit-log?q=xyzzyx' },
  { screen: '/analytics/index-2', as: 'centre' },
  { screen: '/admin/data-viewer', as: 'admin', asksSecondStep: '/api/v1/admin/data_viewer' },
  { screen: '/analytics/year-report', as: 'centre' },
  { screen: '/analytics/year-report/edit', as: 'centre' },
  { screen: '/vacancies/bulk-edit', as: 'centre' },
  { screen: '/applications', as: 'centre' },
  { screen: '/users', as: 'centre' },
  { screen: '/users', as: 'centre', at: '/users?q=xyzzyx' },
  { screen: '/users/add', as: 'centre' },
  { screen: '/users/import', as: 'centre' },
  { screen: '/users/:id', as: 'centre', linkOn: ONE_USER },
  { screen: '/users/:id/edit', as: 'centre', linkOn: ONE_USER },
  { screen: '/instellingen', as: 'centre' },
  { screen: '/instellingen/organisatie', as: 'centre' },
  { screen: '/instellingen/design', as: 'centre' },
  { screen: '/instellingen/footer', as: 'centre' },
  { screen: '/instellingen/contact-person', as: 'centre' },
  { screen: '/instellingen/keuzelijsten', as: 'centre' },
  { screen: '/notification_templates', as: 'centre' },
  { screen: '/notification_templates', as: 'centre', at: '/notification_templates?q=xyzzyx' },
  {
    screen: '/notification_templates/:id/edit',
    as: 'centre',
    at: '/notification_templates/application_new/edit',
    without: 'iframe[sandbox]',
    saysBraces: true,
  },
  {
    screen: '/notification_templates/:id/edit',
    as: 'admin',
    at: '/notification_templates/vacancy_expired/edit?scope=tenant',
    without: 'iframe[sandbox]',
    saysBraces: true,
  },
  { screen: '/instellingen/centra', as: 'admin' },
  { screen: '/instellingen/partners', as: 'admin' },
  { screen: '/instellingen/sleutels', as: 'centre' },
  { screen: '/content', as: 'centre' },
  { screen: '/content/pages', as: 'centre' },
  { screen: '/content/pages/new', as: 'centre' },
  { screen: '/content/pages/:id/edit', as: 'centre', linkOn: ONE_PAGE },
  { screen: '/content/news', as: 'centre' },
  { screen: '/content/newsletters', as: 'centre' },
  { screen: '/content/newsletters', as: 'centre', at: '/content/newsletters?status=paused' },
  { screen: '/content/newsletters/subscribers', as: 'centre' },
  { screen: '/content/newsletters/subscribers', as: 'centre', at: '/content/newsletters/subscribers?q=xyzzyx' },
  { screen: '/content/newsletters/:id', as: 'centre', linkOn: ONE_PLANNED_NEWSLETTER },
  { screen: '/content/newsletters/:id/edit', as: 'centre', linkOn: ONE_DRAFT_NEWSLETTER },
  { screen: '/content/menu-items', as: 'centre' },
  { screen: '/content/file-upload', as: 'centre' },
  { screen: '/content/stock-images', as: 'centre' },
  { screen: '/content/stock-images/:id', as: 'centre', linkOn: ONE_STOCK_IMAGE },
  { screen: '/instellingen/teksten', as: 'centre', saysBraces: true },
  { screen: '/activiteitenkalender/overzicht', as: 'centre' },
  { screen: '/activiteitenkalender/overzicht', as: 'organisation' },
  { screen: '/activiteitenkalender/overzicht/nieuw', as: 'organisation' },
  { screen: '/activiteitenkalender/overzicht/:id', as: 'centre', linkOn: ONE_ACTIVITY_AT_WORK },
  {
    screen: '/activiteitenkalender/overzicht/:id',
    as: 'organisation',
    linkOn: ONE_ACTIVITY_AT_WORK,
    at: '/activiteitenkalender/overzicht/:id?deel=deelnemers',
  },
  { screen: '/activiteitenkalender/overzicht/:id/inchecken', as: 'centre', linkOn: ONE_ACTIVITY_AT_WORK },
  { screen: '/activiteitenkalender/overzicht/:id/wijzigen', as: 'centre', linkOn: ONE_ACTIVITY_AT_WORK },
  { screen: '/organizations/places', as: 'centre' },
  { screen: '/voluntr/changelog', as: 'volunteer' },
  { screen: '/voluntr/changelog', as: 'admin' },
  { screen: '/content/forms', as: 'centre' },
  { screen: '/form_builder', as: 'centre' },
  { screen: '/form_builder/new', as: 'centre' },
  { screen: '/form_builder/:id', as: 'centre', linkOn: ONE_FORM },
  { screen: '/form_builder/:id/edit', as: 'centre', at: '/form_builder/2/edit' },
  { screen: '/form_builder/:id/preview', as: 'centre', at: '/form_builder/2/preview' },
  { screen: '/form_builder/:id/submissions/:submissionId', as: 'centre', at: '/form_builder/2/submissions/1' },
  { screen: '/organizations/:id/move', as: 'centre', at: '/organizations/1/move' },
  { screen: '/users/:id/add_role', as: 'centre', linkOn: ONE_USER },
  // For developers; the gallery is in one language.
  { screen: '/test/components', as: 'admin', isDutch: true },
  { screen: '/test/mails', as: 'admin', without: 'iframe[sandbox]' },
  ...ROUTES.filter(({ titleKey }) => titleKey === 'testPage.title').map(({ path }): Visit => ({ screen: path, as: 'admin' })),
];

/** A screen of one's own that is not named above is visited as a volunteer. */
const NAMED = new Set(VISITS.map(({ screen }) => screen));
const ALL_VISITS: readonly Visit[] = [
  ...VISITS,
  ...ROUTES.filter((row) => !row.public && !row.work && !row.path.includes(':') && !NAMED.has(row.path)).map(
    (row): Visit => ({ screen: row.path, as: 'volunteer' }),
  ),
];

/** Each width in light and in dark, the fewest changes after one another. */
const LOOKS = [
  { width: 1280, colour: 'light' },
  { width: 360, colour: 'light' },
  { width: 360, colour: 'dark' },
  { width: 1280, colour: 'dark' },
] as const;

const SHOTS = process.env['SHOTS'];

// What is wrong is told in words; a trace of some hundred pages would double the time.
test.use({ trace: 'off' });

// Each worker has a world of its own, and each reader changes nothing.
test.describe.configure({ mode: 'parallel' });

let world: World;

test.beforeAll(async () => {
  world = await startWorld();
  await switchOnHelp();
  await planActivity();
  await showVolunteer();
  await writeNewsletters();
});

test.afterAll(async () => {
  await world?.stop();
});

/** The demo has no requests for help: they are switched on, and somebody asks. */
async function switchOnHelp(): Promise<void> {
  const admin = await callsOf(world, EMAILS.admin);
  const { data } = await admin('GET', '/volunteer_centers/current');
  await admin('PATCH', `/volunteer_centers/${data.id}`, { peer_to_peer: true });
  const asker = await callsOf(world, EMAILS.volunteer);
  await asker('POST', '/vacancies', {
    title: 'Samen naar de markt',
    vacancy_type: 'one-on-one',
    description: '<p>Mijn heup is stuk. Wie gaat er op dinsdag met mij mee naar de markt, een uurtje of twee?</p>',
    schedule: 'Dinsdagochtend',
    address: { street: 'Veldweg', house_number: '7', postal_code: '5301 AA', city: 'Zaltbommel' },
  });
}

/** Something in the calendar that is still to come. */
async function planActivity(): Promise<void> {
  const centre = await callsOf(world, EMAILS.centre);
  const { data } = await centre('POST', '/activities', {
    title: 'Samen koffie drinken',
    description: '<p>Iedereen is welkom, ook als je nog nooit bent geweest.</p>',
    activity_categories: ['meet'],
    online: true,
    online_url: 'https://koffie.example.org/tafel',
    starts_at: '2099-11-03T10:00',
    ends_at: '2099-11-03T11:30',
    recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=5',
  });
  await centre('PUT', `/activities/${data.id}/transition`, { event: 'publish' });
}

/** Somebody who wants to be found by organisations. */
async function showVolunteer(): Promise<void> {
  const volunteer = await callsOf(world, EMAILS.volunteer);
  await volunteer('PATCH', '/volunteer_profiles/current', {
    headline: 'Oud-verpleegkundige, praat graag al wandelend',
    about: 'Ik houd van een rondje langs de dijk.',
    languages: ['nl', 'ar'],
    language_levels: { ar: 'basic' },
    availability: ['wed_afternoon', 'tue_evening'],
  });
  // Not a document of a resource.
  await volunteer('PUT', '/volunteer_profiles/current/visibility', undefined, { visible: true });
}

/** One that is written, and one that waits. */
async function writeNewsletters(): Promise<void> {
  const reader = await callsOf(world, EMAILS.volunteer);
  await reader('POST', '/consents', { kind: 'newsletter', is_given: true });
  const centre = await callsOf(world, EMAILS.centre);
  const written = {
    title: 'Nieuwsbrief december',
    subject: 'December: wie drinkt er mee?',
    blocks: [
      { type: 'heading', title: 'December is voor elkaar' },
      { type: 'text', text: 'De dagen worden kort. Heb je een uurtje?' },
      { type: 'vacancies', title: 'Nu nodig' },
    ],
  };
  await centre('POST', '/newsletters', written);
  const { data } = await centre('POST', '/newsletters', { ...written, title: 'Nieuwsbrief van later' });
  await centre('POST', `/newsletters/${data.id}/test_mail`, { locale: 'nl' });
  await centre('PUT', `/newsletters/${data.id}/schedule`, undefined, {
    data: { attributes: { send_at: new Date(Date.now() + 7 * 86_400_000).toISOString() } },
  });
}

test('every screen of the table is visited', () => {
  // The campaign has a page on one host of one preset alone, where tests/it/content/campaign.rs reads it.
  const visited = new Set([...ALL_VISITS.map(({ screen }) => screen), '/gelderse-handen']);
  expect(ROUTES.map(({ path }) => path).filter((path) => !visited.has(path))).toEqual([]);
});

/** Screens of one test: a reader with many has several, side by side. */
const AT_ONCE = 14;
const TOURS = [...new Set(ALL_VISITS.map((visit) => visit.as))].flatMap((reader) => {
  const visits = ALL_VISITS.filter((each) => each.as === reader);
  const count = Math.ceil(visits.length / AT_ONCE);
  return Array.from({ length: count }, (_, at) => ({
    reader,
    name: count > 1 ? `${reader}, ${at + 1} of ${count},` : reader,
    visits: visits.filter((_, index) => index % count === at),
  }));
});

for (const { reader, name, visits } of TOURS) {
  test(`what a ${name} sees fits, is read in two languages and is within reach of everybody`, async ({ browser }) => {
    test.setTimeout(240_000);
    const wrong: string[] = [];
    const looker = await open(browser, reader);
    for (const visit of visits) {
      const address = await addressOf(looker.page, visit);
      for (const language of visit.isDutch ? (['nl'] as const) : (['nl', 'en'] as const)) {
        const told = await lookAt(looker, visit, address, language);
        wrong.push(...told.map((each) => `${language} ${address} as ${reader}: ${each}`));
      }
    }
    await looker.page.context().close();
    expect(wrong).toEqual([]);
  });
}

test('on a phone the suggested places leave the button to search in sight, which works at the first press', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (const path of ['/', '/vacancies/search']) {
    await page.goto(world.origin + path);
    const form = page.getByRole('main').getByRole('search');
    const list = form.getByRole('listbox');
    const send = form.getByRole('button', { name: 'Zoeken', exact: true });
    await form.getByRole('combobox', { name: 'Waar?' }).pressSequentially('53');
    await expect(list.getByRole('option').first()).toBeVisible();
    const [below, above] = [await send.boundingBox(), await list.boundingBox()];
    expect(below?.y, path).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `suggested${path.replaceAll('/', '-')}.png`) });
    await page.mouse.move((below?.x ?? 0) + 40, (below?.y ?? 0) + 20);
    await page.mouse.down();
    await page.mouse.up();
    await expect(page, path).toHaveURL(/near=53/);
    await expect(list).toBeHidden();
  }
});

interface Looker {
  page: Page;
  settled: () => Promise<void>;
  /** What the console had to say since it was asked last. */
  complaints: () => string[];
}

async function open(browser: Browser, reader: Reader): Promise<Looker> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  let complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  if (reader !== 'visitor') await signIn(page, world, EMAILS[reader]);
  complaints = [];
  return {
    page,
    settled: whenSettled(page),
    complaints: () => complaints.splice(0),
  };
}

async function addressOf(page: Page, { screen, at, linkOn }: Visit): Promise<string> {
  if (!linkOn) return at ?? screen;
  await page.goto(world.origin + linkOn.path);
  const like = linkOn.like.source;
  const found = await page.waitForFunction(
    (source) => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')];
      return links.map((link) => new URL(link.href).pathname).find((path) => new RegExp(source).test(path)) ?? false;
    },
    like,
    { timeout: 10_000 },
  );
  const id = /\d+/.exec(String(await found.jsonValue()))?.[0] ?? '';
  return (at ?? screen).replace(':id', id);
}

async function lookAt({ page, settled, complaints }: Looker, visit: Visit, address: string, language: Language) {
  complaints();
  // Who saw a page in English gets the next one in English too, also when its address names no language.
  await page.context().clearCookies({ name: 'language' });
  await page.setViewportSize({ width: LOOKS[0].width, height: 900 });
  await page.emulateMedia({ colorScheme: LOOKS[0].colour });
  await page.goto(world.origin + (language === 'nl' ? '' : `/${language}`) + address);
  await settled();
  const told: string[] = [];
  for (const [at, look] of LOOKS.entries()) {
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.colour });
    const name = `${look.width} ${look.colour}`;
    const over = await widthTooMany(page);
    if (over > 0) told.push(`${name}: scrolls ${over} px sideways`);
    if (SHOTS) await keepPicture(page, `${visit.as}-${address}`, `${language}-${look.width}-${look.colour}`);
    // Once in each colour mode, and once at each width.
    if (language === 'nl' && at % 2 === 0) told.push(...(await accessibilityOf(page, visit.without)).map((each) => `${name}: ${each}`));
  }
  told.push(...(await readPage(page, visit, language)));
  const refused = `403 (Forbidden) ${world.origin}${visit.asksSecondStep}`;
  const heard = complaints();
  const others = heard.filter((each) => !visit.asksSecondStep || !each.endsWith(refused));
  if (visit.asksSecondStep && others.length === heard.length) told.push('does not ask for the second step');
  told.push(...others);
  return told;
}

/** Pixels that the page is wider than the window, once what follows the width of the window has followed it. */
async function widthTooMany(page: Page): Promise<number> {
  const measure = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  let over = await measure();
  for (let tries = 0; over > 0 && tries < 20; tries += 1) {
    await page.waitForTimeout(100);
    over = await measure();
  }
  return over;
}

async function readPage(page: Page, { screen, saysBraces }: Visit, language: Language): Promise<string[]> {
  const told: string[] = [];
  const said = await page.locator('html').getAttribute('lang');
  if (said !== language) told.push(`says that its language is ${said}`);
  const first = page.getByRole('heading', { level: 1 });
  await first.first().waitFor({ timeout: 20_000 }).catch(() => null);
  const headings = await first.allTextContents();
  if (headings.length !== 1 || headings[0]?.trim() === '') told.push(`has ${headings.length} first headings: ${headings.join(' | ')}`);
  const title = await page.title();
  if (!/^\S.* - Meedoen in Lindewaard$/.test(title)) told.push(`is titled '${title}'`);
  // A page that has no better title has the one of the table, in its own language.
  const other = titleOf(screen, language === 'nl' ? 'en' : 'nl');
  if (other !== titleOf(screen, language) && title.startsWith(`${other} - `)) told.push(`is titled '${title}'`);
  const words = await wordsOnPage(page);
  const foreign = sentencesOf(language === 'nl' ? 'en' : 'nl', language);
  for (const each of words) {
    const isEmpty = /\bundefined\b|\bNaN\b|\[object|Invalid Date/.test(each) || (!saysBraces && each.includes('{{'));
    if (isEmpty || namesIn(each).length > 0) told.push(`says '${each}'`);
    if (foreign.has(each)) told.push(`says '${each}' in the other language`);
  }
  return told;
}

async function keepPicture(page: Page, address: string, look: string): Promise<void> {
  const folder = join(SHOTS ?? '', look);
  mkdirSync(folder, { recursive: true });
  const name = address.replace(/[^a-z0-9]+/gi, '-').replace(/-$/, '');
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
}
