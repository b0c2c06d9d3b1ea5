// The vacancies somebody keeps. Shown at once, taken back when the server refuses; a visitor is asked to sign in.

import { effect, signal } from '@preact/signals-react';
import { CALLS } from '../../api/calls.ts';
import { listResource, send } from '../../api/requests.ts';
import type { Vacancy } from '../../api/schema.d.ts';
import { addToast } from '../feedback/toasts.ts';
import { say } from '../locale/i18n.ts';
import { splitPath } from '../locale/language.ts';
import { navigateTo } from '../navigation/navigation.ts';
import { isSignedIn } from '../session/session.ts';

const ASK_MS = 12_000;
const TOAST = 'favorite';

/** What was pressed here, and what was kept before; the page's own data may be a visitor's. */
const kept = signal<Readonly<Record<string, boolean>>>({});
let isLoaded = false;

export function isFavorite(vacancy: Pick<Vacancy, 'id' | 'isFavorite'>): boolean {
  if (!isSignedIn.value) return false;
  return kept.value[vacancy.id] ?? vacancy.isFavorite ?? false;
}

function keep(id: string, isKept: boolean): void {
  kept.value = { ...kept.value, [id]: isKept };
}

/** For as long as a screen shows hearts: asks once for who is signed in, forgets when they sign out. */
export function followFavorites(): () => void {
  return effect(() => {
    if (isSignedIn.value) void loadFavorites();
    else forgetFavorites();
  });
}

/** A failure only means hearts that are not filled yet. */
async function loadFavorites(): Promise<void> {
  if (isLoaded) return;
  isLoaded = true;
  try {
    const { items } = await listResource(
      'vacancies',
      { fields: { vacancies: ['title'] }, filter: { favoriteEq: true }, page: { size: 100 } },
      { fresh: true },
    );
    const found = Object.fromEntries(items.map(({ id }) => [id, true]));
    kept.value = { ...found, ...kept.peek() };
  } catch {
    isLoaded = false;
  }
}

function forgetFavorites(): void {
  isLoaded = false;
  kept.value = {};
}

export async function toggleFavorite(vacancy: Pick<Vacancy, 'id' | 'isFavorite' | 'title'>): Promise<void> {
  if (!isSignedIn.peek()) {
    askToSignIn();
    return;
  }
  const wasKept = isFavorite(vacancy);
  keep(vacancy.id, !wasKept);
  try {
    await send(wasKept ? CALLS.dropVacancy : CALLS.keepVacancy, { id: vacancy.id });
  } catch {
    keep(vacancy.id, wasKept);
    addToast({ id: TOAST, title: say('vacancies-public:favorite.failed'), color: 'danger' });
  }
}

function askToSignIn(): void {
  const here = encodeURIComponent(splitPath(location.pathname).path + location.search);
  addToast({
    id: TOAST,
    title: say('vacancies-public:favorite.sign_in_title'),
    message: say('vacancies-public:favorite.sign_in_text'),
    color: 'info',
    duration: ASK_MS,
    action: {
      label: say('vacancies-public:favorite.sign_in'),
      onClick: () => navigateTo(`/auth/login-1?next=${here}`),
    },
  });
}
