// What a file must be, and which column is what.
import { expect, test } from 'vitest';
import { fileProblem, LARGEST_FILE, mappingOf, templateOf, withField } from './import-rules.ts';

test.each([
  ['mensen.csv', 10, null],
  ['Mensen.XLSX', 10, null],
  ['mensen.ods', LARGEST_FILE, null],
  ['mensen.csv', LARGEST_FILE + 1, 'size'],
  ['mensen.pdf', LARGEST_FILE + 1, 'size'],
  ['mensen.pdf', 10, 'kind'],
  ['csv', 10, 'kind'],
  ['mensen.csv', 0, 'empty'],
])('%s of %i bytes: %s', (name, size, problem) => {
  expect(fileProblem({ name, size })).toBe(problem);
});

test('a field is in one column only', () => {
  const start = mappingOf([
    { header: 'a', samples: [], field: 'email' },
    { header: 'b', samples: [], field: 'name' },
    { header: 'c', samples: [], field: null },
  ]);
  expect(withField(start, 2, 'email')).toEqual([null, 'name', 'email']);
  expect(withField(start, 1, null)).toEqual(['email', null, null]);
});

test('the example opens in an office program, whatever it holds', () => {
  expect(templateOf(['Naam', 'E-mail'], ['Jan; "de" Bos', 'jan@example.org'])).toBe(
    '\uFEFFNaam;E-mail\r\n"Jan; ""de"" Bos";jan@example.org\r\n',
  );
});
