// What a first view loads before anything is pressed, from vite's manifest: it may not creep past the budget. Run by
// itself (`npm run weight`), it says the weight of every screen of the build that is there.
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { fail } from './run.mjs';

const BUDGET = { js: 130_000, css: 18_000 };
const PAGES = new Map([
  ['content/page/first-page', BUDGET],
  ['vacancies/search/search-page', BUDGET],
  ['vacancies/detail/vacancy-page', BUDGET],
  // A list and a map side by side, with the filters of both.
  ['social-map/social-map-page', { ...BUDGET, js: 133_000 }],
]);
const BEFORE_ALL = 'colour-mode.js';

/** The words of several screens in one file, by ui/vite.config.ts. */
const WORD_GROUP = /^_(?:staff|member)-words-nl-/;

const HERE = new URL('../ui/', import.meta.url);

const manifestOfBuild = () =>
  readFile(new URL('dist/.vite/manifest.json', HERE), 'utf8').then(JSON.parse, () =>
    fail('The app is not built yet: "npm run build".'),
  );

const tableOfScreens = async () => JSON.parse(await readFile(new URL('src/app/screens.json', HERE), 'utf8'));

/** As it is sent to a browser that takes Brotli, as all do over TLS: a file too small for it goes as it is. */
async function packed(name) {
  const file = new URL(`dist/${name}`, HERE);
  const { size } = await stat(new URL(`${file.href}.br`)).catch(() => stat(file));
  return size;
}

/** Whether a built file holds the first text of a file of words. */
function holdsWords(file, name) {
  const source = readdirSync(new URL('src', HERE), { recursive: true, encoding: 'utf8' }).find((each) =>
    each.endsWith(`/${name}.nl.json`),
  );
  const [first] = source
    ? (readFileSync(new URL(`src/${source}`, HERE), 'utf8').match(/(?<=": ")[^"\\{]{8,}/) ?? [])
    : [];
  return (
    first !== undefined && String(gunzipSync(readFileSync(new URL(`dist/${file}.gz`, HERE)))).includes(first)
  );
}

/** The words that the table of screens names for a page, as keys of the manifest. */
function wordsOf(manifest, screens, page) {
  const row = screens.find((screen) => screen.page === `features/${page}.tsx`);
  if (!row)
    fail(
      `No row of ui/src/app/screens.json has the page ${page}: is PAGES in scripts/weight.mjs still right?`,
    );
  return (row.words ?? []).map((name) => {
    const keys = Object.keys(manifest);
    const key =
      keys.find((each) => each.endsWith(`/${name}.nl.json`)) ??
      keys.find((each) => WORD_GROUP.test(each) && holdsWords(manifest[each].file, name));
    if (!key)
      fail(`No built file holds the words "${name}" of ${page}: is it ${name}.nl.json in its feature?`);
    return key;
  });
}

/** A chunk with all that it imports at once; what is imported later is not of the first view. */
function closure(manifest, starts) {
  const found = new Set();
  const add = (key) => {
    if (found.has(key)) return;
    if (!manifest[key]) fail(`The build has no ${key}: it is older than the sources, run "npm run build".`);
    found.add(key);
    for (const next of manifest[key].imports ?? []) add(next);
  };
  starts.forEach(add);
  return [...found].map((key) => manifest[key]);
}

const sum = async (names) => (await Promise.all([...names].map(packed))).reduce((all, size) => all + size, 0);

async function weightOf(manifest, screens, page) {
  const starts = [
    'index.html',
    `src/features/${page}.tsx`,
    'src/i18n/words-nl.ts',
    ...wordsOf(manifest, screens, page),
  ];
  const chunks = closure(manifest, starts);
  const scripts = new Set([BEFORE_ALL, ...chunks.map((chunk) => chunk.file)]);
  const styles = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  return { js: await sum(scripts), css: await sum(styles) };
}

/** Says each page's weight; fails when one is too heavy. */
export async function checkWeight() {
  const manifest = await manifestOfBuild();
  const screens = await tableOfScreens();
  const heavy = [];
  for (const [page, budget] of PAGES) {
    const weight = await weightOf(manifest, screens, page);
    const told = Object.entries(weight).map(([kind, size]) => `${kind} ${(size / 1000).toFixed(1)} kB`);
    console.log(`first view of ${page}: ${told.join(', ')}`);
    for (const [kind, size] of Object.entries(weight))
      if (size > budget[kind])
        heavy.push(`${page} loads ${size} bytes of ${kind}, and may load ${budget[kind]}`);
  }
  if (heavy.length > 0)
    fail(
      `Too heavy for a first view:\n  ${heavy.join('\n  ')}\nImport later what is not seen at once (lazy); "npm run weight" lists every screen.`,
    );
}

/** Every screen of the table, the heaviest first. */
async function printAll() {
  const manifest = await manifestOfBuild();
  const screens = await tableOfScreens();
  const found = screens.map(({ page }) => /^features\/(.+)\.tsx$/.exec(page)?.[1]);
  const pages = [...new Set(found)].filter(Boolean);
  const rows = await Promise.all(
    pages.map(async (page) => ({ page, ...(await weightOf(manifest, screens, page)) })),
  );
  for (const { page, js, css } of rows.sort((one, other) => other.js - one.js))
    console.log(
      `${page.padEnd(52)} js ${(js / 1000).toFixed(1).padStart(6)} kB  css ${(css / 1000).toFixed(1).padStart(5)} kB`,
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await printAll();
