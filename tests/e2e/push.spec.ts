// What the service worker does while no page answers: the offline page, and what is pushed to this device.
import { type AddressInfo, createServer, connect, type Socket } from 'node:net';
import { type BrowserContext, expect, type Page, test, type Worker } from '@playwright/test';
import { WHOLE_BROWSER } from './browser.ts';
import { callsOf, expectAccessible, signIn, signOut, startWorld, type World } from './world.ts';

test.use({ launchOptions: WHOLE_BROWSER });

const CENTRE = 'centrum@demo.voluntr.example';
const MINUTE = 60_000;

/** Between browser and server. Switching a browser off line leaves the requests of its service worker alone. */
interface Line {
  origin: string;
  cut: () => Promise<void>;
  mend: () => Promise<void>;
}

async function lineTo(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', () => resolve()));
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    origin: `http://127.0.0.1:${own}`,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    mend: () => listen(own),
  };
}

let server: World;
/** The same by way of the line. */
let world: World;
let line: Line;
let door: string;

const local = (moment: number): string =>
  new Date(moment).toLocaleString('sv-SE', { timeZone: 'Europe/Amsterdam' }).replace(' ', 'T').slice(0, 16);

test.beforeAll(async () => {
  server = await startWorld();
  line = await lineTo(Number(new URL(server.origin).port));
  world = { ...server, origin: line.origin };
  const centre = await callsOf(world, CENTRE);
  const { data } = await centre('POST', '/activities', {
    title: 'Taalcafé',
    description: '<p>Samen Nederlands praten, met koffie en thee erbij.</p>',
    activity_categories: ['meet'],
    online: true,
    online_url: 'https://koffie.example.org/tafel',
    starts_at: local(Date.now() + 30 * MINUTE),
    ends_at: local(Date.now() + 120 * MINUTE),
    registration: 'occurrence',
    capacity: 6,
  });
  await centre('PUT', `/activities/${data.id}/transition`, { event: 'publish' });
  const dates = await centre('GET', `/activity_occurrences?filter[activity_id_eq]=${data.id}`);
  door = `/activiteitenkalender/overzicht/${data.id}/inchecken?datum=${dates.data[0].id}`;
});

test.afterAll(async () => {
  await line?.cut();
  await server?.stop();
});

const isStored = (page: Page, path: string) =>
  expect.poll(() => page.evaluate(async (wanted) => Boolean(await caches.match(wanted)), path)).toBe(true);

/** The check-in screen is what registers the worker where nothing is pushed yet. */
async function withWorker(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await signIn(page, world, CENTRE);
  await page.goto(world.origin + door);
  await expect(page.getByRole('heading', { level: 1, name: 'Taalcafé' })).toBeVisible();
  await isStored(page, door.replace(/\?.*/, ''));
  await isStored(page, '/_worker/site.json');
  await isStored(page, '/theme.css');
  return page;
}

test('without a connection the site says so, opens what it can, and goes on by itself', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' });
  const page = await withWorker(context);
  const name = await page.evaluate(async () => (await (await caches.match('/_worker/site.json'))?.json()).name);

  await line.cut();
  await context.setOffline(true);
  await page.goto(`${world.origin}/agenda`);
  await expect(page.getByRole('heading', { level: 1, name: 'Je hebt geen internet' })).toBeVisible();
  await expect(page.locator('.site')).toHaveText(name);
  await expect(page.getByRole('link', { name: /^\d/ })).toHaveAttribute('href', /^tel:/);
  await expectAccessible(page);
  const offlineTitle = page.getByRole('heading', { level: 1, name: /Je hebt geen internet|niet te bereiken/ });
  await page.getByRole('button', { name: 'Opnieuw proberen' }).click();
  await expect(offlineTitle).toBeVisible();
  await page.goto(`${world.origin}/en/profile-edit`);
  await expect(page.getByRole('heading', { level: 1, name: /You're offline|can't reach the site/ })).toBeVisible();
  await expectAccessible(page);
  // No page of a person is answered from what is stored, nor an answer of the API.
  expect(await page.evaluate(() => fetch('/api/v1/current_user').then(() => 'answered', () => 'failed'))).toBe('failed');
  await page.getByRole('link', { name: /Taalcafé/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Taalcafé' })).toBeVisible();

  await page.goto(`${world.origin}/privacy`);
  await expect(offlineTitle).toBeVisible();
  await line.mend();
  await context.setOffline(false);
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/privacy');

  await signOut(page, world);
  // Where the connection is there, the fault may be ours.
  await line.cut();
  await page.close();
  const later = await context.newPage();
  await later.goto(`${world.origin}/agenda`);
  await expect(later.getByRole('heading', { level: 1, name: 'De site is nu niet te bereiken' })).toBeVisible();
  await expect(later.locator('.site')).toHaveText(name);
  await expect(later.getByRole('link', { name: /Taalcafé/ })).toHaveCount(0);
  await line.mend();
  await context.close();
});

/** As its push service delivers it, but not encrypted. */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(world.origin));
      if (found) resolve(found.registrationId);
    });
    void session.send('ServiceWorker.enable');
  });
  await session.send('ServiceWorker.deliverPushMessage', { origin: `${world.origin}/`, registrationId, data });
  await session.detach();
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const all = await registration.getNotifications();
    return all.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }));
  });

/** A browser of a test has nobody who presses: the worker gets the event that follows, with the real notification. */
const press = (worker: Worker, tag: string) =>
  worker.evaluate(async (wanted) => {
    const scope = self as unknown as EventTarget & { registration: ServiceWorkerRegistration };
    const [notification] = await scope.registration.getNotifications({ tag: wanted });
    const waits: Promise<unknown>[] = [];
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (done: Promise<unknown>) => waits.push(done),
    });
    scope.dispatchEvent(event);
    await Promise.all(waits);
  }, tag);

test('what is pushed is shown, one for each subject, and leads to its page in the tab that is open', async ({ browser }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.grantPermissions(['notifications'], { origin: world.origin });
  const page = await withWorker(context);
  const message = (body: string) =>
    JSON.stringify({ title: 'Meedoen in Lindewaard', body, url: '/agenda', tag: 'message_new:12', lang: 'nl' });
  await deliver(page, message('Nieuw bericht over Taalmaatje'));
  await deliver(page, message('2 nieuwe berichten over Taalmaatje'));
  const latest = { title: 'Meedoen in Lindewaard', body: '2 nieuwe berichten over Taalmaatje', tag: 'message_new:12', lang: 'nl' };
  await expect.poll(() => shown(page)).toEqual([latest]);
  await deliver(page, 'not what was agreed');
  await expect.poll(async () => (await shown(page)).map(({ body }) => body)).toContain('Je hebt een nieuwe melding');

  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker');
  await page.goto(`${world.origin}/privacy`);
  await press(worker, 'message_new:12');
  await expect(page).toHaveURL(`${world.origin}/agenda`);
  expect(context.pages()).toHaveLength(1);
  expect((await shown(page)).map(({ tag }) => tag)).not.toContain('message_new:12');
  await context.close();
});
