// Has the browser keep this page and its files, so that it opens without a connection too (src/service-worker.ts).
import { registerWorker, workerContainer } from '../../../lib/offline/worker.ts';
import type { KeepRequest } from '../../../worker/messages.ts';

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
  const container = workerContainer();
  if (!container || typeof PerformanceObserver === 'undefined') return () => undefined;
  const files = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const { ready } = container;
  async function ask(): Promise<void> {
    const { active } = await ready;
    const request: KeepRequest = {
      page: location.pathname,
      search: location.search,
      title: document.title,
      entry: entryFile(),
      files: [...files],
    };
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

  let isLeft = false;
  // Without one what was kept before is still there.
  void registerWorker().then((registration) => {
    if (registration && !isLeft) observer.observe({ type: 'resource', buffered: true });
  });
  return () => {
    isLeft = true;
    observer.disconnect();
    clearTimeout(timer);
  };
}
