import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../api/client.ts';
import type { Block, PageDocument } from './document.ts';
import { type KeptDraft, RETRY_AFTER_MS, SAVE_AFTER_MS, SaveQueue, type Saving } from './save-queue.ts';

const block = (key: string, title = key): Block => ({
  key,
  blockType: 'SectionTitle',
  content: { title },
  ground: 'page',
  isHidden: false,
});
const doc = (title: string, ...blocks: Block[]): PageDocument => ({ page: { title }, blocks });

const refusal = (status: number) => new ApiError(status, {}, new Headers());

/** A server in miniature: numbered versions, ids given in order. */
function world(stored = doc('Over ons', block('a'))) {
  let version = 1;
  let given = 100;
  const state: { fails: number | null; kept: KeptDraft | null; said: Saving[]; sent: unknown[] } = {
    fails: null,
    kept: null,
    said: [],
    sent: [],
  };
  const nextId = () => {
    given += 1;
    return String(given);
  };
  const check = (known: string) => {
    if (state.fails !== null) throw refusal(state.fails);
    if (known !== `v${version}`) throw refusal(412);
    version += 1;
    return `v${version}`;
  };
  const queue = new SaveQueue({
    transport: {
      savePage: async (fields, known) => {
        const next = check(known);
        state.sent.push(fields);
        return { version: next };
      },
      saveBlocks: async (blocks, known) => {
        const next = check(known);
        state.sent.push(blocks.map(({ id, content }) => [id ?? 'new', content.title]));
        return {
          version: next,
          blocks: blocks.map(({ id }) => ({ id: id ?? nextId(), html: '<p></p>' })),
        };
      },
    },
    stored,
    version: 'v1',
    ids: new Map([['a', '1']]),
    keep: (draft) => {
      state.kept = draft;
    },
    forget: () => {
      state.kept = null;
    },
    onState: (saving) => state.said.push(saving),
    onStored: () => undefined,
    onRefused: () => undefined,
  });
  return {
    queue,
    state,
    colleague: () => {
      version += 1;
      return `v${version}`;
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a change is sent once, a moment after the last one, and only what changed', async () => {
  const { queue, state } = world();
  queue.want(doc('Over', block('a')));
  queue.want(doc('Over het centrum', block('a')));
  expect(state.kept?.doc.page.title).toBe('Over het centrum');
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(state.sent).toEqual([{ title: 'Over het centrum' }]);
  expect(state.said.at(-1)).toBe('saved');
  expect(state.kept).toBeNull();
});

test('a new block gets its id once, and what was undone after saving comes back as a new one', async () => {
  const { queue, state } = world();
  queue.want(doc('Over ons', block('a'), block('n')));
  await queue.flush();
  queue.want(doc('Over ons', block('n', 'anders')));
  await queue.flush();
  queue.want(doc('Over ons', block('a'), block('n', 'anders')));
  await queue.flush();
  expect(state.sent).toEqual([
    [
      ['1', 'a'],
      ['new', 'n'],
    ],
    [['101', 'anders']],
    [
      ['new', 'a'],
      ['101', 'anders'],
    ],
  ]);
});

test('without a connection the draft stays here and is sent when there is one', async () => {
  const { queue, state } = world();
  state.fails = 0;
  queue.want(doc('Zonder net', block('a')));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(state.said.at(-1)).toBe('offline');
  expect(state.kept?.doc.page.title).toBe('Zonder net');
  state.fails = null;
  await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS);
  expect(state.said.at(-1)).toBe('saved');
  expect(state.sent).toEqual([{ title: 'Zonder net' }]);
});

test('a session that ended keeps the draft; taken up by the next visit it is saved', async () => {
  const { queue, state } = world();
  state.fails = 401;
  queue.want(doc('Verlopen', block('a')));
  await queue.flush();
  expect(state.said.at(-1)).toBe('signedOut');
  const kept = state.kept as KeptDraft;
  const later = world();
  later.queue.resume(kept);
  await vi.advanceTimersByTimeAsync(1);
  expect(later.state.sent).toEqual([{ title: 'Verlopen' }]);
});

test('a colleague was first: nothing is overwritten until somebody chooses', async () => {
  const { queue, state, colleague } = world();
  const theirs = colleague();
  queue.want(doc('Mijn titel', block('a')));
  await queue.flush();
  expect(state.said.at(-1)).toBe('stale');
  queue.want(doc('Mijn tweede titel', block('a')));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS * 2);
  expect(state.sent).toEqual([]);
  await queue.overwrite(doc('Hun titel', block('a')), theirs, new Map([['a', '1']]));
  expect(state.sent).toEqual([{ title: 'Mijn tweede titel' }]);
  expect(state.said.at(-1)).toBe('saved');
});

test('or takes what the colleague made', async () => {
  const { queue, state, colleague } = world();
  const theirs = colleague();
  queue.want(doc('Mijn titel', block('a')));
  await queue.flush();
  queue.take(doc('Hun titel', block('a')), theirs, new Map([['a', '1']]));
  expect([state.kept, state.said.at(-1), queue.isSaved]).toEqual([null, 'saved', true]);
});

test('a draft on an older version than the server has is a conflict too', () => {
  const { queue, state } = world();
  queue.resume({ doc: doc('Van gisteren', block('a')), version: 'v0', ids: [] });
  expect(state.said).toEqual(['stale']);
});

test('what is refused is said once, and tried again with the next change', async () => {
  const { queue, state } = world();
  state.fails = 422;
  queue.want(doc('', block('a')));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(state.said.at(-1)).toBe('refused');
  await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS * 2);
  expect(state.said.filter((said) => said === 'saving')).toHaveLength(1);
  state.fails = null;
  queue.want(doc('Weer goed', block('a')));
  await vi.advanceTimersByTimeAsync(SAVE_AFTER_MS);
  expect(state.said.at(-1)).toBe('saved');
});
