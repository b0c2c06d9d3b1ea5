// Where the service worker stores things, and small values among them: it has no local storage.

/** Pages that open without a connection and their files; the name of their build follows. */
export const CHECK_IN_CACHE = 'check-in/';
/** What the site is called, and its colours. Nothing personal. */
export const SITE_CACHE = 'site';
/** Of who is signed in. */
export const OWN_CACHE = 'own';

const addressOf = (name: string): string => `/_worker/${name}.json`;

export async function readJson<T>(cache: string, name: string): Promise<T | null> {
  const found = await (await caches.open(cache)).match(addressOf(name));
  return found ? ((await found.json()) as T) : null;
}

export async function writeJson(cache: string, name: string, value: unknown): Promise<void> {
  await (await caches.open(cache)).put(addressOf(name), Response.json(value));
}
