// Messages on this device: what its browser can do, and putting them on and off.
import {
  addPushDevice,
  headersOfDevice,
  loadPushDevices,
  type PushDevice,
  removePushDevice,
} from '../../api/push-calls.ts';
import type { WorkerMessage } from '../../worker/messages.ts';
import { registerWorker, workerContainer } from './worker.ts';

const SIGN_OUT_PATIENCE_MS = 2000;

/** On an iPhone only a site on the home screen can. */
export type PushSupport = 'ready' | 'home-screen' | 'none';

export function pushSupport(): PushSupport {
  if (workerContainer() && 'PushManager' in globalThis && 'Notification' in globalThis) return 'ready';
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad says that it is a Mac.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple ? 'home-screen' : 'none';
}

export const pushPermission = (): NotificationPermission =>
  'Notification' in globalThis ? Notification.permission : 'default';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** Null where the browser does not say. */
export function namesOfDevice(userAgent: string): { browser: string; system: string } | null {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1];
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))?.[1];
  return browser && system ? { browser, system } : null;
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await workerContainer()?.getRegistration('/');
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Where this browser takes messages; null when it takes none. */
export async function endpointHere(): Promise<string | null> {
  try {
    return (await subscriptionHere())?.endpoint ?? null;
  } catch {
    return null;
  }
}

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0));
}

/** A browser keeps one subscription; one for another key makes room for it. */
async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(key);
  const before = await pushManager.getSubscription();
  const keyBefore = before?.options.applicationServerKey;
  const isSame = keyBefore && bytesEqual(new Uint8Array(keyBefore), applicationServerKey);
  if (before && !isSame) await before.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

const bytesEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/**
 * Asks the browser's permission: only after a press. False when it was not given. Throws when the browser or the server
 * does not take it.
 */
export async function turnPushOn(key: string, label: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await registerWorker();
  if (!registration) throw new Error('no service worker');
  const subscription = await subscribe(registration, key);
  const { endpoint, keys } = subscription.toJSON();
  try {
    await addPushDevice({
      endpoint: endpoint ?? subscription.endpoint,
      p256dh: keys?.p256dh ?? '',
      auth: keys?.auth ?? '',
      label,
    });
  } catch (thrown) {
    await subscription.unsubscribe();
    throw thrown;
  }
  const message: WorkerMessage = { pushAccount: { headers: headersOfDevice(), label } };
  registration.active?.postMessage(message);
  return true;
}

export async function turnPushOff(device: Pick<PushDevice, 'id' | 'endpoint'>): Promise<void> {
  await removePushDevice(device.id);
  const here = await subscriptionHere().catch(() => null);
  if (here?.endpoint === device.endpoint) await here.unsubscribe();
}

/** At signing out: the next person at this browser gets nothing of the one before. Never throws, and does not take long. */
export async function leavePush(): Promise<void> {
  try {
    const here = await subscriptionHere();
    if (!here) return;
    // The service that delivers them refuses what comes for it from here on, also when the server cannot be reached.
    await here.unsubscribe();
    const removal = loadPushDevices().then((devices) => {
      const own = devices.find(({ endpoint }) => endpoint === here.endpoint);
      return own ? removePushDevice(own.id) : undefined;
    });
    await Promise.race([removal, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_PATIENCE_MS))]);
  } catch {
    // Closed by the browser, or no connection: the server ends it with the session.
  }
}
