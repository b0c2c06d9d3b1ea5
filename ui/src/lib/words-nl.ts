// The Dutch words every screen needs, as one file to fetch.
import common from '../i18n/nl/common.json';
import components from '../i18n/nl/components.json';
import shell from '../i18n/nl/shell.json';

export const words = { common, components, shell };

/** What a screen adds to them. */
export const files = import.meta.glob<Record<string, unknown>>(
  ['../i18n/nl/*.json', '!../i18n/*/{common,components,shell}.json'],
  { import: 'default' },
);
