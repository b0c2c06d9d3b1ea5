// What the settings show: messages, devices. A choice holds on the screen at once and is taken back when it fails.
import { ACCOUNT_CALLS } from '../../../api/account-calls.ts';
import { overlay, refresh } from '../../../api/cache.ts';
import type { NotificationPreference } from '../../../api/calls.ts';
import type { Rate } from '../../../api/choices.ts';
import { keyOf, mutate, useCall, useResourceList } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import { changePreference } from '../own-account.ts';

export const usePreferences = () => useCall(ACCOUNT_CALLS.preferences, {});

/** Throws when it could not be kept; the choice is then as it was. */
export const chooseRate = (preference: NotificationPreference, rate: Rate): Promise<void> =>
  mutate(() => changePreference(preference, rate), overlay(preference, { rate }));

export const useDevices = () => useResourceList('sessions', { page: { size: 50 } });

/** Everywhere but here. */
export async function signOutElsewhere(): Promise<void> {
  await send(ACCOUNT_CALLS.signOutElsewhere);
  await refresh(keyOf('/sessions'));
}

export const useCalendarFeed = () => useCall(ACCOUNT_CALLS.calendarFeed, {});

/** Gives the new address; the one before it stops. */
export async function makeCalendarFeed(): Promise<string | null> {
  const { meta } = await send(ACCOUNT_CALLS.makeCalendarFeed);
  await refresh(keyOf('/me/calendar_feed'));
  return meta.address ?? null;
}

export async function stopCalendarFeed(): Promise<void> {
  await send(ACCOUNT_CALLS.stopCalendarFeed);
  await refresh(keyOf('/me/calendar_feed'));
}
