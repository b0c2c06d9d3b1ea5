// What the replays of attacks, the faults and the cells share: which program they run, and running scenarios one after another.
// A file of scenarios exports `scenarios`: { name, isShort, run({ start, say, … }) }. A scenario that throws has failed; what it
// gives to `say` stands below its name.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startSite } from './attack/site.mjs';
import { fail, failAfter, ROOT, run, rustc, TARGET } from './run.mjs';

/** The program that `VOLUNTR_TEST_BINARY` names, else that of a debug build, or the release program, built where it is missing. */
export function programToRun({ isShort }) {
  const named = process.env['VOLUNTR_TEST_BINARY'];
  if (named && !existsSync(named)) fail(`VOLUNTR_TEST_BINARY names ${named}, and there is no such program.`);
  if (named) return named;
  if (isShort) {
    const built = join(TARGET, 'debug/voluntr');
    if (!existsSync(built)) fail('There is no program to run: run "cargo build" first.');
    return built;
  }
  const built = join(TARGET, rustc('host'), 'release/voluntr');
  if (!existsSync(built) && !run('npm', ['run', '-s', 'dist', '--', '--program']))
    failAfter('The program does not build');
  return built;
}

/**
 * Runs the scenarios of a folder of scripts/ that `wants(file, scenario)` takes, so many at once, with `means` beside `start` and
 * `say`, whose lines are shown at the end of each, or at once where it `isLive`; gives how many passed and failed. `passed` and `failed` are the words for them.
 */
export async function runScenarios(
  name,
  { binary, isShort, wants = () => true, means = {}, atOnce = 1, isLive = false, passed, failed },
) {
  const counts = { passed: 0, failed: 0 };
  const folder = join(ROOT, 'scripts', name);
  const width = Math.max(passed.length, failed.length);
  // Each program that is started is ended with this one.
  process.setMaxListeners(0);
  const waiting = [];
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.mjs')) continue;
    const { scenarios = [] } = await import(join(folder, file));
    waiting.push(...scenarios.filter((scenario) => (!isShort || scenario.isShort) && wants(file, scenario)));
  }
  const runNext = async () => {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      const said = [];
      const sites = [];
      const start = async (options) => {
        const site = await startSite(binary, options);
        sites.push(site);
        return site;
      };
      if (isLive) console.log(`…  ${scenario.name}`);
      const begun = performance.now();
      let fault;
      try {
        await scenario.run({
          ...means,
          start,
          say: (line) => (isLive ? console.log(`             ${line}`) : said.push(line)),
          isShort,
          binary,
        });
      } catch (error) {
        fault = error;
      }
      for (const site of sites)
        if (site.child.exitCode === null && site.child.signalCode === null) await site.stop();
      counts[fault ? 'failed' : 'passed'] += 1;
      const took = ((performance.now() - begun) / 1000).toFixed(1);
      console.log(`${(fault ? failed : passed).padEnd(width)}  ${scenario.name} (${took} s)`);
      for (const line of said) console.log(`             ${line}`);
      if (fault) console.log(`             ${fault.stack ?? fault}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  return counts;
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
export function randomFrom(start) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Says how many passed and ends, in a form that `npm test` counts. */
export function endWith({ passed, failed }) {
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
