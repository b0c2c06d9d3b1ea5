// The words of English, for the strength of a password. Its surnames and its encyclopedia weigh twice as much and
// help little here: they are left out, so that the package's files are named one by one.
import commonWords from '@zxcvbn-ts/language-en/dist/commonWords.json.mjs';
import firstnames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';

export const words: Record<string, (string | number)[]> = {
  'commonWords-en': commonWords,
  'firstnames-en': firstnames,
};
