// Has the browser keep this page and its files, so that it opens without a connection too (src/service-worker.ts).
import type { KeepRequest } from '../../../service-worker.ts';

const pathsOf = (entries: PerformanceEntryList): string[] =>
  entries
    .map(({ name }) => new URL(name, location.href))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search);

function entryFile(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script ? new URL(script.src).pathname : '';
}

/** Until the screen is left: what it loads later is kept as well. */
export function keepPageOffline(): () => void {
  // Not there on a page without TLS, or where somebody browses in private.
  const workers = (navigator as Partial<Navigator>).serviceWorker;
  if (!workers || typeof PerformanceObserver === 'undefined') return () => undefined;
  const files = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { ready } = workers;
  async function ask(): Promise<void> {
    const { active } = await ready;
    const request: KeepRequest = { page: location.pathname, entry: entryFile(), files: [...files] };
    active?.postMessage(request);
  }

  const askSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), 500);
  };
  const observer = new PerformanceObserver((list) => {
    for (const path of pathsOf(list.getEntries())) files.add(path);
    askSoon();
  });

  workers.register('/service-worker.js').then(
    () => observer.observe({ type: 'resource', buffered: true }),
    // It may be switched off in the browser, or there is no line: then what was kept before is there.
    () => undefined,
  );
  return () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
