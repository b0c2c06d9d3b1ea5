// Besides the text: whether the mail is sent, a test to oneself, and the texts that it had before.
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useCall } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import {
  type MailTextVersion,
  TEMPLATE_CALLS,
  TEXT_PARTS,
  type TextLocale,
} from '../../api/template-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Tag } from '../../components/content/badge.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { Card } from '../../components/layout/card.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../lib/locale/time.ts';
import { currentUser } from '../../lib/session/session.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { wholeInput } from './template-texts.ts';
import type { TemplateEditor } from './use-template.ts';

interface SideCardProps {
  editor: TemplateEditor;
  locale: TextLocale;
}

export function SendCard({ editor, locale, mayReset }: SideCardProps & { mayReset: boolean }) {
  const { t } = useTranslation('mail-texts');
  const id = useId();
  const { isMandatory, isActive } = editor.of[locale].stored;

  /** Shown at once; when it is refused it goes back. */
  const [wanted, setWanted] = useState<boolean | null>(null);

  async function handleSwitch(isOn: boolean) {
    if (editor.isBusy) return;
    setWanted(isOn);
    const outcome = await editor.switchOn(locale, isOn);
    setWanted(null);
    if (outcome === 'failed') addToast({ title: t('versions.failed'), color: 'danger' });
    else if (outcome === 'elsewhere') addToast({ title: t('send.offForAll'), color: 'warning' });
    else addToast({ title: t(isOn ? 'send.turnedOn' : 'send.turnedOff'), color: 'success' });
  }

  return (
    <Card title={t('send.title')} className="stack">
      {isMandatory ? (
        <label className="choice">
          <input type="checkbox" checked disabled aria-describedby={id} />
          <span>
            {t('send.always')}
            <span className="hint" id={id}>
              {t('send.alwaysHint')}
            </span>
          </span>
        </label>
      ) : mayReset ? (
        <label className="choice">
          <input
            type="checkbox"
            checked={wanted ?? isActive}
            aria-describedby={id}
            onChange={(event) => void handleSwitch(event.target.checked)}
          />
          <span>
            {t('send.on')}
            <span className="hint" id={id}>
              {t('send.onHint')}
            </span>
          </span>
        </label>
      ) : (
        <p>{t(isActive ? 'send.isOn' : 'send.isOff')}</p>
      )}
    </Card>
  );
}

export function TestCard({ editor, locale, isFaulty }: SideCardProps & { isFaulty: boolean }) {
  const { t } = useTranslation('mail-texts');
  const id = useId();
  const [isBusy, setIsBusy] = useState(false);

  async function handleSend() {
    setIsBusy(true);
    try {
      const body = wholeInput(editor.of[locale].texts);
      await send(TEMPLATE_CALLS.testMail, { id: editor.kind, query: { locale }, body });
      addToast({ title: t('test.sent'), message: t('test.sentText'), color: 'success' });
    } catch (cause) {
      const isTooOften = cause instanceof ApiError && cause.statusCode === 429;
      addToast({ title: t(isTooOften ? 'test.tooOften' : 'test.failed'), color: 'danger' });
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Card title={t('test.title')} className="mail-test">
      <div className="field">
        <label htmlFor={id}>{t('test.label')}</label>
        <p className="hint" id={`${id}-hint`}>
          {t('test.hint')}
        </p>
        <input
          id={id}
          className="input"
          type="email"
          readOnly
          value={currentUser.value?.email ?? ''}
          aria-describedby={`${id}-hint`}
        />
      </div>
      <Button icon="send" busy={isBusy} off={isFaulty} onClick={() => void handleSend()}>
        {t('test.send')}
      </Button>
    </Card>
  );
}

const SHOWN_AT_FIRST = 5;

export function VersionsCard({ editor, locale }: SideCardProps) {
  const { t } = useTranslation('mail-texts');
  const [isAll, setIsAll] = useState(false);
  const [asked, setAsked] = useState<number | null>(null);
  const [isComparing, setIsComparing] = useState(false);
  const { texts, isUnsaved, stored } = editor.of[locale];
  const { data, status, refresh } = useCall(
    TEMPLATE_CALLS.versions,
    { id: editor.kind, query: editor.query(locale) },
    { keeps: true },
  );
  const versions = (data?.items ?? []).filter((version) => !isBeginning(version));
  // What was just saved is a version too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each round
  useEffect(() => {
    if (editor.round > 0) void refresh();
  }, [editor.round]);

  async function restore(number: number) {
    setAsked(null);
    const isDone = await editor.restore(locale, number);
    addToast({
      title: t(isDone ? 'versions.done' : 'versions.failed'),
      color: isDone ? 'success' : 'danger',
    });
  }

  const visible = isAll ? versions : versions.slice(0, SHOWN_AT_FIRST);
  return (
    <Card title={t('versions.title')} className="mail-versions">
      {status === 'error' && !data ? (
        <LoadProblem message={t('versions.problem')} onRetry={() => void refresh()} />
      ) : (
        <>
          {data && versions.length === 0 ? <p className="soft">{t('versions.none')}</p> : null}
          <ol className="mail-version-list">
            {isUnsaved ? (
              <li>
                <div>{t('versions.unsaved')}</div>
                <Tag warm>{t('versions.here')}</Tag>
              </li>
            ) : null}
            {visible.map((version, at) => (
              <VersionLine
                key={version.number}
                version={version}
                isCurrent={at === 0}
                isBusy={editor.isBusy}
                onRestore={() => (isUnsaved ? setAsked(version.number) : void restore(version.number))}
              />
            ))}
            <li>
              <div>
                {t('versions.standard')}
                <small>{t('versions.ofVoluntr')}</small>
              </div>
              <Button aria-label={t('versions.viewOf')} onClick={() => setIsComparing(true)}>
                {t('versions.view')}
              </Button>
            </li>
          </ol>
          {versions.length > visible.length ? (
            <Button variant="quiet" onClick={() => setIsAll(true)}>
              {t('versions.all', { count: versions.length })}
            </Button>
          ) : null}
        </>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={t('versions.sureTitle')}
        confirmLabel={t('versions.restore')}
        onConfirm={() => asked !== null && void restore(asked)}
        onCancel={() => setAsked(null)}
      >
        <p>{t('versions.sureText')}</p>
      </ConfirmDialog>
      {isComparing ? (
        <DifferenceDialog
          title={t('difference.title')}
          locale={locale}
          before={{ subject: stored.builtIn.subject, intro: '', body: stored.builtIn.body }}
          beforeLabel={t('difference.before')}
          now={texts}
          onClose={() => setIsComparing(false)}
        />
      ) : null}
    </Card>
  );
}

const isStandard = (version: MailTextVersion): boolean => TEXT_PARTS.every((part) => version[part] === null);

/** What there was before somebody wrote anything. */
const isBeginning = (version: MailTextVersion): boolean => isStandard(version) && version.actorName === null;

interface VersionLineProps {
  version: MailTextVersion;
  isCurrent: boolean;
  isBusy: boolean;
  onRestore: () => void;
}

function VersionLine({ version, isCurrent, isBusy, onRestore }: VersionLineProps) {
  const { t } = useTranslation('mail-texts');
  const { number, at, actorName, changes } = version;
  const parts = TEXT_PARTS.filter((part) => changes.includes(part)).map((part) => t(`part.${part}`));
  const what = isStandard(version)
    ? t('versions.standard')
    : parts.length > 0
      ? t('versions.changed', { parts: parts.join(', ') })
      : t('versions.first');
  const when = formatDateTime(at);
  return (
    <li data-number={number}>
      <div>
        {what}
        <small>{actorName ? t('changedBy', { name: actorName, date: when }) : when}</small>
      </div>
      {isCurrent ? (
        <Tag>{t('versions.current')}</Tag>
      ) : (
        <Button aria-label={t('versions.restoreOf', { what, when })} off={isBusy} onClick={onRestore}>
          {t('versions.restore')}
        </Button>
      )}
    </li>
  );
}
