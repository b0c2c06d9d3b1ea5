// Pages that this device opens without a connection go when somebody signs out, as their drafts do.

export async function forgetOfflinePages(): Promise<void> {
  try {
    const workers = (navigator as Partial<Navigator>).serviceWorker;
    const registered = (await workers?.getRegistrations()) ?? [];
    await Promise.all(registered.map((each) => each.unregister()));
    const names = 'caches' in globalThis ? await caches.keys() : [];
    await Promise.all(names.map((name) => caches.delete(name)));
  } catch {
    // Closed by the browser: then nothing was kept.
  }
}
