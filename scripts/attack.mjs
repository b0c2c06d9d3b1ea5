// Replays known attacks against the built program and says whether each of them is withstood.
//   npm run attack                       all of them, against the release program (built where it is missing)
//   npm run attack -- --short            the quick ones, against target/debug/voluntr
//   npm run attack -- --only backup      those whose file or name holds the word
// Each file of scripts/attack/ exports `scenarios`: { name, isShort, run({ start, say }) }. A scenario that throws has
// failed; what it gives to `say` stands in the table.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSite } from './attack/site.mjs';
import { fail, failAfter, ROOT, run, rustc, TARGET } from './run.mjs';

const words = process.argv.slice(2);
const isShort = words.includes('--short');
const only = words.includes('--only') ? words[words.indexOf('--only') + 1] : undefined;
if (words.includes('--only') && !only)
  fail('--only takes a word of the name of a file or an attack: npm run attack -- --only backup');

function program() {
  const named = process.env['VOLUNTR_TEST_BINARY'];
  if (named && !existsSync(named)) fail(`VOLUNTR_TEST_BINARY names ${named}, and there is no such program.`);
  if (named) return named;
  if (isShort) {
    const built = join(TARGET, 'debug/voluntr');
    if (!existsSync(built)) fail('There is no program to attack: run "cargo build" first.');
    return built;
  }
  const built = join(TARGET, rustc('host'), 'release/voluntr');
  if (!existsSync(built) && !run('npm', ['run', '-s', 'dist', '--', '--program']))
    failAfter('The program does not build');
  return built;
}

const binary = program();
const folder = join(ROOT, 'scripts/attack');
const counts = { passed: 0, failed: 0 };

for (const file of readdirSync(folder).sort()) {
  if (file === 'site.mjs' || !file.endsWith('.mjs')) continue;
  const { scenarios } = await import(join(folder, file));
  for (const scenario of scenarios) {
    if (isShort && !scenario.isShort) continue;
    if (only && !`${file} ${scenario.name}`.includes(only)) continue;
    const said = [];
    const sites = [];
    const start = async (options) => {
      const site = await startSite(binary, options);
      sites.push(site);
      return site;
    };
    const begun = performance.now();
    let fault;
    try {
      await scenario.run({ start, say: (line) => said.push(line), isShort, binary });
    } catch (error) {
      fault = error;
    }
    for (const site of sites)
      if (site.child.exitCode === null && site.child.signalCode === null) await site.stop();
    counts[fault ? 'failed' : 'passed'] += 1;
    const took = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${fault ? 'FAILED   ' : 'withstood'}  ${scenario.name} (${took} s)`);
    for (const line of said) console.log(`             ${line}`);
    if (fault) console.log(`             ${fault.stack ?? fault}`);
  }
}
if (counts.passed + counts.failed === 0)
  fail(`No attack has "${only}" in the name of its file or its own; scripts/attack/ has them.`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exit(counts.failed > 0 ? 1 : 0);
