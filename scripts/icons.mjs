// The drawn signs that the server hands out at /api/_icons/lucide.json: those the app uses, in the form of Iconify.
// Run after a sign was added to ui/src/components/icon.tsx.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';

const ROOT = new URL('..', import.meta.url).pathname;
const FOLDER = `${ROOT}node_modules/lucide-react/dist/esm/icons/`;
const OUT = `${ROOT}src/web/icons/lucide.json`;
const PEN =
  'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

const kebab = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([a-zA-Z])(\d)/g, '$1-$2')
    .toLowerCase();

/** An old name leads to the file of the new one. */
async function shapesOf(name) {
  const file = `${FOLDER}${name}.mjs`;
  if (!existsSync(file)) throw new Error(`lucide has no icon '${name}'`);
  const [, other] =
    /export \{ default \} from '\.\/([a-z0-9-]+)\.mjs'/.exec(await readFile(file, 'utf8')) ?? [];
  if (other) return shapesOf(other);
  const { __iconData } = await import(file);
  return __iconData.node;
}

const source = await readFile(`${ROOT}ui/src/components/icon.tsx`, 'utf8');
const [, imported = ''] = /import \{([^}]*)\} from 'lucide-react'/.exec(source) ?? [];
const names = imported
  .split(',')
  .map((each) => each.trim().split(' as ')[0])
  .filter((each) => each !== '' && !each.startsWith('type '))
  .map(kebab)
  .sort();

const icons = {};
for (const name of names) {
  const shapes = (await shapesOf(name)).map(([tag, { key, ...attributes }]) => {
    const written = Object.entries(attributes).map(([attribute, value]) => `${attribute}="${value}"`);
    return `<${tag} ${written.join(' ')}/>`;
  });
  icons[name] = { body: `<g ${PEN}>${shapes.join('')}</g>` };
}
// Our own names for them, as taxonomies and the pages say them.
const [, listed = ''] = /const ICONS = \{([^}]*)\}/.exec(source) ?? [];
const renamed = new Map(
  imported.split(',').flatMap((each) => {
    const [name = '', alias = name] = each.trim().split(' as ');
    return name === '' ? [] : [[alias, name]];
  }),
);
const own = {};
for (const [, quoted, bare, sign] of listed.matchAll(/(?:'([^']+)'|(\w+)): (\w+)/g)) {
  own[quoted ?? bare] = kebab(renamed.get(sign) ?? sign);
}
await writeFile(OUT, `${JSON.stringify({ prefix: 'lucide', width: 24, height: 24, own, icons }, null, 1)}\n`);
console.log(`${names.length} icons`);
