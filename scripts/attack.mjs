// Replays known attacks against the built program and says whether each of them is withstood.
//   npm run attack                       all of them, against the release program (built where it is missing)
//   npm run attack -- --short            the quick ones, against target/debug/voluntr
//   npm run attack -- --only backup      those whose file or name holds the word
// Each file of scripts/attack/ exports scenarios; scenarios.mjs says what they are.
import { fail } from './run.mjs';
import { endWith, programToRun, runScenarios } from './scenarios.mjs';

const words = process.argv.slice(2);
const isShort = words.includes('--short');
const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : undefined;
if (words.includes('--only') && !only)
  fail('--only takes a word of the name of a file or an attack: npm run attack -- --only backup');

const counts = await runScenarios('attack', {
  binary: programToRun({ isShort }),
  isShort,
  wants: (file, { name }) => !only || `${file} ${name}`.includes(only),
  passed: 'withstood',
  failed: 'FAILED',
});
if (counts.passed + counts.failed === 0)
  fail(`No attack has "${only}" in the name of its file or its own; scripts/attack/ has them.`);
endWith(counts);
