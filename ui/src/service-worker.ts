// Works for the site while no page of it is open: shows what is pushed to this device, and stands in where there is no
// connection: the check-in screen opens, another page says so. Of the site it stores that screen, the files that it is made
// of, the colours and what the centre is called: no answers of the API, no other page. The names of people at the door stand
// in the storage of their page. Registered by lib/offline/worker.ts; built by vite.service-worker.config.ts.
import type { KeepRequest, PushAccount, WorkerMessage } from './worker/messages.ts';
import { languageOf, offlinePage, offlinePolicy, type SiteDetails } from './worker/offline-page.ts';
import { notificationOf, pathOnSite } from './worker/push-message.ts';
import {
  type FetchEvent,
  type NotificationEvent,
  type PushEvent,
  type SubscriptionChangeEvent,
  worker,
} from './worker/scope.ts';
import { CHECK_IN_CACHE, OWN_CACHE, readJson, SITE_CACHE, writeJson } from './worker/storage.ts';

const PATIENCE_MS = 4000;
const CHECK_IN = /^(?:\/[a-z]{2})?\/activiteitenkalender\/overzicht\/\d+\/inchecken$/;
const FILE = /^\/(?:assets\/|theme\.css$|colour-mode\.js$|favicon\.svg$|icons\/192\.png$)/;
/** Another content has another name. */
const NEVER_CHANGES = /^\/assets\//;
/** Answers and downloads, not pages: what their caller gets says it. */
const NO_PAGE = /^\/(?:api|auth|builds|files|embed)\//;
/** What the offline page is made of. */
const SITE_FILES = ['/theme.css', '/colour-mode.js', '/icons/192.png'];
const TITLE = 'Offline-Title';
const SEARCH = 'Offline-Search';

worker.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([worker.skipWaiting(), storeSiteFiles()])),
);
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event: FetchEvent) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate') {
    if (CHECK_IN.test(pathname)) event.respondWith(checkInPage(request, pathname));
    else if (!NO_PAGE.test(pathname)) event.respondWith(pageOrOffline(request, pathname));
  } else if (NEVER_CHANGES.test(pathname)) event.respondWith(keptOrFetched(request));
  else if (FILE.test(pathname)) event.respondWith(fetchedOrKept(request));
});

worker.addEventListener('message', (event) => {
  event.waitUntil(handleMessage(event.data as WorkerMessage).catch(() => undefined));
});

async function handleMessage(message: WorkerMessage): Promise<void> {
  if ('page' in message) {
    if (CHECK_IN.test(message.page)) await keep(message);
  } else if ('site' in message) {
    await Promise.all([writeJson(SITE_CACHE, 'site', message.site), storeSiteFiles()]);
  } else if ('saved' in message) await writeJson(OWN_CACHE, 'saved', message.saved);
  else if ('pushAccount' in message) await writeJson(OWN_CACHE, 'push-account', message.pushAccount);
}

const siteDetails = (): Promise<SiteDetails | null> => readJson<SiteDetails>(SITE_CACHE, 'site');

/** A file that cannot be had is not worth a failure: the page is readable without it. */
async function storeSiteFiles(): Promise<void> {
  const cache = await caches.open(SITE_CACHE);
  await Promise.allSettled(
    SITE_FILES.map(async (path) => {
      const answer = await fetch(path);
      if (answer.ok) await cache.put(path, answer);
    }),
  );
}

/** The newest page, unless that takes too long or the server is in trouble. */
async function checkInPage(request: Request, pathname: string): Promise<Response> {
  const kept = await caches.match(pathname);
  if (!kept) return pageOrOffline(request, pathname);
  const patience = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  const answered = fetch(request).then(
    (answer) => (answer.status >= 500 ? kept : answer),
    () => kept,
  );
  return Promise.race([answered, patience]);
}

async function pageOrOffline(request: Request, pathname: string): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return offlineAnswer(pathname);
  }
}

async function offlineAnswer(pathname: string): Promise<Response> {
  const [site, pages, saved] = await Promise.all([
    siteDetails(),
    checkInPages(),
    readJson<string[]>(OWN_CACHE, 'saved'),
  ]);
  const nonce = crypto.randomUUID();
  const language = languageOf(pathname, site);
  const isOnline = navigator.onLine;
  const html = offlinePage({ site, language, isOnline, pages, saved: saved ?? [], nonce });
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': offlinePolicy(nonce),
    'Cache-Control': 'no-store',
  };
  return new Response(html, { status: 503, headers });
}

async function checkInPages(): Promise<{ path: string; title: string }[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CHECK_IN_CACHE));
  const found = await Promise.all(
    names.map(async (name) => {
      const cache = await caches.open(name);
      const pages = (await cache.keys()).filter(({ url }) => CHECK_IN.test(new URL(url).pathname));
      return Promise.all(
        pages.map(async (page) => {
          const headers = (await cache.match(page))?.headers;
          const of = (name: string) => decodeURIComponent(headers?.get(name) ?? '');
          return { path: new URL(page.url).pathname + of(SEARCH), title: of(TITLE) };
        }),
      );
    }),
  );
  return found.flat().filter(({ title }) => title !== '');
}

const keptOrFetched = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

async function fetchedOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    const kept = await caches.match(request, { ignoreVary: true, ignoreSearch: true });
    if (kept) return kept;
    throw cause;
  }
}

/** The files first: a page is kept when it can be opened. What another build left goes then. */
async function keep({ page, search, title, entry, files }: KeepRequest): Promise<void> {
  const name = CHECK_IN_CACHE + entry;
  const cache = await caches.open(name);
  const answer = await fetch(page);
  const html = answer.ok ? await answer.clone().text() : '';
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const wanted = new Set([...files, ...named].filter((path) => FILE.test(path.replace(/\?.*/, ''))));
  await Promise.all([...wanted].map((path) => keepFile(cache, path)));
  if (!html.includes(`src="${entry}"`)) return;
  const headers = new Headers(answer.headers);
  headers.set(TITLE, encodeURIComponent(title));
  headers.set(SEARCH, encodeURIComponent(search));
  await cache.put(page, new Response(html, { headers }));
  const others = (await caches.keys()).filter((each) => each.startsWith(CHECK_IN_CACHE) && each !== name);
  await Promise.all(others.map((each) => caches.delete(each)));
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  if (NEVER_CHANGES.test(path) && (await cache.match(path, { ignoreVary: true }))) return;
  const answer = await fetch(path);
  if (answer.ok) await cache.put(path, answer);
}

worker.addEventListener('push', (event: PushEvent) => event.waitUntil(showPush(event.data)));

async function showPush(data: PushEvent['data']): Promise<void> {
  const site = await siteDetails().catch(() => null);
  let text = '';
  try {
    text = data?.text() ?? '';
  } catch {
    // Unreadable: what is shown says that there is news.
  }
  const { title, options } = notificationOf(text, site, worker.location.origin);
  await worker.registration.showNotification(title, options);
}

worker.addEventListener('notificationclick', (event: NotificationEvent) => {
  event.notification.close();
  const { url } = (event.notification.data ?? {}) as { url?: string };
  event.waitUntil(openPage(pathOnSite(url ?? '/', worker.location.origin) ?? '/'));
});

/** The tab that shows it already, else one of the site that goes there, else a new one. */
async function openPage(path: string): Promise<void> {
  const target = new URL(path, worker.location.origin).href;
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ url }) => url === target) ?? tabs.find(({ focused }) => focused) ?? tabs[0];
  if (!tab) {
    await worker.clients.openWindow(target);
    return;
  }
  // First: what was pressed allows it for a moment only.
  await tab.focus().catch(() => undefined);
  if (tab.url === target) return;
  // Only a page that this worker serves can be sent elsewhere.
  await tab.navigate(target).catch(() => worker.clients.openWindow(target));
}

worker.addEventListener('pushsubscriptionchange', (event: SubscriptionChangeEvent) =>
  event.waitUntil(renewSubscription(event)),
);

/** The browser made the old address invalid; the server learns the new one, as long as the session holds. */
async function renewSubscription(event: SubscriptionChangeEvent): Promise<void> {
  const account = await readJson<PushAccount>(OWN_CACHE, 'push-account');
  if (!account) return;
  const subscription = event.newSubscription ?? (await subscribeAgain(event.oldSubscription));
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (!endpoint || !keys) return;
  const attributes = { endpoint, p256dh: keys.p256dh, auth: keys.auth, label: account.label };
  await fetch('/api/v1/push_subscriptions', {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      ...account.headers,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify({ data: { type: 'push_subscription_forms', attributes } }),
  });
}

async function subscribeAgain(old: PushSubscription | null | undefined): Promise<PushSubscription | null> {
  const applicationServerKey = old?.options.applicationServerKey;
  if (!applicationServerKey) return null;
  return worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
