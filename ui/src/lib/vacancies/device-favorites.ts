// What was kept before: in the account, or without one on this device, until somebody signs in and takes it along.

import { CALLS } from '../../api/calls.ts';
import { listResource, send } from '../../api/requests.ts';
import { addToast } from '../feedback/toasts.ts';
import { loadWords, translate } from '../locale/i18n.ts';
import { navigateTo } from '../navigation/navigation.ts';
import { forget, readStored, store } from '../storage.ts';

export const DEVICE_KEY = 'voluntr-favorites';
const MOST = 100;
const TOAST = 'favorite';

/** Newest first. */
export function onDevice(): readonly string[] {
  const kept = readStored<unknown>(DEVICE_KEY);
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string').slice(0, MOST) : [];
}

/** Whether it is kept now. */
export function toggleOnDevice(id: string): boolean {
  const kept = onDevice();
  const isKept = !kept.includes(id);
  const others = kept.filter((other) => other !== id);
  store(DEVICE_KEY, (isKept ? [id, ...others] : others).slice(0, MOST));
  if (isKept) void tellKept();
  return isKept;
}

async function tellKept(): Promise<void> {
  await loadWords(['favorites']);
  addToast({
    id: TOAST,
    title: translate('favorites:on_device'),
    message: translate('favorites:on_device_text'),
    color: 'success',
    action: { label: translate('favorites:show'), onClick: () => navigateTo('/profiel/bewaard') },
  });
}

/** Those of the device become those of the account. What the server does not take stays here, unless it is gone. */
export async function takeAlong(): Promise<readonly string[]> {
  const kept = onDevice();
  const taken: string[] = [];
  const left: string[] = [];
  for (const id of kept) {
    try {
      await send(CALLS.keepVacancy, { id });
      taken.push(id);
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0;
      if (status === 0 || status >= 500 || status === 429) left.push(id);
    }
  }
  if (left.length > 0) store(DEVICE_KEY, left);
  else forget(DEVICE_KEY);
  return taken;
}

/** What was kept before, in the account or on the device. */
export async function keptBefore(isMember: boolean): Promise<readonly string[]> {
  if (!isMember) return onDevice();
  if (onDevice().length > 0) await takeAlong();
  const { items } = await listResource(
    'vacancies',
    { fields: { vacancies: ['title'] }, filter: { favoriteEq: true }, page: { size: 100 } },
    { fresh: true },
  );
  return items.map(({ id }) => id);
}
