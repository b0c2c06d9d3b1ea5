import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unreadConversations } from '../conversations/unread.ts';
import { unreadCount } from '../feedback/notifications.ts';
import { credentials, sessionStatus } from '../session/session.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';
import { eventOf, followLive } from './live.ts';
import { type LiveEvent, onLive } from './live-events.ts';

const streamOf = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

describe('a stream of events', () => {
  async function read(...chunks: string[]) {
    const events: StreamEvent[] = [];
    const retries: number[] = [];
    await readEvents(streamOf(...chunks), {
      onEvent: (event) => events.push(event),
      onRetry: (milliseconds) => retries.push(milliseconds),
    });
    return { events, retries };
  }

  test('is read however it is cut', async () => {
    const { events, retries } = await read(
      'retry: 3000\n: hello\n\nid: 7\nevent: coun',
      'ters\r\ndata: {"a":\r',
      '\ndata: 1}\n\n',
      'data: last, without its end',
    );
    expect(events).toEqual([{ type: 'counters', data: '{"a":\n1}', lastId: '7' }]);
    expect(retries).toEqual([3000]);
  });

  test('a letter of more bytes is not cut in two', async () => {
    const bytes = new TextEncoder().encode('data: één\n\n');
    const events: StreamEvent[] = [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(new Uint8Array([byte]));
        controller.close();
      },
    });
    await readEvents(body, { onEvent: (event) => events.push(event) });
    expect(events[0]?.data).toBe('één');
  });
});

test('what this version does not know is left alone', () => {
  expect(eventOf('weather', '{}')).toBeNull();
  expect(eventOf('message', 'no json')).toBeNull();
  expect(eventOf('typing', '{"conversation_id":"12","side":"organization","name":"Samira"}')).toEqual({
    type: 'typing',
    data: { conversationId: '12', side: 'organization', name: 'Samira' },
  });
});

interface Connection {
  headers: Headers;
  signal: AbortSignal;
  send: (text: string) => void;
  close: () => void;
}

let connections: Connection[];
/** What the next connections are answered with; then streams. */
let refusals: number[];
let polls: number;
let visibility: DocumentVisibilityState;
let channels: Map<string, Set<FakeChannel>>;
let heldBy: ((name: string) => boolean) | null;
let stop: () => void;
let heard: LiveEvent[];
let stopHearing: () => void;

/** Messages reach every other channel of the name, at once. */
class FakeChannel extends EventTarget {
  readonly name: string;
  constructor(name: string) {
    super();
    this.name = name;
    const all = channels.get(name) ?? new Set();
    channels.set(name, all.add(this));
  }
  postMessage(data: unknown): void {
    for (const other of channels.get(this.name) ?? [])
      if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
  close(): void {
    channels.get(this.name)?.delete(this);
  }
}

const NAME = 'voluntr-live:joke@example.org';

/** Another tab of the same browser. */
function otherTab() {
  const channel = new FakeChannel(NAME);
  const said: { kind: string; event?: LiveEvent }[] = [];
  channel.addEventListener('message', (message) => said.push((message as MessageEvent).data));
  return { channel, said };
}

function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const address = String(input);
  if (!address.endsWith('/events')) {
    if (address.endsWith('/notifications/unread_count')) polls += 1;
    return Promise.resolve(new Response(JSON.stringify({ data: null, meta: { count: 3 } })));
  }
  const signal = init.signal as AbortSignal;
  const status = refusals.shift();
  connections.push({ headers: new Headers(init.headers), signal, send: () => {}, close: () => {} });
  if (status !== undefined) return Promise.resolve(new Response('{}', { status }));
  const connection = connections.at(-1) as Connection;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      connection.send = (text) => controller.enqueue(new TextEncoder().encode(text));
      connection.close = () => controller.close();
      signal.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')));
    },
  });
  return Promise.resolve(new Response(body));
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const last = (): Connection => connections.at(-1) as Connection;

function look(state: DocumentVisibilityState): void {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
  connections = [];
  refusals = [];
  polls = 0;
  visibility = 'visible';
  channels = new Map();
  heldBy = null;
  heard = [];
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (name: string, _: LockOptions, lead: () => Promise<void>) =>
        heldBy?.(name) ? new Promise(() => {}) : Promise.resolve().then(lead),
    },
  });
  credentials.value = { client: 'test', uid: 'joke@example.org' };
  sessionStatus.value = 'success';
  stopHearing = onLive((event) => heard.push(event));
  stop = () => {};
});

afterEach(() => {
  stop();
  stopHearing();
  credentials.value = null;
  sessionStatus.value = 'idle';
  Reflect.deleteProperty(navigator, 'locks');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function begin() {
  stop = followLive();
  await settle();
}

describe('the tab that leads', () => {
  test('counts and tells this tab and the others', async () => {
    const other = otherTab();
    await begin();
    expect(connections).toHaveLength(1);
    last().send('id: 1\nevent: counters\ndata: {"notifications":4,"conversations":2}\n\n');
    last().send('id: 2\nevent: message\ndata: {"conversation_id":"12","message_id":"88"}\n\n');
    await settle();
    expect([unreadCount.value, unreadConversations.value]).toEqual([4, 2]);
    const message = { type: 'message', data: { conversationId: '12', messageId: '88' } };
    expect(heard.at(-1)).toEqual(message);
    expect(other.said.filter(({ kind }) => kind === 'event').at(-1)?.event).toEqual(message);
  });

  test('goes on after a lost connection where it was, later each time', async () => {
    await begin();
    last().send('id: 41\nevent: theme\ndata: {}\n\n');
    await settle();
    last().close();
    await vi.advanceTimersByTimeAsync(2900);
    expect(connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(connections).toHaveLength(2);
    expect(last().headers.get('Last-Event-ID')).toBe('41');
    expect(heard.at(-1)?.type).toBe('resumed');
    last().close();
    await vi.advanceTimersByTimeAsync(5900);
    expect(connections).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(200);
    expect(connections).toHaveLength(3);
  });

  test('a connection over which nothing comes is given up', async () => {
    await begin();
    await vi.advanceTimersByTimeAsync(50_000);
    last().send(': still there\n\n');
    await vi.advanceTimersByTimeAsync(50_000);
    expect(last().signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(connections[0]?.signal.aborted).toBe(true);
    expect(connections).toHaveLength(2);
  });

  test('the end of the session is the end', async () => {
    const other = otherTab();
    await begin();
    const before = polls;
    last().send('event: end\ndata: {}\n\n');
    last().close();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(connections).toHaveLength(1);
    expect(other.said.at(-1)?.kind).not.toBe('event');
    expect(other.said.some(({ kind }) => kind === 'ended')).toBe(true);
    // One call, whose answer says what to do.
    expect(polls).toBe(before + 1);
  });

  test('who is not signed in any more does not try again', async () => {
    refusals = [401];
    await begin();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(connections).toHaveLength(1);
  });

  test('refused, it asks for the counts every minute and tries again after five', async () => {
    refusals = [429];
    await begin();
    expect(polls).toBe(1);
    await vi.advanceTimersByTimeAsync(4 * 60_000);
    expect(connections).toHaveLength(1);
    expect(polls).toBeGreaterThanOrEqual(4);
    expect(polls).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(connections).toHaveLength(2);
  });

  test('five minutes after nobody looks it lets go, and comes back with who looks', async () => {
    await begin();
    look('hidden');
    for (let minute = 0; minute < 4; minute += 1) {
      await vi.advanceTimersByTimeAsync(30_000);
      last().send(': alive\n\n');
      await vi.advanceTimersByTimeAsync(30_000);
      last().send(': alive\n\n');
    }
    expect(connections[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(connections[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(connections).toHaveLength(1);
    look('visible');
    await settle();
    expect(connections).toHaveLength(2);
  });

  test('somebody who looks at another tab keeps it', async () => {
    const other = otherTab();
    await begin();
    look('hidden');
    for (let minute = 0; minute < 10; minute += 1) {
      await vi.advanceTimersByTimeAsync(30_000);
      last().send(': alive\n\n');
      other.channel.postMessage({ kind: 'seen' });
      await vi.advanceTimersByTimeAsync(30_000);
      last().send(': alive\n\n');
    }
    expect(connections).toHaveLength(1);
    expect(last().signal.aborted).toBe(false);
  });

  test('signing out ends it', async () => {
    await begin();
    credentials.value = null;
    await settle();
    expect(last().signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(connections).toHaveLength(1);
  });
});

describe('a tab that follows', () => {
  test('has no connection of its own, and hears what the leader hears', async () => {
    heldBy = (name) => name === NAME;
    const other = otherTab();
    await begin();
    expect(connections).toHaveLength(0);
    const event = { type: 'counters', data: { notifications: 9, conversations: 1 } };
    other.channel.postMessage({ kind: 'event', event, lastId: '5' });
    expect([unreadCount.value, unreadConversations.value]).toEqual([9, 1]);
  });

  test('does not ask for counts while the leader has a stream, and does when it has none', async () => {
    heldBy = (name) => name === NAME;
    const other = otherTab();
    await begin();
    const before = polls;
    for (let quarter = 0; quarter < 16; quarter += 1) {
      other.channel.postMessage({ kind: 'beat', hasStream: true });
      await vi.advanceTimersByTimeAsync(15_000);
    }
    expect(polls).toBe(before);
    for (let quarter = 0; quarter < 8; quarter += 1) {
      other.channel.postMessage({ kind: 'beat', hasStream: false });
      await vi.advanceTimersByTimeAsync(15_000);
    }
    expect(polls).toBeGreaterThan(before);
  });

  test('takes over from a leader that says nothing', async () => {
    heldBy = () => connections.length === 0 && Date.now() - startedAt < 150_000;
    const startedAt = Date.now();
    await begin();
    await vi.advanceTimersByTimeAsync(140_000);
    expect(connections).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(connections).toHaveLength(1);
  });
});
