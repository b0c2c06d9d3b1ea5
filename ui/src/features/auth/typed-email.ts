// The address somebody typed on one screen of the account, so that the next need not ask again. Gone after a reload.
import { signal } from '@preact/signals-react';

export const typedEmail = signal('');
