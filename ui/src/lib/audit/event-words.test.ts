// Everything that the server writes into the log has words in both languages: steps of state machines, rights, and what
// handlers and jobs write by name.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import mailsEnglish from '../../i18n/mail-kinds.en.json';
import mailsDutch from '../../i18n/mail-kinds.nl.json';
import english from './audit-log.en.json';
import dutch from './audit-log.nl.json';

const SERVER = resolve(import.meta.dirname, '../../../../src');

const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.rs') && !path.includes('examples') && !path.endsWith('tests.rs'))
  .map((path) => ({ path, text: readFileSync(join(SERVER, path), 'utf8') }));

/** Events of the machines: `text_enum!(VacancyEvent { Publish = "publish", … })`. */
const events = sources.flatMap(({ text }) =>
  [...text.matchAll(/text_enum!\(\s*\w+Event\s*\{([^}]*)\}/g)].flatMap(([, body = '']) =>
    [...body.matchAll(/"(\w+)"/g)].map(([, event = '']) => event),
  ),
);

/** `audit(tx, actor, "take_copy", …)`, and `action: "import_users"` of an event or a file. */
const written = sources.flatMap(({ text }) =>
  [
    ...text.matchAll(/\baudit(?:_with)?\(\s*&?tx,\s*[^"]{0,80}?"(\w+)"/g),
    ...text.matchAll(/\baction: "(\w+)"/g),
  ].map(([, action = '']) => action),
);

const WORDS = [
  { language: 'nl', words: dutch, mails: mailsDutch },
  { language: 'en', words: english, mails: mailsEnglish },
] as const;

test.each(WORDS)('every event of the log has words: $language', ({ words, mails }) => {
  expect(new Set(events).size).toBeGreaterThan(50);
  expect(new Set(written).size).toBeGreaterThan(30);
  const named = new Set([
    ...Object.keys(words.any),
    ...Object.keys(words.users),
    ...Object.keys(words.applications),
    ...Object.keys(mails),
  ]);
  const unnamed = [...events, ...written].filter((action) => !named.has(action) && !SUBJECTS.has(action));
  expect([...new Set(unnamed)].toSorted()).toEqual([]);
});

/** The first text of such a call may be what it is about. */
const SUBJECTS = new Set(Object.keys(dutch.subject));

test('what an event can be about has a name in both languages', () => {
  const types = sources
    .filter(({ path }) => path.startsWith('resources'))
    .flatMap(({ text }) =>
      text.includes('AUDIT_SUBJECT: Option<AuditSubject> = Some')
        ? [...text.matchAll(/const TYPE: &'static str = "(\w+)";/g)].map(([, type = '']) => type)
        : [],
    );
  expect(types.length).toBeGreaterThan(20);
  for (const { words } of WORDS)
    expect(types.filter((type) => !(type in words.subject)).toSorted()).toEqual([]);
});
