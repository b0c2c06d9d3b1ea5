// A server of its own for each test file, with the demo's data, and a mail server that keeps what it gets.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, expect, type Page, type Request } from '@playwright/test';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { binary, copyDemo, freePort, serveDemo } from './demo.ts';

export const PASSWORD = 'welkom-in-lindewaard';

export interface World {
  origin: string;
  /** The folder in which the server keeps everything. */
  data: string;
  mails: ParsedMail[];
  /** The newest letter to this address whose subject holds the words; waits for it. */
  mailTo: (address: string, words: string) => Promise<ParsedMail>;
  run: (...words: string[]) => Promise<string>;
  stop: () => Promise<void>;
}

/** Maps have no background unless a test names one: nothing is asked of the world outside. */
export async function startWorld(settings: Record<string, string> = {}): Promise<World> {
  const mails: ParsedMail[] = [];
  const smtpPort = await freePort();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        mails.push(mail);
        done();
      }, done);
    },
  });
  await new Promise<void>((resolve) => smtp.listen(smtpPort, '127.0.0.1', () => resolve()));

  const data = mkdtempSync(join(tmpdir(), 'voluntr-e2e-'));
  copyDemo(data);
  const env = { ...process.env, VOLUNTR_SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, VOLUNTR_LOG: 'warn', VOLUNTR_MAP_TILES: '', ...settings };
  const server = await serveDemo(data, env);

  const run = (...words: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const command = spawn(binary(), ['--data', data, ...words], { env });
      let out = '';
      let wrong = '';
      command.stdout.on('data', (piece) => {
        out += piece;
      });
      command.stderr.on('data', (piece) => {
        wrong += piece;
      });
      command.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`${words.join(' ')}: ${wrong}`))));
    });

  return {
    origin: server.origin,
    data,
    mails,
    run,
    async mailTo(address, words) {
      for (let tries = 0; tries < 300; tries += 1) {
        const found = [...mails].reverse().find((mail) => {
          const to = Array.isArray(mail.to) ? mail.to : [mail.to];
          const isTo = to.some((line) => line?.value.some((person) => person.address === address));
          return isTo && (mail.subject ?? '').includes(words);
        });
        if (found) return found;
        await new Promise((done) => setTimeout(done, 100));
      }
      throw new Error(`no letter to ${address} about '${words}'; got: ${mails.map((mail) => mail.subject).join(' | ')}`);
    },
    async stop() {
      await server.stop();
      await new Promise<void>((done) => smtp.close(() => done()));
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The path of a letter's link that begins so. */
export function linkIn(mail: ParsedMail, start: string): string {
  const link = new RegExp(`https?://[^\\s]+?(${start.replace(/[/?]/g, '\\$&')}[^\\s>)\\]]*)`).exec(mail.text ?? '');
  if (!link?.[1]) throw new Error(`no link to ${start} in: ${mail.text}`);
  return link[1];
}

/** What WCAG 2.2 AA has to say of it. A frame that runs no script cannot be asked: whoever has one leaves it out. */
export async function accessibilityOf(page: Page, without?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    // Of what is right nothing is written down: that would take half of the time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // A page without frames is asked in itself; otherwise a second page is opened to put together what each frame says.
    .setLegacyMode(page.frames().length === 1);
  const { violations } = await (without ? builder.exclude(without) : builder).analyze();
  return violations.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** No page is left without this: WCAG 2.2 AA has nothing to say of it. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityOf(page), page.url()).toEqual([]);
}

/** What waits for the server; the gallery shows what that looks like. */
const waiting = (page: Page) =>
  page.url().includes('/test/components') ? page.locator('main:empty') : page.locator('main :is([aria-busy="true"], .skeleton)');

/**
 * From now on watches what a page asks of the server. What it gives waits until the app stands, not only what the server
 * wrote, and nothing has been on its way for a moment: much sooner than the half second of 'networkidle'.
 */
export function whenSettled(page: Page): () => Promise<void> {
  let under = 0;
  let quietSince = Date.now();
  const ends = () => {
    under -= 1;
    quietSince = Date.now();
  };
  // The stream of events of who is signed in never ends.
  const counts = (request: Request) => !request.url().endsWith('/api/v1/events');
  page.on('request', (request) => {
    if (counts(request)) under += 1;
  });
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    page.on(event, (request) => {
      if (counts(request)) ends();
    });
  }
  return async () => {
    await page.locator('.menu-button, .staff-frame, main[data-layout="empty"]').first().waitFor({ state: 'attached' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await expect(waiting(page)).toHaveCount(0);
    await expect.poll(() => under <= 0 && Date.now() - quietSince > 60, { intervals: [30] }).toBe(true);
    await expect(waiting(page)).toHaveCount(0);
  };
}

/**
 * Until nothing has come from the server for half a second. 'networkidle' never comes for who is signed in: their stream of
 * events stays open.
 */
export async function quiet(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const told = window as unknown as { came?: number; since?: number };
    const came = performance.getEntriesByType('resource').length;
    if (told.came !== came) {
      told.came = came;
      told.since = performance.now();
    }
    return performance.now() - (told.since ?? 0) > 500;
  });
}

/** Puts the clock of a page past the ten seconds in which a decision is undone; its test began with `page.clock.install()`. */
export const passTimeToUndo = (page: Page): Promise<void> => page.clock.fastForward(11_000);

/** The calls of somebody, as a program makes them. */
export async function callsOf(world: World, email: string) {
  const json = 'application/vnd.api+json';
  const signedIn = await fetch(`${world.origin}/auth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': json },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const headers: Record<string, string> = { 'content-type': json };
  for (const name of ['access-token', 'client', 'uid']) headers[name] = signedIn.headers.get(name) ?? '';
  return async (method: string, path: string, attributes?: object, plain?: object) => {
    // The moments of a page are no resource.
    const sends = path.endsWith('/schedule') ? attributes : { data: { attributes } };
    const content = plain ?? (attributes === undefined ? null : sends);
    const body = content === null ? null : JSON.stringify(content);
    const sent = { ...headers };
    // Who publishes a page says which version was read.
    const page = /^(.*)\/(?:publish|schedule)$/.exec(path)?.[1];
    if (page) {
      const read = await fetch(`${world.origin}/api/v1${page}`, { headers });
      sent['if-match'] = read.headers.get('etag') ?? '';
    }
    const answer = await fetch(`${world.origin}/api/v1${path}`, { method, headers: sent, body });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? null : answer.json();
  };
}

/** Whoever is signed in is not any more. */
export async function signOut(page: Page, world: World): Promise<void> {
  await page.goto(`${world.origin}/uitloggen`);
  await expect(page.getByText('Je bent uitgelogd').first()).toBeVisible();
}

interface Session {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  /** What the app keeps of it beside the cookie, which no script can read. */
  stored: string;
}

/** Of each account of a server of these tests. */
const sessions = new Map<string, Session>();
const SESSION_KEY = 'voluntr-session';

/**
 * Signs somebody in with the session that the form gave them before, or with the form where there is none that holds. No
 * screen of the app is open afterwards; who tests what follows the form takes `signInByForm`.
 */
export async function signIn(page: Page, world: World, email: string): Promise<void> {
  const key = `${world.origin} ${email}`;
  const session = sessions.get(key);
  if (session && (await takeSession(page, world, session))) return;
  await signInByForm(page, world, email);
  const stored = await page.evaluate((name) => localStorage.getItem(name), SESSION_KEY);
  if (stored) sessions.set(key, { cookies: await page.context().cookies(world.origin), stored });
}

/** False, and nobody signed in, if the server does not know the session any more. */
async function takeSession(page: Page, world: World, { cookies, stored }: Session): Promise<boolean> {
  const { host, port } = new URL(world.origin);
  // Not every machine knows the names under localhost that a browser knows.
  const answer = await page.context().request.get(`http://127.0.0.1:${port}/auth/validate_token`, {
    headers: { ...JSON.parse(stored), host, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  if (!answer.ok()) return false;
  await page.context().addCookies(cookies);
  await page.goto(`${world.origin}/health/live`);
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [SESSION_KEY, stored] as const);
  return true;
}

export async function signInByForm(page: Page, world: World, email: string): Promise<void> {
  await page.goto(`${world.origin}/auth/login-1`);
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Inloggen', exact: true }).click();
  await expect(page).not.toHaveURL(/login/);
}
