// Opens the check-in screen where there is no connection, also when its tab was closed. Of the site it keeps that page and
// the files that it is made of: no answers of the API, no other page. The names stand in the page's own storage.
// Registered by that screen alone (features/activities/check-in/offline-page.ts); built by vite.service-worker.config.ts.

/** The types of a worker do not go together with those of a page. */
interface WorkerEvent extends Event {
  waitUntil: (done: Promise<unknown>) => void;
}
interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface KeepEvent extends WorkerEvent {
  data: unknown;
}
interface Worker {
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'message', listener: (event: KeepEvent) => void): void;
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
  location: Location;
}

/** What the screen asks to keep. */
export interface KeepRequest {
  /** Its path, without what stands behind the question mark. */
  page: string;
  /** The first file of the app that runs: a page of another build needs other files. */
  entry: string;
  /** Paths of the files that it uses. */
  files: readonly string[];
}

const worker = self as unknown as Worker;
const CACHE = 'check-in/';
const PATIENCE_MS = 4000;
const CHECK_IN = /^(?:\/[a-z]{2})?\/activiteitenkalender\/overzicht\/\d+\/inchecken$/;
const FILE = /^\/(?:assets\/|theme\.css$|colour-mode\.js$|favicon\.svg$)/;
/** Another content has another name. */
const NEVER_CHANGES = /^\/assets\//;

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (request.mode === 'navigate' && CHECK_IN.test(pathname)) event.respondWith(pageFor(request, pathname));
  else if (NEVER_CHANGES.test(pathname)) event.respondWith(keptOrFetched(request));
  else if (FILE.test(pathname)) event.respondWith(fetchedOrKept(request));
});

worker.addEventListener('message', (event) => {
  const { page, entry, files } = event.data as KeepRequest;
  if (CHECK_IN.test(page)) event.waitUntil(keep({ page, entry, files }).catch(() => undefined));
});

/** The newest page, unless that takes too long or the server is in trouble. */
async function pageFor(request: Request, pathname: string): Promise<Response> {
  const kept = await caches.match(pathname);
  const fetched = fetch(request);
  if (!kept) return fetched;
  const patience = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  const answered = fetched.then(
    (answer) => (answer.status >= 500 ? kept : answer),
    () => kept,
  );
  return Promise.race([answered, patience]);
}

const keptOrFetched = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

async function fetchedOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    const kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw cause;
  }
}

/** The files first: a page is kept when it can be opened. What another build left goes then. */
async function keep({ page, entry, files }: KeepRequest): Promise<void> {
  const name = CACHE + entry;
  const cache = await caches.open(name);
  const answer = await fetch(page);
  const html = answer.ok ? await answer.clone().text() : '';
  const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path ?? '');
  const wanted = new Set([...files, ...named].filter((path) => FILE.test(path.replace(/\?.*/, ''))));
  await Promise.all([...wanted].map((path) => keepFile(cache, path)));
  if (!html.includes(`src="${entry}"`)) return;
  await cache.put(page, answer);
  const others = (await caches.keys()).filter((each) => each.startsWith(CACHE) && each !== name);
  await Promise.all(others.map((each) => caches.delete(each)));
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  if (NEVER_CHANGES.test(path) && (await cache.match(path, { ignoreVary: true }))) return;
  const answer = await fetch(path);
  if (answer.ok) await cache.put(path, answer);
}
