// There is one way to the server: hooks.ts and requests.ts of api/, typed by the server's description.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('api/'))
  .map((name) => ({ name, text: readFileSync(join(ROOT, name), 'utf8') }));

const importsOf = (text: string, file: string): string[] =>
  [...text.matchAll(new RegExp(`import (?:type )?\\{([^}]*)\\} from '[./]*/api/${file}'`, 'g'))].flatMap(
    ([, names = '']) =>
      names
        .split(',')
        .map((name) => name.replace('type ', '').trim())
        .filter(Boolean),
  );

test('nobody else asks an address by itself', () => {
  const asking = files.flatMap(({ name, text }) =>
    importsOf(text, 'client.ts')
      .filter((each) => ['get', 'post', 'put', 'patch', 'remove', 'request', 'download'].includes(each))
      .map((each) => `${name}: ${each}`),
  );
  expect(asking).toEqual([]);
});

test('nobody else reads or writes the wire', () => {
  const reading = files
    .filter(({ name }) => !name.startsWith('testing/'))
    .flatMap(({ name, text }) =>
      importsOf(text, 'jsonapi.ts')
        .filter((each) => !['FieldProblem', 'Resource'].includes(each))
        .map((each) => `${name}: ${each}`),
    );
  expect(reading).toEqual([]);
});

test('the types of the description are used all over', () => {
  const using = files.filter(({ text }) => importsOf(text, 'schema.d.ts').length > 0);
  expect(using.length).toBeGreaterThan(60);
});
