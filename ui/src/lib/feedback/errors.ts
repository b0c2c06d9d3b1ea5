// Any thrown thing, made into one shape, and the words that belong to it.
import { signal } from '@preact/signals-react';
import { ApiError } from '../../api/client.ts';

export interface ProblemInput {
  message?: string;
  statusCode?: number;
  statusMessage?: string;
  data?: unknown;
  fatal?: boolean;
  unhandled?: boolean;
  cause?: unknown;
}

const DEFAULT_STATUS = 500;

/** An error that may be shown full screen. */
export class Problem extends Error {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly data: unknown;
  readonly fatal: boolean;
  readonly unhandled: boolean;
  /** Whether the status was said by someone, or is only the default. */
  readonly hasCode: boolean;

  constructor(input: ProblemInput) {
    super(input.message ?? input.statusMessage ?? '', { cause: input.cause });
    this.name = 'Problem';
    this.hasCode = isStatusCode(input.statusCode);
    this.statusCode = isStatusCode(input.statusCode) ? input.statusCode : DEFAULT_STATUS;
    this.statusMessage = stripControls(input.statusMessage ?? '');
    this.data = input.data;
    this.fatal = input.fatal ?? false;
    this.unhandled = input.unhandled ?? false;
  }
}

/** What is not the reader's: the screen of 403. */
export const forbidden = (): Problem => new Problem({ statusCode: 403, fatal: true });

/** Throws what `forbidden` makes unless the server allows this of the row. */
export function requireRight({ can }: { can: readonly string[] }, right: string): void {
  if (!can.includes(right)) throw forbidden();
}

function isStatusCode(code: unknown): code is number {
  return typeof code === 'number' && Number.isInteger(code) && code >= 100 && code <= 999;
}

/** Control characters would let a message forge a header or a log line. */
export function stripControls(text: string): string {
  return Array.from(text)
    .filter((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code >= 0x20 && code !== 0x7f && !(code >= 0x80 && code <= 0x9f);
    })
    .join('');
}

export function normaliseError(
  thrown: unknown,
  more: Pick<ProblemInput, 'fatal' | 'unhandled'> = {},
): Problem {
  if (thrown instanceof Problem) {
    return more.fatal === undefined && more.unhandled === undefined
      ? thrown
      : new Problem({ ...pick(thrown), ...more });
  }
  if (thrown instanceof ApiError) {
    return new Problem({
      message: thrown.message,
      ...(thrown.statusCode > 0 ? { statusCode: thrown.statusCode } : {}),
      data: thrown.errors,
      cause: thrown,
      ...more,
    });
  }
  if (typeof thrown === 'string') return new Problem({ message: thrown, ...more });
  if (typeof thrown !== 'object' || thrown === null) return new Problem({ message: String(thrown), ...more });
  const input = thrown as ProblemInput & { status?: number; statusText?: string };
  const code = input.statusCode ?? input.status;
  return new Problem({
    message: input.message ?? '',
    ...(code === undefined ? {} : { statusCode: code }),
    statusMessage: input.statusMessage ?? input.statusText ?? '',
    data: input.data,
    fatal: input.fatal ?? false,
    unhandled: input.unhandled ?? false,
    cause: thrown,
    ...more,
  });
}

function pick(problem: Problem): ProblemInput {
  return {
    message: problem.message,
    ...(problem.hasCode ? { statusCode: problem.statusCode } : {}),
    statusMessage: problem.statusMessage,
    data: problem.data,
    fatal: problem.fatal,
    unhandled: problem.unhandled,
    cause: problem.cause,
  };
}

/** The file of a screen cannot be fetched. */
export class MissingScreen extends Error {
  constructor(cause: unknown) {
    super('The file of a screen cannot be fetched.', { cause });
    this.name = 'MissingScreen';
  }
}

export function pageNotFound(path: string): Problem {
  return new Problem({
    statusCode: 404,
    message: `Page not found: ${path}`,
    statusMessage: 'Page not found',
    fatal: true,
  });
}

const CRAWLERS = /bot|crawl|spider|slurp|lighthouse|facebook|google|whatsapp|preview/i;

/** Errors that only a crawler meets go to the hook and are not shown. */
export function isCrawler(userAgent: string): boolean {
  return CRAWLERS.test(userAgent);
}

type ErrorHook = (problem: Problem) => void;
const hooks = new Set<ErrorHook>();

/** An error-reporting service listens here. 3xx and 4xx are somebody's answer, not our fault: not forwarded. */
export function onError(hook: ErrorHook): () => void {
  hooks.add(hook);
  return () => hooks.delete(hook);
}

export function reportError(problem: Problem): void {
  const isAnswer = problem.hasCode && problem.statusCode >= 300 && problem.statusCode < 500;
  if (isAnswer) return;
  for (const hook of hooks) hook(problem);
}

/** The error that takes the whole screen; null when all is well. Cleared after each route change. */
export const shownError = signal<Problem | null>(null);

export function showError(thrown: unknown): void {
  const problem = normaliseError(thrown);
  reportError(problem);
  if (isCrawler(navigator.userAgent)) return;
  shownError.value = problem;
}

export function clearError(): void {
  shownError.value = null;
}
