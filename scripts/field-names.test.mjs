import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fieldNamesText } from './generate.mjs';

const ROOT = new URL('..', import.meta.url).pathname;

test('the app says the names of fields as the server does: "npm run generate" writes them', async () => {
  const table = await readFile(`${ROOT}src/error/field_names.rs`, 'utf8');
  for (const language of ['nl', 'en']) {
    const text = fieldNamesText(language, table);
    assert.ok(Object.keys(JSON.parse(text)).length > 300);
    const file = await readFile(`${ROOT}ui/src/lib/audit/field-names.${language}.json`, 'utf8');
    assert.equal(file, text);
  }
});
