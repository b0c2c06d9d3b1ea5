// Where one goes after a step of signing in: back to where one came from, never outside the app.
import { navigateTo, safeNext } from '../../lib/navigation.ts';

export const nextPath = (): string => safeNext(new URLSearchParams(location.search).get('next'));

export const goOn = (): void => navigateTo(nextPath(), { replace: true });
