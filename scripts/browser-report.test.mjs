// A browser test that passes at its second run is told with its trace; up to two of them leave a run good.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { counted, FLAKY_ALLOWED, flakyLines, flakyTests, judge, readFlaky } from './browser-report.mjs';
import { ROOT } from './run.mjs';

const ran = (status, { retry = 0, trace, message } = {}) => ({
  status,
  retry,
  ...(message ? { error: { message } } : {}),
  attachments: trace ? [{ name: 'trace', contentType: 'application/zip', path: trace }] : [],
});

/** As playwright writes it. */
const REPORT = {
  config: { rootDir: join(ROOT, 'tests/e2e') },
  suites: [
    {
      title: 'photo.spec.ts',
      file: 'photo.spec.ts',
      specs: [
        { title: 'always', tests: [{ status: 'expected', results: [ran('passed')] }] },
        { title: 'never', tests: [{ status: 'unexpected', results: [ran('failed'), ran('failed')] }] },
      ],
      suites: [
        {
          title: 'on a phone',
          file: 'photo.spec.ts',
          specs: [
            {
              title: 'sometimes',
              tests: [
                {
                  status: 'flaky',
                  results: [
                    ran('failed', {
                      message: '\u001b[31mError\u001b[39m: too late\n\nExpected: 1',
                      trace: join(ROOT, 'test-results/photo-sometimes/trace.zip'),
                    }),
                    ran('passed', { retry: 1 }),
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
};

test('a test that passes at its second run is named with why it failed and its trace', () => {
  const found = flakyTests(REPORT);
  assert.deepEqual(found, [
    {
      title: 'photo.spec.ts › on a phone › sometimes',
      message: 'Error: too late',
      trace: 'test-results/photo-sometimes/trace.zip',
    },
  ]);
  const lines = flakyLines(found).join('\n');
  for (const part of [found[0].title, found[0].message, found[0].trace])
    assert.ok(lines.includes(part), part);
});

test('up to two flaky tests leave a run good, three fail it, and none make a failed run good', () => {
  const [one] = flakyTests(REPORT);
  assert.equal(FLAKY_ALLOWED, 2);
  assert.deepEqual(
    [0, 1, 2, 3].map((count) => judge(true, Array(count).fill(one))),
    [true, true, true, false],
  );
  assert.deepEqual(
    [0, 1].map((count) => judge(false, Array(count).fill(one))),
    [false, false],
  );
  assert.deepEqual(flakyLines([]), []);
  assert.match(flakyLines(Array(2).fill(one)).at(-1), /only: 2 \(up to 2 may\)/);
  assert.match(flakyLines(Array(3).fill(one)).at(-1), /^3 browser tests .* fail the run/);
});

test('a report that is not there is not a run without flaky tests', () => {
  assert.equal(readFlaky(join(ROOT, 'test-results/no-such-report.json')), undefined);
});

test('what each kind of test prints is counted', () => {
  const browser =
    '  1 failed\n    a.spec.ts:5:3 › a ────\n  2 flaky\n    b.spec.ts:5:3 › b ────\n  334 passed (20.4m)\n';
  assert.deepEqual(counted(browser), { passed: 334, failed: 1, flaky: 2 });
  assert.deepEqual(counted('  1 flaky\n    b.spec.ts:5:3 › b ────\n'), { passed: 0, failed: 0, flaky: 1 });
  assert.deepEqual(counted('      Tests  2 failed | 2128 passed (2130)\n'), {
    passed: 2128,
    failed: 2,
    flaky: 0,
  });
  const rust = 'test result: ok. 30 passed; 0 failed; 0 ignored\ntest result: ok. 12 passed; 1 failed; 0';
  assert.deepEqual(counted(rust), { passed: 42, failed: 1, flaky: 0 });
  assert.deepEqual(counted('# pass 20\n# fail 1\n'), { passed: 20, failed: 1, flaky: 0 });
  assert.deepEqual(counted('16 passed, 0 failed'), { passed: 16, failed: 0, flaky: 0 });
});
