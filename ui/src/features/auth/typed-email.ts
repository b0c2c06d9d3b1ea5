// The address somebody typed on one screen of the account, so that the next need not ask again. Gone after a reload.
import { signal } from '@preact/signals-react';

export const typedEmail = signal('');
/** The parent or guardian whom somebody young named at signing up. */
export const typedGuardian = signal('');
