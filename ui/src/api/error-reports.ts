// Sends what goes wrong in the app to the server, which passes on what is of a known shape and nothing else
// (src/web/error_reports.rs). Loaded only where the operator has an address for error reports.
import { onError, type Problem } from '../lib/feedback/errors.ts';
import { ApiError } from './client.ts';

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
  void fetch('/error-reports', {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: error.name,
      message: error.message,
      frames: framesOf(error.stack ?? ''),
      path: location.pathname,
    }),
  }).catch(() => undefined);
}

onError(send);
