// The way to the sign-in screen, and back from it.
import { useLocation } from 'react-router';

export const SIGN_IN_PATH = '/auth/login-1';
export const SIGN_OUT_PATH = '/uitloggen';
export const SECOND_STEP_PATH = '/auth/token';

/** Nobody wants to come back to the front page, or to a step of signing in, up or out. */
const STEP = /^\/($|auth\/|(inloggen|uitloggen|signup|confirm|toestemming|switch|profiel\/verwijderd)\b)/;

/** `?next=` to come back here with; a step hands on its own way back. Empty: where one begins. */
export function nextOf(path: string, search: string): string {
  const next = STEP.test(path) ? new URLSearchParams(search).get('next') : path + search;
  return next ? `?next=${encodeURIComponent(next)}` : '';
}

/** The sign-in screen, from which one comes back to where this is shown. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation();
  return SIGN_IN_PATH + nextOf(pathname, search);
}
