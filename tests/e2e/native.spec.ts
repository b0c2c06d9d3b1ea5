// The app of a device: built apart, served by itself, with the program as a server elsewhere (docs/native.md).
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { ROOT } from '../../scripts/run.mjs';
import { png } from './png.ts';
import { accessibilityOf, PASSWORD, startWorld, type World } from './world.ts';

const WWW = join(ROOT, 'ui/native/www');
const KINDS: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

let world: World;
let files: Server;
let browser: Browser;
let app: string;
/** What the build calls its server. */
let host: string;

/** As Capacitor serves them: a path that is no file is the page of the app. */
function serveFiles(): Promise<string> {
  files = createServer((request, response) => {
    const path = join(WWW, new URL(request.url ?? '/', 'http://localhost').pathname);
    const isFile = existsSync(path) && statSync(path).isFile();
    const file = isFile ? path : join(WWW, 'index.html');
    response.setHeader('content-type', KINDS[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  return new Promise((done) => {
    files.listen(0, '127.0.0.1', () => {
      const address = files.address();
      done(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
    });
  });
}

test.beforeAll(async ({}, { project }) => {
  const page = readFileSync(join(WWW, 'index.html'), 'utf8');
  host = /href="http:\/\/([^/"]+)\/theme\.css"/.exec(page)?.[1] ?? '';
  expect(host, 'npm run build:native, with VOLUNTR_API_ORIGIN=http://voluntr.test').not.toBe('');
  app = await serveFiles();
  world = await startWorld({ VOLUNTR_CORS_ORIGINS: app });
  // The name of the server is that of the build; here it is the program of this test.
  const launch = project.use.launchOptions ?? {};
  const rule = `--host-resolver-rules=MAP ${host}:80 127.0.0.1:${new URL(world.origin).port}`;
  browser = await chromium.launch({ ...launch, args: [...(launch.args ?? []), rule] });
});

test.afterAll(async () => {
  await browser?.close();
  await world?.stop();
  files?.close();
});

/** Gives the centre a logo, which the server stores; returns its path. */
async function giveLogo(): Promise<string> {
  const signedIn = await fetch(`${world.origin}/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'centrum@demo.voluntr.example', password: PASSWORD }),
  });
  const headers = Object.fromEntries(
    ['access-token', 'client', 'uid'].map((name) => [name, signedIn.headers.get(name) ?? '']),
  );
  const form = new FormData();
  form.append('kind', 'center_logo');
  form.append('file', new Blob([new Uint8Array(png(300, 100))], { type: 'image/png' }), 'logo.png');
  const sent = await fetch(`${world.origin}/api/v1/uploads`, { method: 'POST', headers, body: form });
  const logo: string = (await sent.json()).data.attributes.url;
  const current = await fetch(`${world.origin}/api/v1/volunteer_centers/current?include=profile`);
  const profile = (await current.json()).included[0];
  const saved = await fetch(`${world.origin}/api/v1/${profile.type}/${profile.id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: profile.type, id: profile.id, attributes: { website_logo_url: logo } } }),
  });
  expect(saved.status).toBe(200);
  return logo;
}

interface Opened {
  page: Page;
  /** What was asked of the app's own origin that only a server has, and what no connection or policy let through. */
  wrong: string[];
}

async function open(path: string): Promise<Opened> {
  const context = await browser.newContext({
    locale: 'nl-NL',
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === app && /^\/(api|auth\/sign|uploads|tiles|feeds|theme|branding)|_fragment/.test(pathname))
      wrong.push(`${pathname} was asked of the app`);
  });
  page.on('console', (message) => {
    if (/CORS|Content Security Policy/.test(message.text())) wrong.push(message.text());
  });
  page.on('pageerror', (error) => wrong.push(error.message));
  await page.goto(app + path);
  return { page, wrong };
}

test('a visitor finds a vacancy and opens it', async () => {
  const { page, wrong } = await open('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${app}/vacancies/search`);
  const card = page.locator('.vacancy-card').first();
  await expect(card).toBeVisible();
  const title = (await card.getByRole('heading').innerText()).trim();
  await card.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(new URL(page.url()).origin).toBe(app);
  // Its colours are those of the centre.
  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--v-primary-700'));
  const theme = await (await fetch(`${world.origin}/theme.css`)).text();
  expect(theme).toContain(colour.trim());
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // Asked first: whoever looks at the accessibility reads style sheets by script.
  expect(wrong).toEqual([]);
  expect(await accessibilityOf(page)).toEqual([]);
});

test('a stored picture comes from the server', async () => {
  const logo = await giveLogo();
  const { page, wrong } = await open('/vacancies/search');
  const picture = page.locator(`.toolbar img[src$="${logo}"]`).first();
  await expect(picture).toHaveAttribute('src', `http://${host}${logo}`);
  await expect.poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});

test('a page that the server writes is shown in the app', async () => {
  const { page, wrong } = await open('/activiteitenkalender');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activiteiten');
  await expect(page.locator('main a[href*="/activiteitenkalender/"]').first()).toBeVisible();
  expect(wrong).toEqual([]);
});

test('somebody signs in without a cookie, sees the dashboard, and stays signed in', async () => {
  const { page, wrong } = await open('/inloggen');
  await page.getByLabel('E-mailadres').fill('vrijwilliger@demo.voluntr.example');
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Inloggen', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hallo /);
  await page.goto(`${app}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hallo /);
  const cookies = await page.context().cookies(`http://${host}`);
  expect(cookies.filter(({ name }) => name === 'voluntr-token')).toEqual([]);
  await page.goto(`${app}/uitloggen`);
  await expect(page.getByText('Je bent uitgelogd').first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('voluntr-token'))).toBeNull();
  expect(wrong).toEqual([]);
});

test('a link to another site opens outside the app', async () => {
  const { page } = await open('/privacy');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate((origin) => {
    const link = document.createElement('a');
    link.href = `${origin}/feeds/vacancies.atom`;
    link.textContent = 'feed';
    document.querySelector('main')?.prepend(link);
  }, `http://${host}`);
  const outside = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'feed', exact: true }).click();
  await outside;
  expect(new URL(page.url()).origin).toBe(app);
});
