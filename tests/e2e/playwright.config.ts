// The real binary, a real browser, a demo tenant and a real SMTP peer. `npm run e2e` builds what is missing.
import { defineConfig } from '@playwright/test';
import { LAUNCH_OPTIONS } from './browser.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: './demo.ts',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Each file has a server of its own; tests of one file run one after another unless the file says otherwise.
  workers: 2,
  forbidOnly: true,
  // One that fails is run once more, in a world of its own: scripts/browser-report.mjs says how many may.
  retries: 1,
  reporter: [['list'], ['json', { outputFile: '../../test-results/report.json' }]],
  outputDir: '../../test-results',
  // One set of pictures for all machines: the fonts are the app's own.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  use: {
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    viewport: { width: 1280, height: 900 },
    // Whoever waits for what does not come says so before the whole test runs out of time.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Also of a first run whose second passed. What the page was is kept, not a film of it: that costs a tenth of the time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: false },
    // A colour that is on its way from one to another has no contrast to measure.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: LAUNCH_OPTIONS,
  },
});
