// From the open row to the one before and after it, also where that is on another page.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOfRows, loadRows, type RowsAnswer } from '../../api/data-viewer-calls.ts';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { type ViewerState, viewerHref } from './data-viewer-url.ts';

export interface RowWalk {
  /** On this page, from one; null while it is not known. */
  at: number | null;
  /** Rows of this page that open. */
  shown: number;
  hasPrevious: boolean;
  hasNext: boolean;
  isBusy: boolean;
  go: (by: 1 | -1) => void;
}

const idsOf = ({ rows }: RowsAnswer): readonly string[] => rows.flatMap(({ id }) => id ?? []);

/** A page says where the next one begins and none where it began itself: what was seen is kept. */
const pagesBefore = new Map<string, Pick<ViewerState, 'after' | 'page'>>();

function note(state: ViewerState, after: string | null): void {
  if (after) pagesBefore.set(keyOfRows(state.table, { ...state, after }), pageOf(state));
}

const pageOf = ({ after, page }: ViewerState): Pick<ViewerState, 'after' | 'page'> => ({ after, page });

/** Of an address that was opened halfway the pages before it are read again. */
async function pageBefore(state: ViewerState): Promise<ViewerState | null> {
  const key = keyOfRows(state.table, state);
  let here: ViewerState = { ...state, after: '', page: 1 };
  while (!pagesBefore.has(key) && here.page < state.page) {
    const { after } = await loadRows(here.table, here);
    note(here, after);
    if (!after) break;
    here = { ...here, after, page: here.page + 1 };
  }
  const found = pagesBefore.get(key);
  return found ? { ...state, ...found } : null;
}

export function useRowWalk(state: ViewerState, answer: RowsAnswer | undefined): RowWalk {
  const { t } = useTranslation('data-viewer');
  const [isBusy, setIsBusy] = useState(false);
  const isGoing = useRef(false);
  const ids = answer ? idsOf(answer) : [];
  const place = ids.indexOf(state.row);
  const after = answer?.after ?? null;
  if (place >= 0) note(state, after);

  async function goToPage(by: 1 | -1) {
    if (isGoing.current) return;
    isGoing.current = true;
    setIsBusy(true);
    try {
      const there = by > 0 ? { ...state, after: after ?? '', page: state.page + 1 } : await pageBefore(state);
      const found = there ? idsOf(await loadRows(there.table, there)).at(by > 0 ? 0 : -1) : undefined;
      if (there && found) navigateTo(viewerHref({ ...there, row: found }), { replace: true });
      else addToast({ title: t('row.changed'), color: 'danger' });
    } catch (thrown) {
      addToast({ title: normaliseError(thrown).message, color: 'danger' });
    }
    isGoing.current = false;
    setIsBusy(false);
  }

  const hasPrevious = place > 0 || (place === 0 && state.page > 1);
  const hasNext = place >= 0 && (place < ids.length - 1 || after !== null);
  return {
    at: place >= 0 ? place + 1 : null,
    shown: ids.length,
    hasPrevious,
    hasNext,
    isBusy,
    go: (by) => {
      if (!(by > 0 ? hasNext : hasPrevious)) return;
      const row = ids[place + by];
      if (row) navigateTo(viewerHref({ ...state, row }), { replace: true });
      else void goToPage(by);
    },
  };
}
