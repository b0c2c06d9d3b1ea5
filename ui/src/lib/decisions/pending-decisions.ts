// Decisions that wait ten seconds before they are sent: until then no mail has left, and all can be undone. They wait in
// this browser alone, so they are kept for a reload, and sent at once by whoever leaves the page or signs out.

import { signal } from '@preact/signals-react';
import { asRead } from '../../api/as-read.ts';
import { asApiError, refresh } from '../../api/cache.ts';
import { sendLoose } from '../../api/requests.ts';
import { addToast, removeToast } from '../feedback/toasts.ts';
import { loadWords, translate } from '../locale/i18n.ts';
import { credentials } from '../session/session.ts';
import { beforeLeaving } from '../session/sign-in.ts';

export const UNDO_MS = 10_000;
const STORAGE_KEY = 'voluntr-decisions';

interface Refused {
  code?: string;
  title?: string;
  detail?: string;
}

/** One call about one thing, as it can be kept. */
export interface DecisionCall {
  /** As in the table of calls: 'PUT /applications/{id}/transition'. */
  operation: string;
  document?: string | undefined;
  id: string;
  body: Record<string, unknown>;
  /** The `rowVersion` of what was on the screen: what has changed since is not decided on. */
  version?: number | undefined;
  /** The call that does the same for many at once, up to 200: 'POST /applications/bulk_transition'. */
  bulk?: string | undefined;
  /** Whom or what it is about, in words. */
  name: string;
}

export interface Decision {
  key: string;
  /** 'Joost is afgewezen' */
  title: string;
  message: string;
  calls: readonly DecisionCall[];
  /** Who decided. */
  uid: string;
  dueAt: number;
  /** There was nothing to undo: what was done is still to be told. */
  isAtOnce?: boolean;
  /** Sent while the page was left: whether it arrived is not known. */
  isSent?: boolean;
}

export interface Outcome {
  decision: Decision;
  done: readonly DecisionCall[];
  refused: readonly { call: DecisionCall; reason: string }[];
}

export const pendingDecisions = signal<readonly Decision[]>([]);
/** What came of the last decision about several, for the list to show. */
export const lastOutcome = signal<Outcome | null>(null);

type Listener = (outcome: Outcome) => void;
const listeners = new Set<Listener>();

export function onOutcome(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let count = 0;
let isFollowing = false;

function keep(): void {
  try {
    if (pendingDecisions.peek().length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(pendingDecisions.peek()));
  } catch {
    // Closed or full: then leaving the page sends what waits.
  }
}

function change(next: readonly Decision[]): void {
  pendingDecisions.value = next;
  keep();
}

const without = (key: string): readonly Decision[] =>
  pendingDecisions.peek().filter((each) => each.key !== key);

export interface DecisionInput {
  title: string;
  message?: string;
  calls: readonly DecisionCall[];
  /** A decision that sends nothing to others needs no time. */
  isAtOnce?: boolean;
}

/** Waits, or sends at once. Resolves when it is sent or undone. */
export function decide({ title, message = '', calls, isAtOnce = false }: DecisionInput): Promise<void> {
  follow();
  count += 1;
  const key = `decision-${Date.now()}-${count}`;
  const dueAt = Date.now() + (isAtOnce ? 0 : UNDO_MS);
  const decision: Decision = { key, title, message, calls, uid: uidNow(), dueAt, isAtOnce };
  change([...pendingDecisions.peek(), decision]);
  if (isAtOnce) return carryOut(key);
  showUndo(decision, UNDO_MS);
  return Promise.resolve();
}

const uidNow = (): string => credentials.peek()?.uid ?? '';

function showUndo({ key, title, message }: Decision, duration: number): void {
  addToast({
    id: key,
    title,
    message: message || translate('work-list:undo.text'),
    color: 'success',
    duration,
    action: { label: translate('work-list:undo.action'), onClick: () => undo(key) },
    onGone: () => void carryOut(key),
  });
}

/** Takes back the newest decision, or a given one. False when there is none. */
export function undo(key: string | undefined = pendingDecisions.peek().at(-1)?.key): boolean {
  const found = pendingDecisions.peek().find((each) => each.key === key && !underWay.has(each.key));
  if (!found) return false;
  change(without(found.key));
  removeToast(found.key);
  addToast({ title: translate('work-list:undo.done'), message: found.title, color: 'info' });
  return true;
}

const underWay = new Set<string>();

/** What kept a call from being done. */
interface Refusal {
  reason: string;
  isOffline: boolean;
  /** By others meanwhile, or by this very call before the page was left. */
  isDecided: boolean;
}

const MOST_AT_ONCE = 200;
/** No longer possible, or no longer what was read. */
const CHANGED = ['stale_resource', 'precondition_required'];
const DECIDED = ['invalid_transition', ...CHANGED];

/** What was decided on is not what is there now: it is to be looked at again. */
const reasonOf = (code: string | undefined, said: string): string =>
  code !== undefined && CHANGED.includes(code) ? translate('work-list:refused.changed') : said;

function refusalOf(cause: unknown): Refusal {
  const error = asApiError(cause);
  const code = error.errors[0]?.code;
  return {
    reason: reasonOf(code, error.message),
    isOffline: error.isOffline,
    isDecided: DECIDED.some((each) => error.hasCode(each)),
  };
}

async function sendCall(call: DecisionCall, keepalive: boolean): Promise<Refusal | null> {
  const { operation, document, id, body, version } = call;
  try {
    await sendLoose(
      { operation: operation as never, document },
      { id, body, headers: asRead({ rowVersion: version }), keepalive },
    );
    return null;
  } catch (cause) {
    return refusalOf(cause);
  }
}

const versionsOf = (calls: readonly DecisionCall[]): Record<string, number> =>
  Object.fromEntries(calls.flatMap(({ id, version }) => (version === undefined ? [] : [[id, version]])));

/** The same for many at once; the answer has a result for each. */
async function sendBulk(
  operation: string,
  calls: readonly DecisionCall[],
  keepalive: boolean,
): Promise<(Refusal | null)[]> {
  const body = {
    ids: calls.map(({ id }) => id),
    attributes: calls[0]?.body ?? {},
    versions: versionsOf(calls),
  };
  try {
    const { document } = await sendLoose(
      { operation: operation as never, document: '' },
      { body, keepalive },
    );
    const rows = Array.isArray(document.data) ? document.data : [];
    return calls.map(({ id }) => {
      const [error] =
        (rows.find((row) => row.id === id)?.meta as { errors?: Refused[] } | undefined)?.errors ?? [];
      return error === undefined
        ? null
        : {
            reason: reasonOf(error.code, error.detail ?? error.title ?? ''),
            isOffline: false,
            isDecided: error.code !== undefined && DECIDED.includes(error.code),
          };
    });
  } catch (cause) {
    return calls.map(() => refusalOf(cause));
  }
}

/** Sends a decision whose time is over. What cannot be sent for want of a connection goes on waiting. */
export async function carryOut(key: string, keepalive = false): Promise<void> {
  const decision = pendingDecisions.peek().find((each) => each.key === key);
  if (!decision || underWay.has(key)) return;
  underWay.add(key);
  const done: DecisionCall[] = [];
  const refused: Outcome['refused'][number][] = [];
  const unsent: DecisionCall[] = [];
  const errors = await sendCalls(decision.calls, keepalive);
  for (const [at, call] of decision.calls.entries()) {
    const error = errors[at] ?? null;
    if (error?.isOffline) unsent.push(call);
    else if (error === null || (decision.isSent && error.isDecided)) done.push(call);
    else refused.push({ call, reason: error.reason });
  }
  underWay.delete(key);
  if (unsent.length > 0)
    change(pendingDecisions.peek().map((each) => (each.key === key ? { ...each, calls: unsent } : each)));
  else change(without(key));
  removeToast(key);
  tell({ decision, done, refused }, unsent);
}

/** What came of each: null where it was done. */
async function sendCalls(calls: readonly DecisionCall[], keepalive: boolean): Promise<(Refusal | null)[]> {
  const bulk = calls.length > 1 ? calls[0]?.bulk : undefined;
  const results: (Refusal | null)[] = [];
  if (bulk !== undefined) {
    for (let from = 0; from < calls.length; from += MOST_AT_ONCE)
      results.push(...(await sendBulk(bulk, calls.slice(from, from + MOST_AT_ONCE), keepalive)));
    return results;
  }
  if (keepalive) return Promise.all(calls.map((call) => sendCall(call, true)));
  for (const call of calls) results.push(await sendCall(call, false));
  return results;
}

function tell(outcome: Outcome, unsent: readonly DecisionCall[]): void {
  const { decision, done, refused } = outcome;
  if (unsent.length > 0) {
    addToast({
      id: `${decision.key}-unsent`,
      title: translate('work-list:unsent.title', { count: unsent.length }),
      message: translate('work-list:unsent.text'),
      color: 'warning',
      duration: 0,
      action: { label: translate('work-list:unsent.retry'), onClick: () => void sendAll() },
    });
    return;
  }
  removeToast(`${decision.key}-unsent`);
  const isForMany = decision.calls.length > 1;
  if (isForMany) lastOutcome.value = outcome;
  const [first] = refused;
  if (decision.isAtOnce && !isForMany && !first)
    addToast({ title: decision.title, message: decision.message, color: 'success' });
  if (first && !isForMany)
    addToast({
      title: translate('work-list:refused.one', { name: first.call.name }),
      message: first.reason,
      color: 'danger',
      duration: 0,
    });
  if (done.length + refused.length > 0) for (const listener of listeners) listener(outcome);
  void refresh('counts:');
}

/** Sends everything now: before another person, or for another organisation. */
export function sendAll(keepalive = false): Promise<unknown> {
  return Promise.all(pendingDecisions.peek().map(({ key }) => carryOut(key, keepalive)));
}

/** The page is left: what waits is sent, and kept until it is known to have arrived. */
function leave(): void {
  const waiting = pendingDecisions.peek();
  if (waiting.length === 0) return;
  change(waiting.map((each) => ({ ...each, isSent: true })));
  void sendAll(true);
}

function follow(): void {
  if (isFollowing) return;
  isFollowing = true;
  addEventListener('pagehide', leave);
  addEventListener('online', () => void sendAll());
  beforeLeaving(() => sendAll());
}

function readKept(): Decision[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as Decision[];
    return Array.isArray(kept) ? kept.filter(({ uid }) => uid === uidNow()) : [];
  } catch {
    return [];
  }
}

/** After a reload: what has time left can still be undone, the rest is sent. */
export async function resumeDecisions(): Promise<void> {
  const known = new Set(pendingDecisions.peek().map(({ key }) => key));
  const kept = readKept().filter(({ key }) => !known.has(key));
  if (kept.length === 0) return;
  follow();
  await loadWords(['work-list']);
  change([...pendingDecisions.peek(), ...kept]);
  for (const decision of kept) {
    const left = decision.dueAt - Date.now();
    if (decision.isSent || left <= 0) void carryOut(decision.key);
    else showUndo(decision, left);
  }
}

/** The decision that waits about a thing, for its row: 'applications', '12'. In a list of several types: 'vacancies-12'. */
export function waitingFor(listed: string, row: string): Decision | undefined {
  const [, type = listed, id = row] = /^([a-z_]+)-(\d+)$/.exec(row) ?? [];
  return pendingDecisions.value.find(({ calls }) =>
    calls.some((call) => call.id === id && call.operation.includes(`/${type}/`)),
  );
}

/** For tests. */
export function forgetDecisions(): void {
  for (const { key } of pendingDecisions.peek()) {
    pendingDecisions.value = without(key);
    removeToast(key);
  }
  lastOutcome.value = null;
  keep();
}
