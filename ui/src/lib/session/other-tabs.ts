// The other tabs of this browser.
import { CREDENTIALS_KEY, credentials, dropCredentials, readCredentials, reloadSession } from './session.ts';

/** Signing out in one tab signs out in all. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent): void => {
    if (event.key !== CREDENTIALS_KEY) return;
    const now = readCredentials();
    if (now === null) dropCredentials();
    else {
      credentials.value = now;
      void reloadSession();
    }
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
