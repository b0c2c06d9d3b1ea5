// The state of the editor: the document with its steps, what the server makes of each block, and how far it is saved.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CONTENT_CALLS, type PageCheck, renderedIn } from '../../../../api/content-calls.ts';
import type { FieldProblem } from '../../../../api/jsonapi.ts';
import { send } from '../../../../api/requests.ts';
import type { Page } from '../../../../api/schema.d.ts';
import { dropDraft, readDraft, saveDraft } from '../../../../lib/unsaved/drafts.ts';
import { back, begun, forward, type History, withStep } from '../../../../lib/unsaved/history.ts';
import { type Block, isNew, merged, type PageDocument } from './document.ts';
import { type ReadPage, readPage, transportOf } from './page-reading.ts';
import { type KeptDraft, SaveQueue, type Saving } from './save-queue.ts';

const RENDER_AFTER_MS = 300;
const CHECK_AFTER_MS = 400;
/** Whether a colleague was here is asked when somebody comes back to the window, at most so often. */
const LOOK_AGAIN_MS = 20_000;

export interface BlockProblem {
  field: string;
  code?: string;
  text: string;
}

export type Change = (doc: PageDocument) => PageDocument;

export interface PageEditor {
  id: string;
  page: Page;
  doc: PageDocument;
  html: ReadonlyMap<string, string>;
  /** By the key of a block. */
  problems: ReadonlyMap<string, readonly BlockProblem[]>;
  /** What the server refused of the page itself, by field. */
  pageProblems: Readonly<Record<string, string>>;
  checks: readonly PageCheck[];
  saving: Saving;
  savedAt: Date | null;
  canUndo: boolean;
  canRedo: boolean;
  apply: (change: Change, field?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Saves now. */
  flush: () => Promise<Saving>;
  /** The id of a block, once it is stored. */
  idOf: (key: string) => string | undefined;
  keyOf: (id: string) => string | undefined;
  /** Reads the page anew: what is here is replaced. */
  reload: () => Promise<void>;
  /** What is here replaces what a colleague stored. */
  overwrite: (theirs: ReadPage) => Promise<void>;
  /** What a colleague stored is taken up beside what is here: nothing is lost. */
  merge: (theirs: ReadPage) => Promise<void>;
  /** The version on which the editor stands. */
  version: () => string;
  /** The page's own row was changed by another call. */
  follow: (page: Page, version: string | undefined) => Promise<void>;
  /** A colleague changed the page, and it was taken over because nothing was unsaved here. */
  wasTaken: boolean;
}

/** What is said of a block: of a new one not at once that it is empty, while it is being written. */
export function saidOf({ problems }: PageEditor, { key }: Block, isChosen: boolean): readonly BlockProblem[] {
  const all = problems.get(key) ?? [];
  return isChosen && isNew(key) ? all.filter(({ code }) => code !== 'required') : all;
}

export function usePageEditor(read: ReadPage): PageEditor {
  const { id } = read.page;
  const draft = `content-page-${id}`;
  const [page, setPage] = useState(read.page);
  const [history, setHistory] = useState<History<PageDocument>>(() => begun(read.doc));
  const [html, setHtml] = useState(read.html);
  const [problems, setProblems] = useState<ReadonlyMap<string, readonly BlockProblem[]>>(new Map());
  const [pageProblems, setPageProblems] = useState<Readonly<Record<string, string>>>({});
  const [checks, setChecks] = useState<readonly PageCheck[]>([]);
  const [saving, setSaving] = useState<Saving>('saved');
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [wasTaken, setWasTaken] = useState(false);
  const latest = useRef(history);
  latest.current = history;

  const queue = useMemo(
    () =>
      new SaveQueue({
        transport: transportOf(id, setPage),
        stored: read.doc,
        version: read.version,
        ids: read.ids,
        keep: (kept) => saveDraft(draft, kept),
        forget: () => dropDraft(draft),
        onState: (state) => {
          setSaving(state);
          if (state === 'saved') {
            setSavedAt(new Date());
            setPageProblems({});
          }
        },
        onStored: (stored) => setHtml((shown) => new Map([...shown, ...stored])),
        onRefused: (refused, sent) => {
          setPageProblems(problemsOfPage(refused));
          setProblems((known) => new Map([...known, ...problemsOfBlocks(refused, sent.blocks)]));
        },
      }),
    [id, draft, read],
  );

  const show = useCallback(
    (next: History<PageDocument>) => {
      latest.current = next;
      setHistory(next);
      queue.want(next.now);
    },
    [queue],
  );

  useEffect(() => {
    const kept = readDraft<KeptDraft>(draft);
    if (kept) {
      const next = withStep(latest.current, kept.doc);
      latest.current = next;
      setHistory(next);
      queue.resume(kept);
    }
    const retry = () => void queue.flush();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      void queue.flush().then(() => queue.stop());
    };
  }, [queue, draft]);

  // What somebody types is drawn by the server, as visitors will see it.
  const { blocks } = history.now;
  const drawn = useRef<readonly Block[]>(read.doc.blocks);
  useEffect(() => {
    if (drawn.current === blocks) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const sent = blocks.map(({ key: _key, ...block }) => block);
      send(CONTENT_CALLS.renderBlocks, { id, body: { blocks: sent }, signal: stop.signal }).then(
        ({ document: answer }) => {
          drawn.current = blocks;
          const answers = renderedIn(answer);
          const made = blocks.map((block, at) => [block.key, answers[at]] as const);
          setHtml(
            (shown) => new Map([...shown, ...made.map(([key, one]) => [key, one?.html ?? ''] as const)]),
          );
          setProblems(new Map(made.map(([key, one]) => [key, one?.problems ?? []])));
        },
        // The page is saved all the same; what is drawn follows with the next change.
        () => undefined,
      );
    }, RENDER_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, blocks]);

  // The checks are about what is stored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every saved change
  useEffect(() => {
    if (saving !== 'saved') return;
    const timer = setTimeout(() => {
      send(CONTENT_CALLS.pageChecks, { id }).then(
        ({ items }) => setChecks(items),
        () => undefined,
      );
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id, saving, savedAt, page]);

  const take = useCallback(
    (fresh: ReadPage) => {
      setPage(fresh.page);
      setHtml(fresh.html);
      setProblems(new Map());
      drawn.current = fresh.doc.blocks;
      const next = begun(fresh.doc);
      latest.current = next;
      setHistory(next);
      queue.take(fresh.doc, fresh.version, fresh.ids);
    },
    [queue],
  );

  const reload = useCallback(async () => take(await readPage(id)), [id, take]);

  useEffect(() => {
    let last = Date.now();
    async function look() {
      if (document.visibilityState !== 'visible' || Date.now() - last < LOOK_AGAIN_MS) return;
      last = Date.now();
      if (!queue.isSaved) return;
      const fresh = await readPage(id).catch(() => null);
      if (!fresh || fresh.version === queue.version || !queue.isSaved) return;
      take(fresh);
      setWasTaken(true);
    }
    const handle = () => void look();
    document.addEventListener('visibilitychange', handle);
    addEventListener('focus', handle);
    return () => {
      document.removeEventListener('visibilitychange', handle);
      removeEventListener('focus', handle);
    };
  }, [id, queue, take]);

  return {
    id,
    page,
    doc: history.now,
    html,
    problems,
    pageProblems,
    checks,
    saving,
    savedAt,
    wasTaken,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    apply: useCallback(
      (change: Change, field?: string) => {
        const now = latest.current;
        const next = withStep(now, change(now.now), field);
        if (next !== now) show(next);
      },
      [show],
    ),
    undo: useCallback(() => show(back(latest.current)), [show]),
    redo: useCallback(() => show(forward(latest.current)), [show]),
    flush: () => queue.flush(),
    idOf: (key) => queue.ids.get(key),
    keyOf: (wanted) => [...queue.ids].find(([, known]) => known === wanted)?.[0],
    reload,
    overwrite: async (theirs) => {
      setPage(theirs.page);
      await queue.overwrite(theirs.doc, theirs.version, theirs.ids);
    },
    merge: async (theirs) => {
      const idOf = (key: string) => queue.ids.get(key) ?? theirs.ids.get(key);
      const both = merged(queue.base, latest.current.now, theirs.doc, idOf);
      setPage(theirs.page);
      setHtml((shown) => new Map([...theirs.html, ...shown]));
      show(withStep(latest.current, both));
      await queue.overwrite(theirs.doc, theirs.version, theirs.ids);
    },
    version: () => queue.version,
    follow: async (changed, version) => {
      setPage(changed);
      if (version) queue.follow(version);
      else await reload();
    },
  };
}

/** `blocks.3.content.title` → the third block's title. */
const OF_A_BLOCK = /^blocks\.(\d+)\.(?:content\.)?(.*)$/;

function problemsOfPage(refused: readonly FieldProblem[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    refused.filter(({ field }) => !OF_A_BLOCK.test(field)).map(({ field, detail }) => [field, detail]),
  );
}

function problemsOfBlocks(
  refused: readonly FieldProblem[],
  blocks: readonly Block[],
): ReadonlyMap<string, readonly BlockProblem[]> {
  const found = new Map<string, BlockProblem[]>();
  for (const { field, detail } of refused) {
    const [, at = '', inside = ''] = OF_A_BLOCK.exec(field) ?? [];
    const key = blocks[Number(at)]?.key;
    if (at === '' || !key) continue;
    // The reader of answers makes camelCase of names; fields of blocks keep those of the wire.
    const name = inside.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    found.set(key, [...(found.get(key) ?? []), { field: name, text: detail }]);
  }
  return found;
}
