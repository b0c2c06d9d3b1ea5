// The address that the last sign-up wrote to; gone after a reload.
import { signal } from '@preact/signals-react';

export const sentTo = signal<string | null>(null);
