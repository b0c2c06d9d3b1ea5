// The vacancies somebody keeps. Shown at once, taken back when the server refuses; those of a visitor stay on the device.

import { effect, signal } from '@preact/signals-react';
import { CALLS } from '../../api/calls.ts';
import { send } from '../../api/requests.ts';
import type { Vacancy } from '../../api/schema.d.ts';
import { addToast } from '../feedback/toasts.ts';
import { loadWords, translate } from '../locale/i18n.ts';
import { isSignedIn } from '../session/session.ts';
import { readStored } from '../storage.ts';

const TOAST = 'favorite';
/** As in device-favorites.ts, which loads only when there is something to do. */
const DEVICE_KEY = 'voluntr-favorites';

const device = () => import('./device-favorites.ts');

/** What was pressed here, and what was kept before; the page's own data may be a visitor's. */
const kept = signal<Readonly<Record<string, boolean>>>({});
let isLoaded = false;

export function isFavorite(vacancy: Pick<Vacancy, 'id' | 'isFavorite'>): boolean {
  return kept.value[vacancy.id] ?? (isSignedIn.value && (vacancy.isFavorite ?? false));
}

function keep(id: string, isKept: boolean): void {
  kept.value = { ...kept.value, [id]: isKept };
}

/** For as long as a screen shows hearts: asks once for who is signed in, and looks on the device for who is not. */
export function followFavorites(): () => void {
  return effect(() => void load(isSignedIn.value));
}

/** A failure only means hearts that are not filled yet. */
async function load(isMember: boolean): Promise<void> {
  if (isMember && isLoaded) return;
  isLoaded = isMember;
  if (!isMember) {
    kept.value = {};
    if (!readStored(DEVICE_KEY)) return;
  }
  try {
    const ids = await (await device()).keptBefore(isMember);
    if (isSignedIn.peek() === isMember)
      kept.value = { ...Object.fromEntries(ids.map((id) => [id, true])), ...kept.peek() };
  } catch {
    isLoaded = false;
  }
}

export async function toggleFavorite(vacancy: Pick<Vacancy, 'id' | 'isFavorite' | 'title'>): Promise<void> {
  if (!isSignedIn.peek()) {
    keep(vacancy.id, (await device()).toggleOnDevice(vacancy.id));
    return;
  }
  const wasKept = isFavorite(vacancy);
  keep(vacancy.id, !wasKept);
  try {
    await send(wasKept ? CALLS.dropVacancy : CALLS.keepVacancy, { id: vacancy.id });
  } catch {
    keep(vacancy.id, wasKept);
    await loadWords(['favorites']);
    addToast({ id: TOAST, title: translate('favorites:failed'), color: 'danger' });
  }
}
