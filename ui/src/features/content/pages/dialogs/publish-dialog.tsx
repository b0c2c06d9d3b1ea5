// Putting a page online: now, or at a moment; and, when wanted, taking it offline again by itself.
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import { CONTENT_CALLS, type PageCheck } from '../../../../api/content-calls.ts';
import { send } from '../../../../api/requests.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../../../lib/locale/time.ts';
import { useBlockWords } from '../canvas/block-words.ts';
import { publicPath } from '../state/public-path.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

interface PublishDialogProps {
  editor: PageEditor;
  isSchedule: boolean;
  onChecks: () => void;
  onClose: () => void;
}

/** For a field of a date and a time, in the reader's own clock. */
const localOf = (moment: string | null | undefined): string => {
  if (!moment) return '';
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const momentOf = (local: string): string | null =>
  local === '' ? null : `${new Date(local).toISOString().slice(0, 19)}Z`;

export function PublishDialog({ editor, isSchedule, onChecks, onClose }: PublishDialogProps) {
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  const id = useId();
  const { page } = editor;
  const [isLater, setIsLater] = useState(isSchedule || Boolean(page.publishAt));
  const [from, setFrom] = useState(localOf(page.publishAt));
  const [until, setUntil] = useState(localOf(page.unpublishAt));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isReady, setIsReady] = useState(false);
  const flush = editor.flush;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    void flush().then((state) => {
      setIsReady(state === 'saved');
      if (state !== 'saved') setProblem(t('publish.unsaved'));
    });
  }, []);
  const blocking = editor.checks.filter(({ severity }) => severity === 'blocking');
  /** Explanations of a template, which go online only when somebody says so. */
  const left = editor.checks.filter(({ severity }) => severity === 'confirm');
  const advice = editor.checks.length - blocking.length - left.length;
  const [isConfirmed, setIsConfirmed] = useState(false);
  const nameOf = ({ blockId, position }: PageCheck): string => {
    const block = editor.doc.blocks.find(({ key }) => editor.idOf(key) === blockId);
    return t('checks.where', { number: position ?? 0, name: block ? words.name(block.blockType) : '' });
  };

  /** What is published is what stands in the editor, and not what a colleague has stored meanwhile. */
  const asRead = () => ({ 'If-Match': editor.version() });

  async function handlePublish() {
    if (left.length > 0 && !isConfirmed) {
      setProblem(t('publish.confirmFirst'));
      return;
    }
    if (isLater && from === '') {
      setProblem(t('publish.noMoment'));
      return;
    }
    if (until !== '' && isLater && until <= from) {
      setProblem(t('publish.order'));
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = isLater
        ? await send(CONTENT_CALLS.schedulePage, {
            id: page.id,
            body: { publishAt: momentOf(from), unpublishAt: momentOf(until), confirmed: isConfirmed },
            headers: asRead(),
          })
        : await send(CONTENT_CALLS.publishPage, {
            id: page.id,
            body: { confirmed: isConfirmed },
            headers: asRead(),
          });
      if (answer.item) await editor.follow(answer.item, answer.headers.get('ETag') ?? undefined);
      if (!isLater && until !== '') {
        const timed = await send(CONTENT_CALLS.schedulePage, {
          id: page.id,
          body: { publishAt: null, unpublishAt: momentOf(until) },
          headers: asRead(),
        });
        if (timed.item) await editor.follow(timed.item, timed.headers.get('ETag') ?? undefined);
      }
      addToast({
        title: isLater
          ? t('publish.scheduled', { moment: formatDateTime(new Date(from)) })
          : t('publish.done'),
        color: 'success',
        ...(isLater
          ? {}
          : {
              action: {
                label: t('menu.open'),
                onClick: () => window.open(publicPath(page), '_blank', 'noopener'),
              },
            }),
      });
      onClose();
    } catch (cause) {
      const isChanged = cause instanceof ApiError && (cause.statusCode === 412 || cause.statusCode === 428);
      setProblem(
        isChanged
          ? t('publish.changed')
          : cause instanceof ApiError && cause.problems.length > 0
            ? cause.problems.map(({ detail }) => detail).join(' ')
            : t('failed'),
      );
    } finally {
      setBusy(false);
    }
  }

  const hasBlocking = blocking.length > 0;
  return (
    <Dialog
      open
      title={t(hasBlocking ? 'publish.notYet' : 'publish.title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          {hasBlocking ? (
            <Button variant="primary" onClick={onChecks}>
              {t('publish.toChecks')}
            </Button>
          ) : (
            <Button variant="primary" busy={busy} off={!isReady} onClick={() => void handlePublish()}>
              {t(isLater ? 'publish.schedule' : 'publish.now')}
            </Button>
          )}
        </>
      }
    >
      {problem ? (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      ) : null}
      {hasBlocking ? (
        <>
          <p>{t('publish.blocking', { count: blocking.length })}</p>
          <ul>
            {blocking.map((check) => (
              <li key={`${check.code}-${check.blockId}-${check.field}`}>{check.text}</li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>{t('publish.where', { path: `${location.host}${publicPath(page)}` })}</p>
          {left.length > 0 ? (
            <Notice tone="warning">
              <p>{t('publish.templateText', { count: left.length })}</p>
              <ul>
                {left.map((check) => (
                  <li key={`${check.blockId}-${check.field}`}>{nameOf(check)}</li>
                ))}
              </ul>
              <Button small onClick={onChecks}>
                {t('publish.toChecks')}
              </Button>
              <label className="choice">
                <input
                  type="checkbox"
                  checked={isConfirmed}
                  onChange={(event) => {
                    setIsConfirmed(event.target.checked);
                    setProblem(undefined);
                  }}
                />
                <span>{t('publish.confirm')}</span>
              </label>
            </Notice>
          ) : null}
          {advice > 0 ? <p className="soft">{t('publish.advice', { count: advice })}</p> : null}
          <fieldset className="field">
            <legend>{t('publish.when')}</legend>
            {[false, true].map((later) => (
              <label className="choice" key={String(later)}>
                <input
                  type="radio"
                  name={`${id}-when`}
                  checked={isLater === later}
                  onChange={() => setIsLater(later)}
                />
                <span>{t(later ? 'publish.later' : 'publish.atOnce')}</span>
              </label>
            ))}
          </fieldset>
          {isLater ? (
            <div className="field">
              <label htmlFor={`${id}-from`}>{t('publish.from')}</label>
              <input
                className="input"
                id={`${id}-from`}
                type="datetime-local"
                value={from}
                onChange={(event) => setFrom(event.target.value)}
              />
            </div>
          ) : null}
          <div className="field">
            <label htmlFor={`${id}-until`}>{t('publish.until')}</label>
            <p className="hint" id={`${id}-until-hint`}>
              {t('publish.untilHint')}
            </p>
            <input
              className="input"
              id={`${id}-until`}
              type="datetime-local"
              value={until}
              aria-describedby={`${id}-until-hint`}
              onChange={(event) => setUntil(event.target.value)}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}
