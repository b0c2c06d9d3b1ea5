// The calls about devices on which somebody sees messages at once.
import { API, ApiError, headersFor, request } from './client.ts';
import { type Resource, readMeta, writeDocument } from './jsonapi.ts';
import { pathOf, payloadOf } from './requests.ts';

export interface PushDevice extends Resource {
  label: string;
  endpoint: string;
  createdAt: string | null;
  lastSentAt: string | null;
  /** Refusals in a row by the service that delivers it. */
  failures: number;
}

/** What a browser gave. */
export interface NewPushDevice {
  endpoint: string;
  p256dh: string;
  auth: string;
  label: string;
}

const DEVICES = '/push_subscriptions';

/** Null where the server sends no messages to devices. */
export async function loadPushKey(): Promise<string | null> {
  try {
    const { document } = await request('GET', '/push_key');
    const { key } = readMeta(document) as { key?: unknown };
    return typeof key === 'string' ? key : null;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.statusCode === 404) return null;
    throw thrown;
  }
}

export async function loadPushDevices(): Promise<readonly PushDevice[]> {
  const { document } = await request('GET', DEVICES);
  return payloadOf<PushDevice>(document).items;
}

export async function addPushDevice(device: NewPushDevice): Promise<void> {
  await request('POST', DEVICES, { body: writeDocument('push_subscription_forms', device) });
}

export async function removePushDevice(id: string): Promise<void> {
  await request('DELETE', pathOf('push_subscriptions', id));
}

/** Sends an example to that device. */
export async function sendPushExample(id: string): Promise<void> {
  await request('PUT', `${pathOf('push_subscriptions', id)}/try`);
}

/** With which the service worker can say later that the address of this device has changed. */
export function headersOfDevice(): Record<string, string> {
  return Object.fromEntries(headersFor('GET', API + DEVICES, {}));
}
