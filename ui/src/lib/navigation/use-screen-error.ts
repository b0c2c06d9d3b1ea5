// A screen without its data is the screen that says why; without a connection it asks to try again.
import { useEffect } from 'react';
import type { ApiError } from '../../api/client.ts';
import { showError } from '../feedback/errors.ts';

/** Whether trying again is all there is to do. */
export function useScreenError(error: ApiError | null): boolean {
  const isOffline = error?.isOffline ?? false;
  useEffect(() => {
    if (error && !error.isOffline) showError(error);
  }, [error]);
  return isOffline;
}
