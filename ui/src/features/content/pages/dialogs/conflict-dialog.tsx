// A colleague saved the page meanwhile: shows the differences, and asks which version to keep.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaded } from '../../../../api/hooks.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../../components/feedback/loading.tsx';
import { wordDiff } from '../../../../lib/text/word-diff.ts';
import { useBlockWords } from '../canvas/block-words.ts';
import { type Difference, differences, firstWords, textsOf } from '../state/document.ts';
import { type ReadPage, readPage } from '../state/page-reading.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

export function ConflictDialog({ editor, onClose }: { editor: PageEditor; onClose: () => void }) {
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  const [busy, setBusy] = useState(false);
  const { data, status, refresh } = useLoaded<ReadPage>(
    `page-theirs-${editor.id}`,
    (stop) => readPage(editor.id, stop),
    { isNew: true },
  );
  const idOf = (key: string) => editor.idOf(key) ?? data?.ids.get(key);
  const found = data ? differences(editor.doc, data.doc, idOf) : [];

  const nameOf = ({ kind, block, field }: Difference): string => {
    if (kind === 'page') return t('conflict.page', { field: t(`page.${field as 'title'}`) });
    if (kind === 'moved') return t('conflict.moved');
    const name = block ? words.name(block.blockType) : '';
    const text = block ? firstWords(block.content, 40) : '';
    return t(`conflict.${kind}`, { name: text ? `${name} ‘${text}’` : name });
  };

  async function handle(choose: () => Promise<void>) {
    setBusy(true);
    try {
      await choose();
      onClose();
    } catch {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      title={t('conflict.title')}
      description={data?.page.updatedByName ? t('conflict.by', { name: data.page.updatedByName }) : undefined}
      onClose={onClose}
      footer={
        data ? (
          <>
            <Button variant="quiet" busy={busy} onClick={() => void handle(() => editor.overwrite(data))}>
              {t('conflict.mine')}
            </Button>
            <Button variant="quiet" busy={busy} onClick={() => void handle(editor.reload)}>
              {t('conflict.theirs')}
            </Button>
            <Button variant="primary" busy={busy} onClick={() => void handle(() => editor.merge(data))}>
              {t('conflict.both')}
            </Button>
          </>
        ) : null
      }
    >
      {data ? (
        found.length > 0 ? (
          <>
            <p>{t('conflict.text')}</p>
            <ul className="difference-list">
              {found.map((difference) => (
                <li key={`${difference.kind}-${difference.block?.key ?? difference.field ?? ''}`}>
                  {nameOf(difference)}
                  <Texts difference={difference} />
                </li>
              ))}
            </ul>
            <p className="soft">{t('conflict.kept')}</p>
          </>
        ) : (
          <p>{t('conflict.same')}</p>
        )
      ) : status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : (
        <RowSkeletons count={3} />
      )}
    </Dialog>
  );
}

/** What it says on either side, with the words that differ. */
function Texts({ difference: { kind, block, own } }: { difference: Difference }) {
  const { t } = useTranslation('content-pages');
  if (!block || (kind !== 'changed' && kind !== 'added' && kind !== 'removed')) return null;
  const shown = textsOf(block.content);
  if (kind !== 'changed' || !own) return shown ? <p className="difference-text">{shown}</p> : null;
  const mine = textsOf(own.content);
  if (mine === shown) return <p className="soft">{t('conflict.looks')}</p>;
  return (
    <dl className="difference-texts">
      <dt>{t('conflict.here')}</dt>
      <dd className="difference-text">
        <Marked text={mine} other={shown} />
      </dd>
      <dt>{t('conflict.there')}</dt>
      <dd className="difference-text">
        <Marked text={shown} other={mine} />
      </dd>
    </dl>
  );
}

function Marked({ text, other }: { text: string; other: string }) {
  return wordDiff(text, other).map(({ text: piece, isChanged }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name, and never move.
    isChanged ? <mark key={at}>{piece}</mark> : <span key={at}>{piece}</span>,
  );
}
