// What the server makes of a draft as it is stored: asked once it is saved, and again with each change that is.
import { useEffect, useRef, useState } from 'react';
import type { NewsletterEditor } from './use-newsletter-editor.ts';

export interface Stored<T> {
  data: T | null;
  /** waiting: what is shown is from before. */
  state: 'fresh' | 'waiting' | 'failed';
  retry: () => void;
}

/** Of what is `asked`; null: nothing. */
export function useStored<T>(
  { saving, round }: NewsletterEditor,
  asked: string | null,
  ask: (stop: AbortSignal) => Promise<T | null>,
): Stored<T> {
  const [shown, setShown] = useState<{ asked: string; data: T } | null>(null);
  const [state, setState] = useState<Stored<T>['state']>('waiting');
  const [tries, setTries] = useState(0);
  const latest = useRef(ask);
  latest.current = ask;
  const isSaved = saving === 'saved';
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change that is stored; `tries` asks once more
  useEffect(() => {
    if (asked === null) return undefined;
    setState('waiting');
    if (!isSaved) return undefined;
    const stop = new AbortController();
    latest.current(stop.signal).then(
      (data) => {
        if (stop.signal.aborted || data === null) return;
        setShown({ asked, data });
        setState('fresh');
      },
      () => {
        if (!stop.signal.aborted) setState('failed');
      },
    );
    return () => stop.abort();
  }, [asked, isSaved, round, tries]);
  return {
    data: shown !== null && shown.asked === asked ? shown.data : null,
    state,
    retry: () => setTries((times) => times + 1),
  };
}
