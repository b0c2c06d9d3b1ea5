// Puts faults in the way of the running program and says what came of each.
//   npm run faults                              all of them, against the release program (built where it is missing)
//   npm run faults -- --short                   the quick ones, against target/debug/voluntr
//   npm run faults -- --only sign-up            those whose file or name holds the word
//   npm run faults -- --only 'sign-up write 17' one point of one operation, as a failed run names it
//   npm run faults -- --kills 10000             so many kill -9 (200 where nothing is said)
//   npm run faults -- --seed 7                  the points and moments of an earlier run
// Each file of scripts/faults/ with scenarios is one kind of fault; scenarios.mjs says what they are. strace and sqlite3 are installed by
// apt where they are missing.
import { fail, installFaultTools } from './run.mjs';
import { endWith, programToRun, randomFrom, runScenarios } from './scenarios.mjs';

const words = process.argv.slice(2);
const isShort = words.includes('--short');
const after = (flag) => {
  if (!words.includes(flag)) return undefined;
  return words[words.indexOf(flag) + 1] ?? fail(`${flag} takes a word: npm run faults -- ${flag} …`);
};
const [name, kind, when] = after('--only')?.split(' ') ?? [];
const number = (flag, otherwise) => {
  const told = Number(after(flag) ?? otherwise);
  return Number.isSafeInteger(told) && told >= 0 ? told : fail(`${flag} takes a number.`);
};
const seed = number('--seed', Date.now() % 1_000_000);

const kills = number('--kills', isShort ? 5 : 200);

installFaultTools();
const binary = programToRun({ isShort });
console.log(`seed ${seed}; a point is a call that each thread makes as its first, second, …`);
const counts = await runScenarios('faults', {
  binary,
  isShort,
  wants: (file, scenario) => !name || `${file} ${scenario.name}`.includes(name),
  means: {
    only: { kind, when: when && Number(when) },
    random: randomFrom(seed),
    kills,
  },
  // Most of the time is waiting until a site serves again.
  atOnce: isShort ? 4 : 1,
  // It may take hours.
  isLive: !isShort,
  passed: 'held  ',
  failed: 'BROKEN',
});
if (counts.passed + counts.failed === 0)
  fail(`No fault has "${name}" in the name of its file or its own; scripts/faults/ has them.`);
endWith(counts);
