// Several nodes with one directory, and what may happen to them: a tenant moves, a node is killed, stands still or loses the others.
//   npm run cells                               all of it, for hours, against the release program, with a bucket of moto
//   npm run cells -- --short                    the quick ones, with a folder as directory, against target/debug/voluntr
//   npm run cells -- --only fence               those whose file or name holds the word
//   npm run cells -- --seeds 1000 --seed 7      so many rounds of faults by chance, from that seed on
//   npm run cells -- --only many --tenants 90   with so many of them in place of a thousand
//   npm run cells -- --folder                   a folder in place of the bucket
// Each file of scripts/cells/ with scenarios is one thing that happens; scenarios.mjs says what they are. Litestream and moto are
// installed below the folder of cargo.
import { installCopiers } from './cells/cluster.mjs';
import { fail, installFaultTools } from './run.mjs';
import { endWith, programToRun, runScenarios } from './scenarios.mjs';

const words = process.argv.slice(2);
const isShort = words.includes('--short');
const after = (flag) => {
  if (!words.includes(flag)) return undefined;
  return words[words.indexOf(flag) + 1] ?? fail(`${flag} takes a word: npm run cells -- ${flag} …`);
};
const number = (flag, otherwise) => {
  const told = Number(after(flag) ?? otherwise);
  return Number.isSafeInteger(told) && told >= 0 ? told : fail(`${flag} takes a number.`);
};
const only = after('--only');

installFaultTools();
const binary = programToRun({ isShort });
const counts = await runScenarios('cells', {
  binary,
  isShort,
  wants: (file, scenario) => !only || `${file} ${scenario.name}`.includes(only),
  means: {
    copiers: installCopiers(),
    isBucket: !isShort && !words.includes('--folder'),
    seed: number('--seed', Date.now() % 1_000_000),
    tenants: number('--tenants', 1_000),
    seeds: number('--seeds', 1_000),
  },
  isLive: !isShort,
  passed: 'held  ',
  failed: 'BROKEN',
});
if (counts.passed + counts.failed === 0)
  fail(`Nothing has "${only}" in the name of its file or its own; scripts/cells/ has them.`);
endWith(counts);
