// After vite: what the server hands out ready-made – compressed copies of what compresses well, and which build this is.
// Of an asset only those copies stay: the server unpacks one for the few who want it plain, and the program is smaller.
// A build whose public pages have grown too heavy fails.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { fail } from './run.mjs';
import { checkWeight } from './weight.mjs';

const ROOT = new URL('../', import.meta.url).pathname;
const OUT = new URL('../ui/dist/', import.meta.url).pathname;
const WORTH_IT = 1000;
const FOR_THE_SERVER = /^(index\.html|\.vite\/)/;
const ALREADY_SMALL = /\.(woff2|png|jpe?g|webp|avif|ico|br|gz)$/;
/** Dictionaries for who chooses a password: the largest files, and one copy that every browser takes is enough. */
const RARELY_ASKED = /\/assets\/strength-[^/]+\.js$/;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function filesIn(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** The fonts as their packages bring them, with the further Latin letters: for paper, which the server draws by itself. */
async function copyFonts() {
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  const packages = Object.keys(dependencies).filter((name) => name.startsWith('@fontsource-variable/'));
  await mkdir(join(OUT, 'fonts'), { recursive: true });
  for (const name of packages) {
    for (const part of ['latin', 'latin-ext']) {
      const file = `${name.split('/')[1]}-${part}-wght-normal.woff2`;
      await copyFile(join(ROOT, 'node_modules', name, 'files', file), join(OUT, 'fonts', file));
    }
  }
}

/** The same sources give the same id: it is made of what was built, not of when. */
async function buildId(files) {
  const hash = createHash('sha256');
  for (const file of [...files].sort()) hash.update(file.slice(OUT.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

async function compress(file) {
  if (FOR_THE_SERVER.test(file.slice(OUT.length))) return;
  const bytes = await readFile(file);
  if (bytes.length <= WORTH_IT || ALREADY_SMALL.test(file)) return;
  if (RARELY_ASKED.test(file)) {
    await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
    await rm(file);
    return;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    brotli(bytes, { params }).then((small) => writeFile(`${file}.br`, small)),
    zip(bytes, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
  if (file.startsWith(join(OUT, 'assets/'))) await rm(file);
}

const files = await filesIn(OUT).catch(() => []);
if (!files.includes(join(OUT, 'index.html'))) fail('There is no app in ui/dist: "npm run build" makes it.');
const id = await buildId(files);
await Promise.all(files.map(compress));
await copyFonts();
await mkdir(join(OUT, 'builds/meta'), { recursive: true });
await writeFile(join(OUT, 'builds/latest.json'), `${JSON.stringify({ id })}\n`);
await writeFile(join(OUT, `builds/meta/${id}.json`), `${JSON.stringify({ id, prerendered: [] })}\n`);
console.log(`build ${id}: ${files.length} files`);
await checkWeight();
