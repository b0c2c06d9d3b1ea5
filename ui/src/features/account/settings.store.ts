// What the settings show: messages, devices. A choice holds on the screen at once and is taken back when it fails.
import { signal } from '@preact/signals-react';
import { remove } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import type { NotificationPreference, Rate } from '../../api/people-resources.ts';
import { changePreference, loadPreferences } from '../../lib/own-account.ts';

export type Loaded = 'pending' | 'success' | 'error';

export const preferences = signal<readonly NotificationPreference[]>([]);
export const preferencesStatus = signal<Loaded>('pending');

export async function fetchPreferences(): Promise<void> {
  preferencesStatus.value = 'pending';
  try {
    preferences.value = await loadPreferences();
    preferencesStatus.value = 'success';
  } catch {
    preferencesStatus.value = 'error';
  }
}

function put(id: string, rate: Rate): void {
  preferences.value = preferences.value.map((each) => (each.id === id ? { ...each, rate } : each));
}

/** Throws when it could not be kept; the choice is then as it was. */
export async function chooseRate(preference: NotificationPreference, rate: Rate): Promise<void> {
  put(preference.id, rate);
  try {
    await changePreference(preference, rate);
  } catch (thrown) {
    put(preference.id, preference.rate);
    throw thrown;
  }
}

export const devices = collection('sessions');

export const fetchDevices = (): Promise<void> => devices.list({ 'page[size]': 50 });

/** Everywhere but here. */
export async function signOutElsewhere(): Promise<void> {
  await remove('/sessions');
  await fetchDevices();
}
