// The English words every screen needs, as one file to fetch.
import common from '../i18n/en/common.json';
import components from '../i18n/en/components.json';
import shell from '../i18n/en/shell.json';

export const words = { common, components, shell };

/** What a screen adds to them. */
export const files = import.meta.glob<Record<string, unknown>>(
  ['../i18n/en/*.json', '!../i18n/*/{common,components,shell}.json'],
  { import: 'default' },
);
