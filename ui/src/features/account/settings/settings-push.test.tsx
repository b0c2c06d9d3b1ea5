import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { leavePush, namesOfDevice } from '../../../lib/offline/push.ts';
import { type FakeAnswer, fakeServer, listOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const DEVICES = '/api/v1/push_subscriptions';
const ENDPOINT = 'https://push.example/here';
const KEY: FakeAnswer = { document: { data: null, meta: { key: 'BAAB' } } } as unknown as FakeAnswer;
const device = (id: string, endpoint: string, label: string) =>
  wire('push_subscriptions', id, {
    label,
    endpoint,
    created_at: '2026-10-04T09:00:00Z',
    last_sent_at: null,
    failures: 0,
  });

// The browser of the tests has none of its own.
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

/** A browser that takes messages once it is allowed to. */
function fakeBrowser(permission: NotificationPermission, isSubscribed = false) {
  const subscription = {
    endpoint: ENDPOINT,
    options: { applicationServerKey: null },
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: vi.fn(async () => {
      browser.subscription = null;
      return true;
    }),
  };
  const browser = { subscription: isSubscribed ? subscription : null, unsubscribe: subscription.unsubscribe };
  const subscribe = vi.fn(async (_options: { applicationServerKey: Uint8Array }) => {
    browser.subscription = subscription;
    return subscription;
  });
  const registration = {
    active: { postMessage: vi.fn() },
    pushManager: { getSubscription: async () => browser.subscription, subscribe },
  };
  const register = vi.fn(async () => registration);
  const container = {
    register,
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  const Notification = {
    permission: 'default' as NotificationPermission,
    requestPermission: vi.fn(async () => {
      Notification.permission = permission;
      return permission;
    }),
  };
  vi.stubGlobal('Notification', Notification);
  vi.stubGlobal('PushManager', class {});
  return { ...browser, Notification, subscribe, register, registration };
}

async function open(answers: Record<string, FakeAnswer | (() => FakeAnswer)>) {
  const server = fakeServer({
    '/api/v1/notification_preferences': listOf([]),
    '/api/v1/sessions': listOf([]),
    ...answers,
  });
  await render('/profile-edit/settings', { as: 'volunteer', server });
  const sent = (method: string) =>
    server.calls.filter((call) => call.method === method && call.address.startsWith(DEVICES));
  return { server, sent };
}

const card = async () => {
  const title = await screen.findByRole('heading', { name: 'Meldingen op dit apparaat' });
  return within(title.closest('section') as HTMLElement);
};

test('permission is asked after it was explained and pressed, and the device then stands in the list', async () => {
  const browser = fakeBrowser('granted');
  let devices = listOf([device('1', 'https://push.example/phone', 'Chrome op Android')]);
  const { sent } = await open({
    '/api/v1/push_key': KEY,
    [DEVICES]: () => devices,
    [`POST ${DEVICES}`]: () => {
      devices = listOf([
        device('1', 'https://push.example/phone', 'Chrome op Android'),
        device('2', ENDPOINT, 'Firefox op Linux'),
      ]);
      return { status: 201, document: { data: device('2', ENDPOINT, 'Firefox op Linux') } };
    },
    [`PUT ${DEVICES}/2/try`]: { status: 204 },
  });
  const shown = await card();
  await userEvent.click(shown.getByRole('button', { name: 'Aanzetten op dit apparaat' }));
  const question = within(await screen.findByRole('dialog', { name: 'Meldingen op dit apparaat?' }));
  expect(question.getByText('Niet tussen 21:00 en 07:30')).toBeTruthy();
  expect(
    [browser.Notification.requestPermission, browser.register].map((each) => each.mock.calls.length),
  ).toEqual([0, 0]);

  await userEvent.click(question.getByRole('button', { name: 'Aanzetten' }));
  await shown.findByText('Staat aan op dit apparaat');
  expect([...(browser.subscribe.mock.calls[0]?.[0].applicationServerKey ?? [])]).toEqual([4, 0, 1]);
  expect(sent('POST')[0]?.body).toMatchObject({
    data: { type: 'push_subscription_forms', attributes: { endpoint: ENDPOINT, p256dh: 'p', auth: 'a' } },
  });
  const messages = browser.registration.active.postMessage.mock.calls.map(([message]) =>
    Object.keys(message as object),
  );
  expect(messages.flat()).toEqual(['site', 'pushAccount']);
  expect(shown.getAllByRole('listitem').map((line) => line.querySelector('b')?.textContent)).toEqual([
    'Firefox op Linux',
    'Chrome op Android',
  ]);
  expect(shown.queryByRole('button', { name: 'Aanzetten op dit apparaat' })).toBeNull();
  await userEvent.click(shown.getByRole('button', { name: 'Testmelding sturen naar Firefox op Linux' }));
  await screen.findByText('De testmelding is verstuurd');
});

test('who refuses reads how to allow it, and nothing is sent', async () => {
  const browser = fakeBrowser('denied');
  const { sent } = await open({ '/api/v1/push_key': KEY, [DEVICES]: listOf([]) });
  const shown = await card();
  await userEvent.click(shown.getByRole('button', { name: 'Aanzetten op dit apparaat' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Aanzetten' }));
  await shown.findByText('Je browser houdt meldingen van deze site tegen.');
  expect(shown.queryByRole('button', { name: 'Aanzetten op dit apparaat' })).toBeNull();
  expect(browser.subscribe).not.toHaveBeenCalled();
  expect(sent('POST')).toEqual([]);
});

test('what the server refuses is not left on in the browser', async () => {
  const browser = fakeBrowser('granted');
  await open({
    '/api/v1/push_key': KEY,
    [DEVICES]: listOf([]),
    [`POST ${DEVICES}`]: {
      status: 422,
      document: { errors: [{ status: '422', code: 'limit_reached', title: 'x' }] },
    },
  });
  const shown = await card();
  await userEvent.click(shown.getByRole('button', { name: 'Aanzetten op dit apparaat' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Aanzetten' }));
  await screen.findByText(/al tien apparaten/);
  expect(browser.unsubscribe).toHaveBeenCalledTimes(1);
});

test('it is put off here and elsewhere; only here the browser is told', async () => {
  const browser = fakeBrowser('granted', true);
  const all = [
    device('1', 'https://push.example/phone', 'Chrome op Android'),
    device('2', ENDPOINT, 'Firefox op Linux'),
  ];
  let left = all;
  const removal = (id: string) => () => {
    left = left.filter((each) => each.id !== id);
    return { status: 204 };
  };
  await open({
    '/api/v1/push_key': KEY,
    [DEVICES]: () => listOf(left),
    [`DELETE ${DEVICES}/1`]: removal('1'),
    [`DELETE ${DEVICES}/2`]: removal('2'),
  });
  const shown = await card();
  await userEvent.click(shown.getByRole('button', { name: 'Uitzetten: Chrome op Android' }));
  await waitFor(() => expect(shown.queryByText('Chrome op Android')).toBeNull());
  expect(browser.unsubscribe).not.toHaveBeenCalled();
  await userEvent.click(shown.getByRole('button', { name: 'Uitzetten: Firefox op Linux' }));
  await shown.findByRole('button', { name: 'Aanzetten op dit apparaat' });
  expect(browser.unsubscribe).toHaveBeenCalledTimes(1);
});

test('a server that sends nothing to devices has no card; a browser that cannot says so', async () => {
  await open({});
  await screen.findByRole('heading', { name: 'Berichten' });
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Meldingen op dit apparaat' })).toBeNull(),
  );
});

test('a browser that cannot show messages says what to do', async () => {
  await open({ '/api/v1/push_key': KEY, [DEVICES]: listOf([]) });
  const shown = await card();
  expect(shown.getByText(/Deze browser kan geen meldingen laten zien/)).toBeTruthy();
  expect(shown.queryByRole('button')).toBeNull();
});

test('an iPhone hears that the site goes on the home screen first', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1',
  );
  await open({ '/api/v1/push_key': KEY, [DEVICES]: listOf([]) });
  expect((await card()).getByText(/Zet op beginscherm/)).toBeTruthy();
});

test('kinds that come on devices have a box, others do not', async () => {
  const preference = (kind: string, channel: string, rate: string) =>
    wire('notification_preferences', `${kind}.${channel}`, {
      kind,
      channel,
      rate,
      area: 'application',
      is_mandatory: false,
    });
  const { server } = await open({
    '/api/v1/notification_preferences': listOf([
      preference('application_accepted', 'app', 'instant'),
      preference('application_accepted', 'push', 'instant'),
      preference('application_closed', 'app', 'instant'),
    ]),
    'PATCH /api/v1/notification_preferences': listOf([]),
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Melding op je apparaat: Je bent aangenomen',
  });
  expect(screen.getAllByRole('checkbox', { name: /^Melding op je apparaat/ })).toHaveLength(1);
  expect(box.checked).toBe(true);
  await userEvent.click(box);
  await screen.findByText('Je bent aangenomen: Nee');
  expect(server.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    preferences: [{ kind: 'application_accepted', channel: 'push', rate: 'off' }],
  });
});

test('signing out ends it in this browser and at the server, also when the server does not answer', async () => {
  const browser = fakeBrowser('granted', true);
  const server = fakeServer({
    [DEVICES]: listOf([device('1', 'https://push.example/phone', 'x'), device('2', ENDPOINT, 'y')]),
    [`DELETE ${DEVICES}/2`]: { status: 204 },
  });
  await leavePush();
  expect(browser.unsubscribe).toHaveBeenCalledTimes(1);
  expect(server.calls.map(({ method, address }) => `${method} ${address}`)).toEqual([
    `GET ${DEVICES}`,
    `DELETE ${DEVICES}/2`,
  ]);

  const later = fakeBrowser('granted', true);
  fakeServer({ [DEVICES]: () => new Promise(() => undefined) });
  await leavePush();
  expect(later.unsubscribe).toHaveBeenCalledTimes(1);
});

test('a device is called by its browser and system', () => {
  const names = (userAgent: string) => Object.values(namesOfDevice(userAgent) ?? {}).join(' ');
  expect(names('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36')).toBe(
    'Chrome Android',
  );
  expect(names('Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0')).toBe(
    'Edge Windows',
  );
  expect(
    names('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1'),
  ).toBe('Safari iPhone');
  expect(namesOfDevice('curl')).toBeNull();
});
