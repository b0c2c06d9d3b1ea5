// The English words every screen needs, as one file to fetch.

import common from '../../i18n/common.en.json';
import components from '../../i18n/components.en.json';
import shell from '../../i18n/shell.en.json';

export const words = { common, components, shell };

/** What a screen adds to them, each file beside the screen or component that it belongs to. */
export const files = import.meta.glob<Record<string, unknown>>(
  ['../../**/*.en.json', '!../../**/{common,components,shell}.en.json'],
  { import: 'default' },
);
