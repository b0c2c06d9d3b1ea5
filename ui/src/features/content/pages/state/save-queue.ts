// The page saves itself: a moment after the last change, one call at a time, checked against the version that was read.
// What is not saved yet is kept on this device, so that neither a lost connection nor a session that ended loses work.
import { ApiError } from '../../../../api/client.ts';
import type { FieldProblem } from '../../../../api/jsonapi.ts';
import { type Block, isSame, type PageDocument, type PageFields } from './document.ts';

export const SAVE_AFTER_MS = 1200;
export const RETRY_AFTER_MS = 15_000;

/** `signedOut`: the session ended. `stale`: a colleague saved meanwhile. `refused`: the server says what is wrong. */
export type Saving = 'saved' | 'waiting' | 'saving' | 'offline' | 'signedOut' | 'stale' | 'refused';

export interface StoredBlock {
  id: string;
  html: string;
}

/** What is sent of a block: with its id where the server has it. */
export interface SentBlock extends Omit<Block, 'key'> {
  id?: string;
}

/** How it reaches the server. Both give the version after it. */
export interface Transport {
  savePage: (fields: PageFields, version: string) => Promise<{ version: string }>;
  saveBlocks: (
    blocks: readonly SentBlock[],
    version: string,
  ) => Promise<{ version: string; blocks: readonly StoredBlock[] }>;
}

/** What is kept on this device. */
export interface KeptDraft {
  doc: PageDocument;
  version: string;
  ids: readonly (readonly [string, string])[];
}

export interface QueueOptions {
  transport: Transport;
  stored: PageDocument;
  version: string;
  ids: ReadonlyMap<string, string>;
  keep: (draft: KeptDraft) => void;
  forget: () => void;
  onState: (saving: Saving) => void;
  /** The blocks as the server made them, by key. */
  onStored: (html: ReadonlyMap<string, string>) => void;
  onRefused: (problems: readonly FieldProblem[], sent: PageDocument) => void;
}

export class SaveQueue {
  /** The ids that the server knows, by key. */
  ids: ReadonlyMap<string, string>;
  version: string;
  private stored: PageDocument;
  private wanted: PageDocument;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private underWay: Promise<void> | null = null;
  private state: Saving = 'saved';
  private readonly options: QueueOptions;

  constructor(options: QueueOptions) {
    this.options = options;
    this.ids = options.ids;
    this.version = options.version;
    this.stored = options.stored;
    this.wanted = options.stored;
  }

  /** As the server had it when this was last saved: what both sides began from. */
  get base(): PageDocument {
    return this.stored;
  }

  get isSaved(): boolean {
    return isSame(this.stored, this.wanted);
  }

  /** The page is to be stored like this. */
  want(doc: PageDocument): void {
    this.wanted = doc;
    if (this.isSaved) {
      this.options.forget();
      if (this.state !== 'saving') this.announce('saved');
      return;
    }
    this.options.keep({ doc, version: this.version, ids: [...this.ids] });
    // After a conflict somebody chooses first.
    if (this.state === 'stale') return;
    if (this.state !== 'saving') this.announce('waiting');
    this.plan(SAVE_AFTER_MS);
  }

  /** What was kept on this device is taken up: it stands on a version that may be older than what is there. */
  resume({ doc, version, ids }: KeptDraft): void {
    const isOlder = version !== this.version;
    this.ids = isOlder ? this.ids : new Map([...ids, ...this.ids]);
    this.wanted = doc;
    if (this.isSaved) this.options.forget();
    else if (isOlder) this.announce('stale');
    else {
      this.announce('waiting');
      this.plan(0);
    }
  }

  /** Now; when it is done there is nothing left, or it is known why not. */
  async flush(): Promise<Saving> {
    clearTimeout(this.timer);
    while (!this.isSaved && this.state !== 'stale') {
      this.underWay ??= this.save().finally(() => {
        this.underWay = null;
      });
      await this.underWay;
      if (this.state !== 'saving' && this.state !== 'saved') break;
    }
    return this.state;
  }

  /** The server's version replaces all that is here. */
  take(doc: PageDocument, version: string, ids: ReadonlyMap<string, string>): void {
    clearTimeout(this.timer);
    this.stored = doc;
    this.wanted = doc;
    this.version = version;
    this.ids = ids;
    this.options.forget();
    this.announce('saved');
  }

  /** What is here replaces the server's version, which somebody has seen. */
  overwrite(theirs: PageDocument, version: string, ids: ReadonlyMap<string, string>): Promise<Saving> {
    this.stored = theirs;
    this.version = version;
    const own = [...this.ids].filter(([, id]) => [...ids.values()].includes(id));
    const known = new Set(own.map(([, id]) => id));
    // Blocks taken from the colleague's version keep their ids.
    this.ids = new Map([...own, ...[...ids].filter(([, id]) => !known.has(id))]);
    this.announce('waiting');
    return this.flush();
  }

  /** Another call has changed the page: publishing, the address. */
  follow(version: string): void {
    this.version = version;
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private plan(after: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), after);
  }

  private announce(state: Saving): void {
    this.state = state;
    this.options.onState(state);
  }

  private async save(): Promise<void> {
    const sent = this.wanted;
    this.announce('saving');
    try {
      const fields = changedFields(this.stored.page, sent.page);
      if (Object.keys(fields).length > 0) {
        const { version } = await this.options.transport.savePage(fields, this.version);
        this.version = version;
        this.stored = { ...this.stored, page: sent.page };
      }
      if (!isSame(this.stored.blocks, sent.blocks)) {
        const blocks = sent.blocks.map((block) => this.sentBlock(block));
        const answer = await this.options.transport.saveBlocks(blocks, this.version);
        this.version = answer.version;
        this.ids = new Map(sent.blocks.map(({ key }, at) => [key, answer.blocks[at]?.id ?? '']));
        this.stored = { ...this.stored, blocks: sent.blocks };
        this.options.onStored(
          new Map(sent.blocks.map(({ key }, at) => [key, answer.blocks[at]?.html ?? ''])),
        );
      }
      if (this.isSaved) {
        this.options.forget();
        this.announce('saved');
      } else {
        this.options.keep({ doc: this.wanted, version: this.version, ids: [...this.ids] });
      }
    } catch (cause) {
      this.fail(cause, sent);
    }
  }

  private sentBlock({ key, ...block }: Block): SentBlock {
    const id = this.ids.get(key);
    return id ? { id, ...block } : block;
  }

  private fail(cause: unknown, sent: PageDocument): void {
    const status = cause instanceof ApiError ? cause.statusCode : 0;
    if (status === 412) this.announce('stale');
    else if (status === 401) this.announce('signedOut');
    else if (status >= 400 && status < 500 && status !== 408 && status !== 429) {
      this.announce('refused');
      this.options.onRefused(cause instanceof ApiError ? cause.problems : [], sent);
    } else {
      this.announce('offline');
      this.plan(RETRY_AFTER_MS);
    }
  }
}

function changedFields(stored: PageFields, wanted: PageFields): PageFields {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isSame(stored[name], value)));
}
