// Counting visits with Google Analytics: only where the centre has an id, and only after the visitor has agreed. Until
// then nothing of it is loaded, and the page does the same without it.
import { computed, effect, signal } from '@preact/signals-react';
import { centreProfile } from '../centre/centre.ts';

export type Answer = 'yes' | 'no';

/** Local storage, per site. */
const KEY = 'voluntr-analytics';
const SCRIPT = 'https://www.googletagmanager.com/gtag/js';

function readAnswer(): Answer | null {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'yes' || stored === 'no' ? stored : null;
  } catch {
    return null;
  }
}

export const answer = signal<Answer | null>(readAnswer());
export const tagId = computed(() => centreProfile.value?.gtagId || null);
/** There is something to ask, and nobody has answered it. */
export const isAsked = computed(() => tagId.value !== null && answer.value === null);

export function sayAnswer(given: Answer): void {
  try {
    localStorage.setItem(KEY, given);
  } catch {
    // Not kept; it holds until the page is reloaded.
  }
  answer.value = given;
}

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

function load(id: string): void {
  if (document.querySelector(`script[src^="${SCRIPT}"]`)) return;
  window.dataLayer ??= [];
  // The script reads the arguments objects themselves.
  const gtag: (...args: unknown[]) => void = function gtag() {
    // biome-ignore lint/complexity/noArguments: what the script asks for.
    window.dataLayer?.push(arguments);
  };
  gtag('js', new Date());
  gtag('config', id, { anonymize_ip: true });
  const script = document.createElement('script');
  script.async = true;
  script.src = `${SCRIPT}?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

export function followAnalytics(): () => void {
  return effect(() => {
    const id = tagId.value;
    if (id !== null && answer.value === 'yes') load(id);
  });
}
