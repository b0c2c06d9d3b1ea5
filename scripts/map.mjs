// Reads the map of the code in README.md. An entry is a name that ends in `/`, at the start of a line or after two blanks:
//   src/              said of it
//     server/         said of it;  cli/  said of it
// The blanks before a line say what it lies in; a further entry of the same line lies where the first one does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

export function mapText() {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  return readme.split('## A map of the code')[1].split('\n## ')[0];
}

/** The folders that the map shows, as paths from the root. */
export function foldersOf(text) {
  const parents = [];
  const folders = [];
  for (const line of text.split('\n').filter((each) => /^ {4}\s*\S/.test(each))) {
    const depth = line.search(/\S/);
    const entries = [...line.matchAll(/(?:^| ) +((?:[\w.-]+\/)+)(?= |$)/g)].map(([, name]) => name);
    if (entries.length === 0) continue;
    while (parents.length > 0 && parents.at(-1).depth >= depth) parents.pop();
    const inside = parents.at(-1)?.path ?? '';
    for (const name of entries) folders.push(`${inside}${name}`);
    parents.push({ depth, path: `${inside}${entries[0]}` });
  }
  return folders;
}
