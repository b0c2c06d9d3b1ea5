// The state of the editor of a newsletter: what it says with its steps, and how far that is saved.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldProblem } from '../../../../api/jsonapi.ts';
import { changeNewsletter, type Newsletter, type NewsletterInput } from '../../../../api/newsletter-calls.ts';
import { readPayload } from '../../../../api/requests.ts';
import { dropDraft, readDraft, saveDraft } from '../../../../lib/unsaved/drafts.ts';
import { back, begun, forward, type History, withStep } from '../../../../lib/unsaved/history.ts';
import { isSame } from '../../pages/state/document.ts';
import { SaveQueue, type Saving } from '../../pages/state/save-queue.ts';
import { documentOf, inputOf, type NewsletterDocument, sentBlocks, storedAs } from './newsletter-document.ts';

export interface ReadNewsletter {
  newsletter: Newsletter;
  version: string;
}

export async function readNewsletter(id: string, signal?: AbortSignal): Promise<ReadNewsletter> {
  const options = { fresh: true, ...(signal ? { signal } : {}) };
  const { items, etag = '' } = await readPayload('newsletters', id, {}, options);
  return { newsletter: items[0] as Newsletter, version: etag };
}

interface NewsletterDraft {
  document: NewsletterDocument;
  version: string;
}

export interface NewsletterEditor {
  id: string;
  /** As it is stored. */
  newsletter: Newsletter;
  doc: NewsletterDocument;
  saving: Saving;
  savedAt: Date | null;
  /** Grows with all that is stored: what is made of it is asked anew. */
  round: number;
  /** What the server refused: by the field, or by a block's key and its field. */
  problems: Readonly<Record<string, string>>;
  canUndo: boolean;
  canRedo: boolean;
  /** What is typed in one `field` without a pause is one step. */
  apply: (change: (doc: NewsletterDocument) => NewsletterDocument, field?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Saves now. */
  flush: () => Promise<Saving>;
  /** The stored one replaces what is here. */
  reload: () => Promise<void>;
  /** What is here replaces what a colleague stored. */
  overwrite: () => Promise<void>;
  /** The version on which the editor stands. */
  version: () => string;
  /** Another call changed something besides what is written here, such as when it was tested. */
  follow: () => Promise<void>;
}

export function useNewsletterEditor(read: ReadNewsletter): NewsletterEditor {
  const { id } = read.newsletter;
  const draft = `newsletters/${id}`;
  const [newsletter, setNewsletter] = useState(read.newsletter);
  const [history, setHistory] = useState<History<NewsletterDocument>>(() =>
    begun(documentOf(read.newsletter)),
  );
  const [saving, setSaving] = useState<Saving>('saved');
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [round, setRound] = useState(0);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const latest = useRef(history);
  /** As the server last gave it: what it makes of a text may differ from what was typed. */
  const known = useRef(read.newsletter);
  const take = useCallback((fresh: Newsletter) => {
    known.current = fresh;
    setNewsletter(fresh);
  }, []);
  latest.current = history;

  const queue = useMemo(
    () =>
      new SaveQueue({
        transport: {
          savePage: async (fields, stored) => {
            const { newsletter: changed, version } = await changeNewsletter(
              id,
              fields as NewsletterInput,
              stored,
            );
            if (changed) take(changed);
            return { version };
          },
          // All of it is one resource.
          saveBlocks: async (_blocks, version) => ({ version, blocks: [] }),
        },
        stored: storedAs(documentOf(read.newsletter)),
        version: read.version,
        ids: new Map(),
        keep: ({ version }) =>
          saveDraft(draft, { document: latest.current.now, version } satisfies NewsletterDraft),
        forget: () => dropDraft(draft),
        onState: (state) => {
          setSaving(state);
          if (state !== 'saved') return;
          setSavedAt(new Date());
          setRound((times) => times + 1);
          setProblems({});
        },
        onStored: () => undefined,
        onRefused: (refused) => setProblems(problemsOf(refused, latest.current.now)),
      }),
    [id, draft, read, take],
  );

  const show = useCallback(
    (next: History<NewsletterDocument>) => {
      latest.current = next;
      setHistory(next);
      queue.want(storedAs(next.now));
    },
    [queue],
  );

  useEffect(() => {
    const kept = readDraft<NewsletterDraft>(draft);
    if (kept) {
      const next = withStep(latest.current, kept.document);
      latest.current = next;
      setHistory(next);
      queue.resume({ doc: storedAs(kept.document), version: kept.version, ids: [] });
    }
    const retry = () => void queue.flush();
    addEventListener('online', retry);
    return () => {
      removeEventListener('online', retry);
      void queue.flush().then(() => queue.stop());
    };
  }, [queue, draft]);

  return {
    id,
    newsletter,
    doc: history.now,
    saving,
    savedAt,
    round,
    problems,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    apply: useCallback(
      (change, field) => {
        const now = latest.current;
        const next = withStep(now, change(now.now), field);
        if (next !== now) show(next);
      },
      [show],
    ),
    undo: useCallback(() => show(back(latest.current)), [show]),
    redo: useCallback(() => show(forward(latest.current)), [show]),
    flush: useCallback(() => queue.flush(), [queue]),
    reload: async () => {
      const fresh = await readNewsletter(id);
      const document = documentOf(fresh.newsletter);
      const next = begun(document);
      latest.current = next;
      take(fresh.newsletter);
      setHistory(next);
      queue.take(storedAs(document), fresh.version, new Map());
    },
    overwrite: async () => {
      const fresh = await readNewsletter(id);
      take(fresh.newsletter);
      await queue.overwrite(storedAs(documentOf(fresh.newsletter)), fresh.version, new Map());
    },
    version: () => queue.version,
    follow: async () => {
      const fresh = await readNewsletter(id).catch(() => null);
      if (!fresh) return;
      // What a colleague wrote meanwhile is not taken for what was read here.
      const inputs = [fresh.newsletter, known.current].map((each) => inputOf(documentOf(each)));
      if (isSame(inputs[0], inputs[1])) queue.follow(fresh.version);
      take(fresh.newsletter);
      setRound((times) => times + 1);
    },
  };
}

/** `blocks.3.title`, `blocksEn.3.title` */
const OF_A_BLOCK = /^(blocks|blocksEn)\.(\d+)\.?(.*)$/;

function problemsOf(
  refused: readonly FieldProblem[],
  doc: NewsletterDocument,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    refused.map(({ field, detail }) => {
      const [, list, at, inside] = OF_A_BLOCK.exec(field) ?? [];
      const texts = list === 'blocksEn' ? doc.en : doc.nl;
      const key = list && texts ? sentBlocks(texts.blocks)[Number(at)]?.key : undefined;
      return [key ? `${key}.${inside}` : field, detail];
    }),
  );
}
