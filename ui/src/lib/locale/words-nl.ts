// The Dutch words every screen needs, as one file to fetch.

import common from '../../i18n/common.nl.json';
import components from '../../i18n/components.nl.json';
import shell from '../../i18n/shell.nl.json';

export const words = { common, components, shell };

/** What a screen adds to them, each file beside the screen or component that it belongs to. */
export const files = import.meta.glob<Record<string, unknown>>(
  ['../../**/*.nl.json', '!../../**/{common,components,shell}.nl.json'],
  { import: 'default' },
);
