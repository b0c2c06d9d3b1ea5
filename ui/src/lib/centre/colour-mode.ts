// System, light or dark. A route may force one until it is left.
import { computed, effect, signal } from '@preact/signals-react';

export type ColourPreference = 'system' | 'light' | 'dark';
export type ColourMode = 'light' | 'dark';

/** Key in local storage; public/colour-mode.js reads it before the first paint. */
export const STORAGE_KEY = 'nuxt-color-mode';

function readPreference(): ColourPreference {
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

export const colourPreference = signal<ColourPreference>(readPreference());
export const forcedColourMode = signal<ColourMode | null>(null);
const systemIsDark = signal(false);

export const colourMode = computed<ColourMode>(() => {
  if (forcedColourMode.value) return forcedColourMode.value;
  if (colourPreference.value !== 'system') return colourPreference.value;
  return systemIsDark.value ? 'dark' : 'light';
});

export function chooseColour(preference: ColourPreference): void {
  colourPreference.value = preference;
  try {
    localStorage.setItem(STORAGE_KEY, preference);
  } catch {
    // Not kept; it holds until the page is reloaded.
  }
}

/** What the account says, on a device where nothing was chosen yet. */
export function proposeColour(preference: ColourPreference): void {
  try {
    if (localStorage.getItem(STORAGE_KEY) === null && preference !== 'system') chooseColour(preference);
  } catch {
    // Closed: then each visit follows the system.
  }
}

/** Follows the system and sets `data-theme`. Returns how to stop. */
export function followColourMode(root: HTMLElement = document.documentElement): () => void {
  colourPreference.value = readPreference();
  const system = matchMedia('(prefers-color-scheme: dark)');
  const update = (): void => {
    systemIsDark.value = system.matches;
  };
  update();
  system.addEventListener('change', update);
  const stop = effect(() => {
    root.dataset.theme = colourMode.value;
  });
  return () => {
    stop();
    system.removeEventListener('change', update);
  };
}
