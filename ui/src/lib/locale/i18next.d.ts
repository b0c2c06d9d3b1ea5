// Keys of words are checked: an unknown file, key or placeholder is an error of tsc.
import 'i18next';
import type { AllWords } from '../../i18n/words-nl.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: AllWords;
    returnNull: false;
  }
}
