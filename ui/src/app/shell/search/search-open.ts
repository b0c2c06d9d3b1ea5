// Whether the search over everything lies over the page.
import { signal } from '@preact/signals-react';

export const isSearchOpen = signal(false);
