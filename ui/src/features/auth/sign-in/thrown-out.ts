// Somebody's session ended while they were at work: signing in again is where they read why. Gone after a reload.
import { signal } from '@preact/signals-react';

export const wasThrownOut = signal(false);
