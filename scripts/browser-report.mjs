// What the browser tests' report says, and whether the run holds. A test that fails is run once more: a machine's hiccup
// is told, and does not undo hours of work; several in one run are no hiccup.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

/** So many tests may pass at their second run only. */
export const FLAKY_ALLOWED = 2;

/** Those of a report of playwright's JSON reporter that passed at their second run only; undefined without a report. */
export function readFlaky(path) {
  return existsSync(path) ? flakyTests(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

export function flakyTests({ suites, config }) {
  const found = [];
  const visit = (suite, titles) => {
    for (const spec of suite.specs ?? [])
      for (const test of spec.tests)
        if (test.status === 'flaky') found.push(flakyTest(suite.file, [...titles, spec.title], test, config));
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
  };
  for (const suite of suites) visit(suite, []);
  return found;
}

function flakyTest(file, titles, { results }, { rootDir }) {
  const first = results.find(({ status }) => status !== 'passed');
  const trace = first?.attachments?.find(({ name }) => name === 'trace')?.path;
  const message = (first?.error?.message ?? first?.status ?? '').replace(ANSI, '').split('\n')[0];
  return {
    title: `${file} › ${titles.join(' › ')}`,
    message,
    trace: trace ? relative(`${rootDir}/../..`, trace) : undefined,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal's colours begin with one
const ANSI = /\u001b\[[0-9;]*m/g;

/** Whether the run holds: `isGood` is what playwright itself says of it, without a limit to flaky tests. */
export function judge(isGood, flaky) {
  return isGood && flaky.length <= FLAKY_ALLOWED;
}

/** Lines that name each flaky test, why it failed at first, and where its trace lies. */
export function flakyLines(flaky) {
  if (flaky.length === 0) return [];
  const lines = flaky.flatMap(({ title, message, trace }) => [
    `  flaky  ${title}`,
    `         ${message}`,
    trace ? `         npx playwright show-trace ${trace}` : '         (this file keeps no traces)',
  ]);
  const isTooMany = flaky.length > FLAKY_ALLOWED;
  const verdict = isTooMany
    ? `${flaky.length} browser tests passed at their second run only; more than ${FLAKY_ALLOWED} fail the run.`
    : `Passed at their second run only: ${flaky.length} (up to ${FLAKY_ALLOWED} may).`;
  return [...lines, verdict];
}

/** The tests that a step's output speaks of. */
export function counted(out) {
  let passed = 0;
  let failed = 0;
  const add = (good, bad) => {
    passed += Number(good ?? 0);
    failed += Number(bad ?? 0);
  };
  for (const [, good, bad] of out.matchAll(/test result: \w+\. (\d+) passed; (\d+) failed/g)) add(good, bad);
  const vitest = /Tests\s+(?:(\d+) failed \| )?(\d+) passed/.exec(out);
  if (vitest) add(vitest[2], vitest[1]);
  const attacks = /^(\d+) passed, (\d+) failed$/m.exec(out);
  if (attacks) add(attacks[1], attacks[2]);
  const node = /^# pass (\d+)\n# fail (\d+)$/m.exec(out);
  if (node) add(node[1], node[2]);
  const inBrowser = (word) => new RegExp(`^ {2}(\\d+) ${word}(?: \\(|$)`, 'm').exec(out)?.[1];
  add(inBrowser('passed'), inBrowser('failed'));
  return { passed, failed, flaky: Number(inBrowser('flaky') ?? 0) };
}
