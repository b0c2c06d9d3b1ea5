// No rule of a form is written twice: what the server's description says of a field, no screen says again.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONSTRAINTS } from '../api/constraints.ts';
import type { FieldConstraints } from '../components/form/rules.ts';
import { PASSWORD_LENGTH } from '../components/password/password-strength.ts';
import {
  DESCRIPTION_AT_MOST,
  MAX_REQUIREMENTS,
  MOST_HOURS,
} from '../features/vacancies/form/vacancy-form-values.ts';

const ROOT = join(import.meta.dirname, '..');
const known = CONSTRAINTS as unknown as Readonly<Record<string, Record<string, FieldConstraints>>>;

const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(features|components)\/.*\.tsx$/.test(name) && !/\.test\.|gallery/.test(name))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

const withForms = files.filter(({ text }) => /<Form\b/.test(text));

/** What a screen names in `of`, in an array of names, or as the form of a part. */
function namedIn(text: string): string[] {
  const direct = [...text.matchAll(/\bof="([^"]+)"/g)].map(([, name]) => name ?? '');
  const constants = [...text.matchAll(/^const (?:OF|PARTS) = (['[{].+);$/gm)].flatMap(([, value = '']) =>
    [...value.matchAll(/'([^']+)'/g)].map(([, name]) => name ?? ''),
  );
  return [...direct, ...constants];
}

const NUMBER = /\b(minLength|maxLength|minimum|maximum|minItems|maxItems|pattern)\s*:/;

/** Where the description takes any document, the screen has the rule, with what it asks: this list may only shrink. */
const NOT_DESCRIBED: Readonly<Record<string, number>> = {
  // Sent with a file, which the description has no lengths for.
  'features/content/stock-images/add-stock-image.tsx': 3,
  // Twenty words of forty signs in one field.
  'features/content/stock-images/stock-image-page.tsx': 1,
  'features/account/help-requests/request-form-page.tsx': 1,
  'components/second-factor/passkey-set-up.tsx': 1,
  // The name of a view, which the browser keeps.
  'components/work-list/view-tabs.tsx': 1,
  'features/applications/detail/action-dialog.tsx': 1,
  // A message of a conversation, whatever it is about.
  'components/content/message-form.tsx': 1,
  'features/applications/list/application-notes.tsx': 1,
  'features/users/list/bulk-dialog.tsx': 1,
  'features/users/detail/sign-in-as-dialog.tsx': 1,
  'features/vacancies/apply/apply-dialog.tsx': 1,
  'features/vacancies/apply/question-fields.tsx': 1,
  'features/vacancies/form/vacancy-form-cards.tsx': 2,
  'features/vacancies/form/vacancy-form-step-dialog.tsx': 1,
  // A question of the nested list, whose fields the description does not bound one by one.
  'components/form/questions/asked-questions-card.tsx': 1,
  'features/activities/activity-step-dialog.tsx': 1,
  // The words of a rich text.
  'features/activities/form/activity-cards.tsx': 1,
  // Parts of a rule, which the description knows as one text.
  'features/activities/form/when-card.tsx': 2,
};

test('there are forms to look at', () => {
  expect(withForms.length).toBeGreaterThan(25);
});

describe.each(withForms)('$name', ({ name, text }) => {
  test('names only what the description has', () => {
    expect(namedIn(text).filter((each) => known[each] === undefined)).toEqual([]);
  });

  test('writes no required field that the description requires already', () => {
    const forms = namedIn(text).flatMap((each) => (known[each] ? [known[each]] : []));
    const fields = [...text.matchAll(/<Field\b([\s\S]*?)\/>/g)].map(([, props = '']) => props);
    const twice = fields.flatMap((props) => {
      const [, field = ''] = /\bname="([^"]+)"/.exec(props) ?? [];
      const isWritten = /rules=\{\{ required: true/.test(props);
      return isWritten && forms.length === 1 && forms.every((form) => form[field]?.required) ? [field] : [];
    });
    expect(twice, name).toEqual([]);
  });
});

test('no screen has a length or a limit of its own, but where the description is silent', () => {
  const found = files.flatMap(({ name, text }) => {
    const lines = text.split('\n').filter((line) => line.includes('rules=') && NUMBER.test(line));
    return lines.length > 0 ? [[name, lines.length] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(NOT_DESCRIBED);
});

test('what screens count with is what the description says', () => {
  const vacancies = known.vacancies ?? {};
  expect(vacancies.requirements?.maxItems).toBe(MAX_REQUIREMENTS);
  expect(vacancies.hoursPerWeek?.maximum).toBe(MOST_HOURS);
  expect(vacancies.description?.maxLength).toBeGreaterThan(DESCRIPTION_AT_MOST);
  expect(known.registrations?.password?.minLength).toBe(PASSWORD_LENGTH);
});
