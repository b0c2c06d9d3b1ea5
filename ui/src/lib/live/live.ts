// One stream of events a browser. Of all tabs one leads: it holds the connection and hands what comes to the others. Where
// there is no stream, counts are asked for at intervals. A browser that nobody looks at is left alone after a while.
import { effect, untracked } from '@preact/signals-react';
import { refresh } from '../../api/cache.ts';
import { addressOf, answerOf, headersFor } from '../../api/client.ts';
import { keyOf } from '../../api/hooks.ts';
import { reloadCentre } from '../centre/live-branding.ts';
import { loadUnreadChangelog } from '../changelog/unread.ts';
import { loadUnreadConversations, unreadConversations } from '../conversations/unread.ts';
import { loadUnreadCount, unreadCount } from '../feedback/notifications.ts';
import { credentials, impersonation } from '../session/session.ts';
import { readEvents } from './event-stream.ts';
import { announceLive, type LiveEvent } from './live-events.ts';

const PATH = '/events';
const POLL_MS = 60_000;
/** The server says something every 25 seconds: twice not is a connection that is gone. */
const SILENCE_MS = 60_000;
const FIRST_WAIT_MS = 3000;
const LONGEST_WAIT_MS = 60_000;
/** Refused for now, for too many streams say. */
const REFUSED_WAIT_MS = 5 * 60_000;
/** A connection that stood as long begins anew at the first wait. */
const STEADY_MS = 20_000;
/** After this long without anybody who looks the stream is let go. */
const UNSEEN_MS = 5 * 60_000;
const BEAT_MS = 15_000;
/** A leader that says nothing for so long is frozen by its browser. */
const LOST_MS = 150_000;

type Heard =
  | { kind: 'event'; event: LiveEvent; lastId: string }
  /** The leader is there; whether it has a stream. */
  | { kind: 'beat'; hasStream: boolean }
  /** Somebody looks at a tab. */
  | { kind: 'seen' }
  /** The session is over: nobody tries again. */
  | { kind: 'ended' };

type State = 'leading' | 'following' | 'ended';

const isSeen = (): boolean => document.visibilityState === 'visible';

/** Asks for both counts, and follows them until what comes back is called. */
export function followLive(): () => void {
  let stop = () => {};
  // As somebody else one is told nothing that is theirs; another person has a stream of their own.
  const end = effect(() => {
    const name = credentials.value === null || impersonation.value !== null ? null : credentials.value.uid;
    untracked(stop);
    stop = name === null ? () => {} : untracked(() => new Live(name).start());
  });
  return () => {
    end();
    stop();
  };
}

class Live {
  readonly #name: string;
  readonly #end = new AbortController();
  readonly #channel: BroadcastChannel | null;
  #state: State = 'following';
  #stream: AbortController | null = null;
  #hasStream = false;
  #lastId = '';
  #seenAt = Date.now();
  #beatAt = Date.now();
  #countsAt = 0;
  #wake: () => void = () => {};

  constructor(uid: string) {
    this.#name = `voluntr-live:${uid}`;
    this.#channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(this.#name);
  }

  start(): () => void {
    const { signal } = this.#end;
    this.#channel?.addEventListener('message', ({ data }: MessageEvent<Heard>) => this.#hear(data), {
      signal,
    });
    document.addEventListener('visibilitychange', () => this.#look(), { signal });
    addEventListener('online', () => this.#wake(), { signal });
    const beat = setInterval(() => this.#beat(), BEAT_MS);
    this.#look();
    void loadUnreadChangelog(signal);
    this.#stand();
    return () => {
      clearInterval(beat);
      this.#end.abort();
      this.#stream?.abort();
      this.#channel?.close();
    };
  }

  /** Waits for its turn to lead. Without locks (an address that is not secure) the counts are asked for instead. */
  #stand(options: LockOptions = {}): void {
    if (!('locks' in navigator) || this.#channel === null) return;
    const { signal } = this.#end;
    const asked = 'steal' in options ? options : { ...options, signal };
    navigator.locks
      .request(this.#name, asked, () => {
        if (signal.aborted) return undefined;
        this.#state = 'leading';
        return this.#lead();
      })
      .catch(() => {
        // Ended, or another tab took over because this one was frozen.
        if (signal.aborted || this.#state === 'ended') return;
        this.#state = 'following';
        this.#hasStream = false;
        this.#stream?.abort();
        this.#stand();
      });
  }

  async #lead(): Promise<void> {
    let wait = FIRST_WAIT_MS;
    let shortest = FIRST_WAIT_MS;
    for (let isFirst = true; this.#state === 'leading' && !this.#end.signal.aborted; isFirst = false) {
      if (this.#isUnseen()) {
        await this.#sleep(Number.POSITIVE_INFINITY);
        continue;
      }
      const begunAt = Date.now();
      const outcome = await this.#connect(isFirst, (milliseconds) => {
        shortest = Math.min(milliseconds, LONGEST_WAIT_MS);
      });
      this.#hasStream = false;
      if (outcome === 'ended') return this.#finish();
      if (Date.now() - begunAt > STEADY_MS) wait = shortest;
      const next = outcome === 'refused' ? REFUSED_WAIT_MS : wait;
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      // Not all browsers at the same moment, after a restart.
      if (!this.#end.signal.aborted) await this.#sleep(next * (0.5 + Math.random() / 2));
    }
  }

  async #connect(
    isFirst: boolean,
    onRetry: (milliseconds: number) => void,
  ): Promise<'lost' | 'refused' | 'ended'> {
    const stream = new AbortController();
    this.#stream = stream;
    const address = addressOf(PATH);
    const headers = headersFor('GET', address, { headers: { Accept: 'text/event-stream' } });
    if (this.#lastId !== '') headers.set('Last-Event-ID', this.#lastId);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(() => stream.abort(), SILENCE_MS);
      // A tab that is not looked at has slow timers; what comes over the network is in time.
      if (this.#hasStream) this.#say({ kind: 'beat', hasStream: true });
    };
    let isOver = false;
    try {
      alive();
      const init: RequestInit = {
        headers,
        credentials: 'same-origin',
        cache: 'no-store',
        signal: stream.signal,
      };
      const answer = await answerOf(address, init, false);
      if (answer.status === 401) return 'ended';
      if (!answer.ok || answer.body === null) return answer.status >= 500 ? 'lost' : 'refused';
      this.#hasStream = true;
      alive();
      if (!isFirst) this.#tell({ type: 'resumed', data: {} });
      await readEvents(answer.body, {
        onRetry,
        onAlive: alive,
        onEvent: ({ type, data, lastId }) => {
          this.#lastId = lastId;
          if (type === 'end') isOver = true;
          else this.#tell(eventOf(type, data));
        },
      });
      return isOver ? 'ended' : 'lost';
    } catch {
      return isOver ? 'ended' : 'lost';
    } finally {
      clearTimeout(silence);
      stream.abort();
    }
  }

  #finish(): void {
    this.#state = 'ended';
    this.#say({ kind: 'ended' });
    // Any call says now that the session is over, and the app knows what to do with that.
    void loadUnreadCount();
  }

  /** To this tab and the others. */
  #tell(event: LiveEvent | null): void {
    if (event === null) return;
    this.#say({ kind: 'event', event, lastId: this.#lastId });
    this.#take(event);
  }

  #say(heard: Heard): void {
    this.#channel?.postMessage(heard);
  }

  #hear(heard: Heard): void {
    if (heard.kind === 'seen') {
      this.#seenAt = Date.now();
      this.#wake();
      return;
    }
    this.#beatAt = Date.now();
    if (heard.kind === 'ended') this.#state = 'ended';
    else if (heard.kind === 'beat') this.#hasStream = heard.hasStream;
    else {
      this.#lastId = heard.lastId;
      this.#take(heard.event);
    }
  }

  #take(event: LiveEvent): void {
    if (event.type === 'counters') {
      unreadCount.value = event.data.notifications;
      unreadConversations.value = event.data.conversations;
      this.#countsAt = Date.now();
    }
    if (event.type === 'notification' && isSeen()) void refresh(keyOf('/notifications'));
    if (event.type === 'theme' && isSeen()) void reloadCentre();
    announceLive(event);
  }

  /** Somebody comes back to this tab. */
  #look(): void {
    if (!isSeen()) return;
    this.#seenAt = Date.now();
    this.#say({ kind: 'seen' });
    this.#wake();
    this.#loadCounts();
  }

  #beat(): void {
    if (isSeen()) {
      this.#seenAt = Date.now();
      this.#say({ kind: 'seen' });
    }
    if (this.#state === 'leading') {
      this.#say({ kind: 'beat', hasStream: this.#hasStream });
      if (this.#isUnseen()) this.#stream?.abort();
    } else if (this.#state === 'following' && isSeen() && Date.now() - this.#beatAt > LOST_MS) {
      this.#beatAt = Date.now();
      this.#hasStream = false;
      this.#stand({ steal: true });
    }
    if (!this.#hasStream && isSeen() && Date.now() - this.#countsAt >= POLL_MS - BEAT_MS / 2)
      this.#loadCounts();
  }

  #loadCounts(): void {
    if (this.#state === 'ended') return;
    this.#countsAt = Date.now();
    void loadUnreadCount();
    void loadUnreadConversations(this.#end.signal);
  }

  #isUnseen(): boolean {
    return !isSeen() && Date.now() - this.#seenAt > UNSEEN_MS;
  }

  /** Until the time is over, or somebody looks. */
  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = Number.isFinite(milliseconds) ? setTimeout(resolve, milliseconds) : undefined;
      const wake = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#end.signal.addEventListener('abort', wake, { once: true });
      // A connection that was refused is not tried again by every look.
      this.#wake = milliseconds < REFUSED_WAIT_MS / 2 || !Number.isFinite(milliseconds) ? wake : () => {};
    });
  }
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** Null for what this version of the app does not know. */
export function eventOf(type: string, text: string): LiveEvent | null {
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
  const word = (name: string): string => String(data[name] ?? '');
  switch (type) {
    case 'counters':
      return {
        type,
        data: { notifications: numberOf(data.notifications), conversations: numberOf(data.conversations) },
      };
    case 'message':
      return { type, data: { conversationId: word('conversation_id'), messageId: word('message_id') } };
    case 'notification':
      return { type, data: { id: word('id'), kind: word('kind') } };
    case 'typing':
      return {
        type,
        data: { conversationId: word('conversation_id'), side: word('side'), name: word('name') },
      };
    case 'conversation':
      return { type, data: { conversationId: word('conversation_id') } };
    case 'theme':
      return { type, data: {} };
    default:
      return null;
  }
}
