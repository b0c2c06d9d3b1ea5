// A browser for the service worker in tests: events, caches that hold what is put in them, tabs and notifications.
import { vi } from 'vitest';

const ORIGIN = 'http://demo.localhost';

const pathOf = (request: Request | string): string =>
  typeof request === 'string' ? request : new URL(request.url).pathname;

class FakeCache {
  readonly entries = new Map<string, Response>();
  async put(request: Request | string, response: Response): Promise<void> {
    this.entries.set(pathOf(request), response);
  }
  async match(request: Request | string): Promise<Response | undefined> {
    return this.entries.get(pathOf(request).replace(/\?.*/, ''))?.clone();
  }
  async keys(): Promise<Request[]> {
    return [...this.entries.keys()].map((path) => new Request(ORIGIN + path));
  }
}

function fakeCaches() {
  const stored = new Map<string, FakeCache>();
  return {
    async open(name: string): Promise<FakeCache> {
      const found = stored.get(name) ?? new FakeCache();
      stored.set(name, found);
      return found;
    },
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    async match(request: Request | string): Promise<Response | undefined> {
      for (const cache of stored.values()) {
        const found = await cache.match(request);
        if (found) return found;
      }
      return undefined;
    },
  };
}

export interface FakeTab {
  url: string;
  focused: boolean;
  focus: ReturnType<typeof vi.fn>;
  navigate: ReturnType<typeof vi.fn>;
}

export const tabAt = (path: string, focused = false): FakeTab => ({
  url: ORIGIN + path,
  focused,
  focus: vi.fn(async () => undefined),
  navigate: vi.fn(async () => undefined),
});

/** Loads the worker. `dispatch` gives what it answered a fetch with; null: it left that to the browser. */
export async function startServiceWorker() {
  const listeners = new Map<string, (event: unknown) => void>();
  const tabs: FakeTab[] = [];
  const openWindow = vi.fn(async (_url: string) => null);
  const showNotification = vi.fn(async (_title: string, _options: Record<string, unknown>) => undefined);
  const subscribe = vi.fn();
  const caches = fakeCaches();
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('self', {
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    skipWaiting: async () => undefined,
    registration: { showNotification, pushManager: { subscribe } },
    clients: { claim: async () => undefined, matchAll: async () => tabs, openWindow },
    location: { origin: ORIGIN },
  });
  vi.resetModules();
  await import('../service-worker.ts');

  async function dispatch(type: string, about: Record<string, unknown> = {}): Promise<Response | null> {
    const waits: Promise<unknown>[] = [];
    let answer: Promise<Response> | null = null;
    listeners.get(type)?.({
      ...about,
      waitUntil: (done: Promise<unknown>) => waits.push(done),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    await Promise.all(waits);
    return answer;
  }

  /** What a page or a file of the site is answered with. */
  const ask = (path: string, mode: 'navigate' | 'cors' = 'navigate', method = 'GET') =>
    dispatch('fetch', { request: { url: ORIGIN + path, mode, method } });
  const push = (text: string | null) =>
    dispatch('push', { data: text === null ? null : { text: () => text } });

  return { dispatch, ask, push, tabs, openWindow, showNotification, subscribe, caches };
}
