// What the settings show of messages on devices.
import { refresh } from '../../../api/cache.ts';
import { keyOf, type Loaded, useLoaded } from '../../../api/hooks.ts';
import { loadPushDevices, loadPushKey, type PushDevice } from '../../../api/push-calls.ts';
import { endpointHere, turnPushOff, turnPushOn } from '../../../lib/offline/push.ts';

const KEY = keyOf('/push_subscriptions');

export interface PushState {
  /** Null where the server sends no messages to devices. */
  key: string | null;
  /** The one that is looked at first. */
  devices: readonly PushDevice[];
  /** Where this browser takes messages. */
  here: string | null;
}

async function loadPushState(): Promise<PushState> {
  const key = await loadPushKey();
  if (key === null) return { key, devices: [], here: null };
  const [devices, here] = await Promise.all([loadPushDevices(), endpointHere()]);
  const isHere = ({ endpoint }: PushDevice): number => Number(endpoint === here);
  return { key, devices: [...devices].sort((one, other) => isHere(other) - isHere(one)), here };
}

export const usePushState = (): Loaded<PushState> => useLoaded(KEY, loadPushState);

/** False when the browser gave no permission. */
export async function turnOnHere(key: string, label: string): Promise<boolean> {
  const isOn = await turnPushOn(key, label);
  if (isOn) await refresh(KEY);
  return isOn;
}

export async function turnOff(device: PushDevice): Promise<void> {
  await turnPushOff(device);
  await refresh(KEY);
}
