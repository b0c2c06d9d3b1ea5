// Places for somebody who types where they live.

import { CALLS } from '../../api/calls.ts';
import { send } from '../../api/requests.ts';

export interface PlaceSuggestion {
  /** What is searched near: the server reads it back. */
  value: string;
  label: string;
}

const SHOWN = 6;
const MIN_LENGTH = 2;

/** None for a single letter, and none when the server cannot be asked: typing on works too. */
export async function suggestPlaces(text: string, stop?: AbortSignal): Promise<PlaceSuggestion[]> {
  const typed = text.trim();
  if (typed.length < MIN_LENGTH) return [];
  try {
    const { items } = await send(CALLS.places, { query: { q: typed }, signal: stop });
    const isCode = /^\d/.test(typed);
    const found = items.map((place) => {
      const whole = place.postalCode ? `${place.postalCode} ${place.name}` : place.name;
      return { value: isCode ? whole : place.name, label: isCode ? whole : place.name };
    });
    return found
      .filter((place, at) => found.findIndex((other) => other.value === place.value) === at)
      .slice(0, SHOWN);
  } catch {
    return [];
  }
}

/** Whether no place is called so, in whatever capitals and accents. False when the server cannot be asked. */
export async function isUnknownPlace(text: string, stop?: AbortSignal): Promise<boolean> {
  if (/^\s*\d/.test(text)) return false;
  try {
    const { items } = await send(CALLS.places, { query: { q: text.trim() }, signal: stop });
    return items.length === 0;
  } catch {
    return false;
  }
}
