// Holds the words to docs/glossary.md: what a button, a sentence that counts and a term look like in both languages.
import { expect, test } from 'vitest';

type Words = { readonly [key: string]: string | Words };

const files = import.meta.glob<Words>('../**/*.{nl,en}.json', { eager: true, import: 'default' });
const mails = import.meta.glob<string>('../../../src/mail/templates/*/*.txt', {
  eager: true,
  import: 'default',
  query: '?raw',
});

interface Line {
  /** `users.list.add` */
  key: string;
  text: string;
}

function flat(words: Words, before: string): Line[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [{ key: `${before}.${key}`, text: value }] : flat(value, `${before}.${key}`),
  );
}

const screens = (language: 'nl' | 'en'): Line[] =>
  Object.entries(files)
    .filter(([file]) => file.endsWith(`.${language}.json`))
    .flatMap(([file, words]) => flat(words, file.split('/').at(-1)?.split('.')[0] ?? file));

const letters = (language: 'nl' | 'en'): Line[] =>
  Object.entries(mails)
    .filter(([file]) => file.includes(`/${language}/`))
    .map(([file, text]) => ({ key: file.split('/').at(-1) ?? file, text }));

/** Of an email without what the templates are made of. */
const spoken = (text: string): string => text.replace(/\{[{%].*?[}%]\}|\]\([^)]*\)/g, ' ');

const IMPERATIVES =
  /^(Bewaar|Stuur|Verstuur|Haal|Zet|Keur|Wijs|Neem|Voeg|Maak|Kies|Bekijk|Zoek|Log|Ga|Open|Sluit|Wis|Trek|Meld|Pas|Vraag|Download|Kopieer|Deel|Toon|Verberg|Verwijder|Wijzig|Geef|Bel|Mail|Plaats|Begin|Controleer|Laad|Verleng|Archiveer|Annuleer|Probeer|Stop|Lees|Speel|Houd|Laat|Stel|Registreer|Schrijf|Nodig|Beoordeel|Dien|Druk|Klik|Antwoord|Verander|Bevestig|Sorteer|Accepteer|Weiger)\s/;
const INFINITIVE = /(en|aan|gaan|staan|zien|doen)$/;

/** These are no buttons: headings, steps of a list, names of emails and fields, what was done. */
const INSTRUCTIONS =
  /[tT]itle(_\w+)?$|\.step\d$|^mail-kinds\.|^field-names\.|^audit-log\.any\.|^shortcuts\.go$|\.palette\.field$|^components\.form\.(choose|errors_title)|\.asked\.until$|\.letter\.sent$|\.refused\.title\.|^saved-searches\.mail(Of)?$|totp\.step\d$|^account-privacy\.delete\.(applications|stays)/;

/** Not a verb there: the city, "necessary", an email. */
const NOUNS = /^(Plaats|Nodig|Mail|Mail (sturen|opnieuw|bij|verstuurd)\b.*)$/;

test('no Dutch button is an imperative: Opslaan, not Bewaar', () => {
  const wrong = screens('nl').filter(
    ({ key, text }) =>
      IMPERATIVES.test(`${text} `) &&
      !/[.!?:]$/.test(text) &&
      !INFINITIVE.test(text) &&
      !NOUNS.test(text) &&
      !INSTRUCTIONS.test(key),
  );
  expect(wrong).toEqual([]);
});

test('no button of a Dutch email is an imperative', () => {
  const wrong = letters('nl').flatMap(({ key, text }) =>
    [...text.matchAll(/\[([^\]]+)\]\(/g)]
      .map(([, label = '']) => `${label.replace(/\{[{%].*?[}%]\}/g, 'iets')} `)
      .filter((label) => IMPERATIVES.test(label) && !INFINITIVE.test(label.trim()))
      .map((label) => `${key}: ${label}`),
  );
  expect(wrong).toEqual([]);
});

/** A bound that is never one, or a number without a noun. */
const NO_NOUN =
  /^(workspace\.menu\.count|imports\.(file\.hint|count\.number|faults\.more|people\.first(_school|_organizations)?)|vacancies-public\.filters\.more|vacancies\.field\.requirement(sHint|sTooMany|TooLong)|components\.(stepper|table\.(choose_all|chosen)))$/;

test.each(['nl', 'en'] as const)('what counts has a form for one and for many: %s', (language) => {
  const all = new Set(screens(language).map(({ key }) => key));
  const counting = screens(language).filter(({ text }) => /\{\{\s*count\b/.test(text));
  expect(
    counting.map(({ key }) => key).filter((key) => !/_(zero|one|other)$/.test(key) && !NO_NOUN.test(key)),
  ).toEqual([]);
  expect([...all].filter((key) => key.endsWith('_one') && !all.has(key.replace(/_one$/, '_other')))).toEqual(
    [],
  );
});

/** Terms for which docs/glossary.md has another one. */
const FORBIDDEN = {
  nl: /\bcentrum\b|\bgebruikers?\b|\bgrondslag\b|\(hoeft niet\)|weghal|weggehaald|\bvoorpagina\b|\bverder (werken|gaan?)\b|zip-bestand|kijkt mee|overgenomen|overnemen|app-winkel|kruimelpad|(?<!e-)\bmailadres|\bhoogstens\b|\bhooguit\b|[“”]|\bvoorgoed\b|account (slaapt|gaat slapen)/i,
  en: /\bvacanc(y|ies)\b|(?<![-\w])mails?\b|front page|\btak(e|en|es) (it |this )?back\b|\bdenied\b|\bturn(ed)? down\b|\b(every|some|no|any)body\b|\bvolunt(ary|eer) work\b|\brenew|\bsign(ed)? up your organi|[“”]|\bcannot\b/i,
};
/** product.md has these words. */
const LITERAL = /^(routes\.addUser\.title|users\.add\.title)$/;

test.each(['nl', 'en'] as const)('one term per thing, that of the glossary: %s', (language) => {
  const lines = [...screens(language).filter(({ key }) => !LITERAL.test(key)), ...letters(language)].map(
    ({ key, text }) => ({ key, text: spoken(text) }),
  );
  expect(lines.filter(({ text }) => FORBIDDEN[language].test(text))).toEqual([]);
});

/** For a dialog or a screen that says in its title what is saved; the heart of a vacancy is a switch. */
const SAVES_ALONE = /^(common\.save|components\.save\.word)$/;

test.each(['nl', 'en'] as const)('a button that saves says what: %s', (language) => {
  const alone = screens(language).filter(({ text }) => /^(opslaan|save)$/i.test(text.trim()));
  expect(alone.map(({ key }) => key).filter((key) => !SAVES_ALONE.test(key))).toEqual([]);
});
