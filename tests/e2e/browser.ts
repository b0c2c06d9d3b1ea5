// Which Chromium the browser tests run in.
import { existsSync } from 'node:fs';
import { CHROMIUM, HEADLESS_SHELL } from '../../scripts/run.mjs';

function launchOptions(paths: readonly string[]) {
  const executablePath = paths.find((path) => existsSync(path));
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

/** The quickest that is here. */
export const LAUNCH_OPTIONS = launchOptions([HEADLESS_SHELL, ...CHROMIUM]);

/** The browser that people have: it takes notifications, copies, and draws what the pictures of the gallery show. */
export const WHOLE_BROWSER = launchOptions(CHROMIUM);
