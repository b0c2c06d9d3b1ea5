// Sends what goes wrong in the app to the server, which passes on what is of a known shape and nothing else
// (src/web/error_reports.rs). Loaded only where the operator has an address for error reports.

import { ApiError } from '../api/client.ts';
import { onError, type Problem } from '../lib/feedback/errors.ts';

interface Frame {
  file: string;
  function: string;
  line: number;
  column: number;
}

const PLACE = /^\s*(?:at )?(.*?)[ (@]*https?:\/\/[^/]+(\/assets\/[\w.-]+\.js):(\d+):(\d+)\)?$/;
/** What one visit sends at most: an error in a loop is one error. */
const MOST = 10;

let sent = 0;

/** The lines of a stack that lie in the app, the oldest first. */
export function framesOf(stack: string): Frame[] {
  return stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '', file = '', row = '', column = ''] = PLACE.exec(line) ?? [];
      return file ? [{ file, function: name, line: Number(row), column: Number(column) }] : [];
    })
    .reverse();
}

function send(problem: Problem): void {
  const cause = problem.cause ?? problem;
  // What the server refused or failed at is in its own log.
  if (cause instanceof ApiError || sent >= MOST) return;
  sent += 1;
  const error = cause instanceof Error ? cause : problem;
  const report = JSON.stringify({
    name: error.name,
    message: error.message,
    frames: framesOf(error.stack ?? ''),
    path: location.pathname,
  });
  // Leaves with the page too, and nobody waits for an answer.
  navigator.sendBeacon('/error-reports', new Blob([report], { type: 'application/json' }));
}

onError(send);
