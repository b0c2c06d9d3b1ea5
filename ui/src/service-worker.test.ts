import { beforeEach, expect, test, vi } from 'vitest';
import { forgetOfflinePages } from './lib/unsaved/offline-pages.ts';
import { startServiceWorker, tabAt } from './testing/service-worker.ts';

const SITE = {
  name: 'Meedoen in Lindewaard',
  phone: '+31418550120',
  phoneText: '0418 55 01 20',
  language: 'nl',
  shape: 'rounded',
};
const DOOR = '/activiteitenkalender/overzicht/12/inchecken';

let isConnected = true;
let asked: { address: string; init: RequestInit | undefined }[] = [];

beforeEach(() => {
  isConnected = true;
  asked = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const address = typeof input === 'string' ? input : new URL(input.url).pathname;
    asked.push({ address, init });
    if (!isConnected) throw new TypeError('Failed to fetch');
    const html = '<script type="module" src="/assets/index.js"></script>';
    return new Response(address.startsWith('/assets/') || address.endsWith('.css') ? 'file' : html);
  });
});

test('without a connection a page says so, with the name and number of the centre', async () => {
  const worker = await startServiceWorker();
  await worker.dispatch('message', { data: { site: SITE } });
  expect(await (await worker.ask('/vacatures'))?.text()).toContain('/assets/index.js');

  isConnected = false;
  const answer = await worker.ask('/vacatures?plaats=Lindewaard');
  const html = await answer?.text();
  expect(answer?.status).toBe(503);
  expect(answer?.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(html).toContain('Meedoen in Lindewaard');
  expect(html).toContain('<a href="tel:+31418550120">0418 55 01 20</a>');
  expect(await (await worker.ask('/en/vacancies'))?.text()).toContain('<html lang="en"');
  expect(await (await worker.ask('/theme.css?v=1', 'cors'))?.text()).toBe('file');
});

test('answers of the API, downloads and what is sent are left to the browser', async () => {
  const worker = await startServiceWorker();
  isConnected = false;
  expect(await worker.ask('/api/v1/current_user', 'cors')).toBeNull();
  expect(await worker.ask('/api/v1/exports/3/file')).toBeNull();
  expect(await worker.ask('/auth/validate_token', 'cors')).toBeNull();
  expect(await worker.ask('/vacatures', 'navigate', 'POST')).toBeNull();
});

test('a page is never answered from storage, apart from the check-in screen', async () => {
  const worker = await startServiceWorker();
  const keep = (page: string) => ({
    page,
    search: '?datum=3',
    title: 'Taalcafé',
    entry: '/assets/index.js',
    files: [],
  });
  await worker.dispatch('message', { data: keep('/profile-edit') });
  await worker.dispatch('message', { data: keep(DOOR) });
  isConnected = false;
  expect((await worker.ask('/profile-edit'))?.status).toBe(503);
  expect((await worker.ask(DOOR))?.status).toBe(200);
  expect(await (await worker.ask('/agenda'))?.text()).toContain(`<a href="${DOOR}?datum=3">Taalcafé</a>`);
});

test('signing out removes what is of a person and leaves what is of the site', async () => {
  const worker = await startServiceWorker();
  await worker.dispatch('message', { data: { site: SITE } });
  await worker.dispatch('message', { data: { saved: ['Taalmaatje'] } });
  const page = { page: DOOR, search: '', title: 'Taalcafé', entry: '/assets/index.js', files: [] };
  await worker.dispatch('message', { data: page });
  isConnected = false;
  expect(await (await worker.ask('/'))?.text()).toMatch(/Taalcafé[\s\S]*Taalmaatje/);

  await forgetOfflinePages();
  const html = await (await worker.ask('/'))?.text();
  expect(html).not.toMatch(/Taalcafé|Taalmaatje/);
  expect(html).toContain('Meedoen in Lindewaard');
  expect((await worker.ask(DOOR))?.status).toBe(503);
});

test('a push message shows what it says, and leads to its page', async () => {
  const worker = await startServiceWorker();
  await worker.push(
    JSON.stringify({
      title: 'Meedoen in Lindewaard',
      body: 'Nieuw bericht over Taalmaatje',
      url: '/conversations/12',
      tag: 'message_new:12',
      lang: 'nl',
    }),
  );
  expect(worker.showNotification).toHaveBeenCalledWith('Meedoen in Lindewaard', {
    body: 'Nieuw bericht over Taalmaatje',
    lang: 'nl',
    icon: '/icons/192.png',
    badge: '/img/badge.png',
    tag: 'message_new:12',
    renotify: true,
    data: { url: '/conversations/12' },
  });
});

test('a push message without readable content still shows that there is news', async () => {
  const worker = await startServiceWorker();
  await worker.dispatch('message', { data: { site: SITE } });
  for (const text of [null, '', 'x', '[]', 'null', '{"title":3,"url":"https://elders.example/"}'])
    await worker.push(text);
  await worker.dispatch('push', {
    data: {
      text: () => {
        throw new Error('unreadable');
      },
    },
  });
  expect(worker.showNotification).toHaveBeenCalledTimes(7);
  for (const [title, options] of worker.showNotification.mock.calls) {
    expect([title, options.body, options.data]).toEqual([
      'Meedoen in Lindewaard',
      'Je hebt een nieuwe melding',
      { url: '/notificaties' },
    ]);
    // An empty tag that is heard again is refused by the browser.
    expect(options).not.toHaveProperty('renotify');
  }
});

const press = (worker: Awaited<ReturnType<typeof startServiceWorker>>, url: unknown) => {
  const notification = { close: vi.fn(), data: { url } };
  return worker.dispatch('notificationclick', { notification }).then(() => notification);
};

test('pressing a notification opens its page in the tab that is there, else in a new one', async () => {
  const worker = await startServiceWorker();
  expect((await press(worker, '/conversations/12')).close).toHaveBeenCalled();
  expect(worker.openWindow).toHaveBeenCalledWith('http://demo.localhost/conversations/12');

  const [other, focused, shown] = [tabAt('/'), tabAt('/agenda', true), tabAt('/conversations/12')];
  worker.tabs.push(other, focused);
  await press(worker, '/conversations/12');
  expect(focused.navigate).toHaveBeenCalledWith('http://demo.localhost/conversations/12');
  worker.tabs.push(shown);
  await press(worker, '/conversations/12');
  expect(shown.focus).toHaveBeenCalled();
  expect(shown.navigate).not.toHaveBeenCalled();
  expect(other.focus).not.toHaveBeenCalled();
  expect(worker.openWindow).toHaveBeenCalledTimes(1);
});

test('a tab that cannot be sent there is left as it is, and no notification leads to another site', async () => {
  const worker = await startServiceWorker();
  const tab = tabAt('/sociale-kaart');
  tab.navigate.mockRejectedValue(new TypeError('not controlled'));
  worker.tabs.push(tab);
  await press(worker, '/agenda');
  expect(worker.openWindow).toHaveBeenLastCalledWith('http://demo.localhost/agenda');
  await press(worker, 'https://elders.example/');
  expect(worker.openWindow).toHaveBeenLastCalledWith('http://demo.localhost/');
});

test('a renewed subscription is registered for who is signed in, and for nobody after signing out', async () => {
  const worker = await startServiceWorker();
  const pushAccount = { headers: { client: 'c', uid: 'joke@example.org' }, label: 'Firefox op Windows' };
  const newSubscription = {
    toJSON: () => ({ endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } }),
  };
  await worker.dispatch('message', { data: { pushAccount } });
  await worker.dispatch('pushsubscriptionchange', { newSubscription });
  const sent = asked.filter(({ address }) => address === '/api/v1/push_subscriptions');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.init?.headers).toMatchObject({ client: 'c', uid: 'joke@example.org' });
  expect(JSON.parse(String(sent[0]?.init?.body))).toEqual({
    data: {
      type: 'push_subscription_forms',
      attributes: { endpoint: 'https://push.example/2', p256dh: 'p', auth: 'a', label: 'Firefox op Windows' },
    },
  });

  const options = { applicationServerKey: new ArrayBuffer(65) };
  worker.subscribe.mockResolvedValue(newSubscription);
  await worker.dispatch('pushsubscriptionchange', { oldSubscription: { options } });
  expect(worker.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, ...options });

  await forgetOfflinePages();
  await worker.dispatch('pushsubscriptionchange', { newSubscription });
  expect(asked.filter(({ address }) => address === '/api/v1/push_subscriptions')).toHaveLength(2);
});
