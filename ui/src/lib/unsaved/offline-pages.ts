// What the service worker stores of a person goes when they sign out, as their drafts do. What is everybody's stays, so that
// the offline page still has the centre's name and colours.
import { SITE_CACHE } from '../../worker/storage.ts';

export async function forgetOfflinePages(): Promise<void> {
  try {
    const names = 'caches' in globalThis ? await caches.keys() : [];
    await Promise.all(names.filter((name) => name !== SITE_CACHE).map((name) => caches.delete(name)));
  } catch {
    // Closed by the browser: then nothing was stored.
  }
}
