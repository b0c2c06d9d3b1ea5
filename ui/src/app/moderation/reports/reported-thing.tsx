// What was reported, as it was then. Of a conversation only the message and the one before it are shown; reading all of
// it is written down, and shown to both sides.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbuseReport } from '../../../api/report-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate, formatTime } from '../../../lib/locale/time.ts';
import { canHandle } from './report-rules.ts';
import { readConversation, type WholeConversation } from './reports.store.ts';

export function ReportedThing({ report }: { report: AbuseReport }) {
  const { t } = useTranslation('moderation-reports');
  const { snapshot, subjectType, subjectPath, hasConversation } = report;
  const { title, text, author, at, before, details } = snapshot;
  const isMessage = subjectType === 'messages';
  return (
    <PanelSection title={t('what')}>
      <div className="reported-context">
        {before ? (
          <div className="context-line">
            <Byline author={before.author} at={before.at} />
            <p className="as-typed">{before.text}</p>
          </div>
        ) : null}
        <blockquote className="is-target">
          {isMessage ? (
            <Byline author={author} at={at} />
          ) : (
            <p>
              <b>{title}</b>
            </p>
          )}
          <p className="as-typed">{text || t('noText')}</p>
          {details.length > 0 ? <Details details={details} /> : null}
        </blockquote>
        {isMessage ? null : <p className="hint">{t('whatText')}</p>}
        {subjectPath && !isMessage ? (
          <p>
            <AppLink href={subjectPath}>{t('look')}</AppLink>
          </p>
        ) : null}
        {hasConversation && canHandle(report) ? <Conversation key={report.id} report={report} /> : null}
      </div>
    </PanelSection>
  );
}

function Byline({ author, at }: { author: string; at: string | null }) {
  const { t } = useTranslation('moderation-reports');
  return (
    <p className="message-meta">
      <b>{author}</b>
      {at ? t('moment', { date: formatDate(at), time: formatTime(at) }) : null}
    </p>
  );
}

function Details({ details }: { details: AbuseReport['snapshot']['details'] }) {
  const { t } = useTranslation('moderation-reports');
  const say = serverWords(t);
  return (
    <dl className="report-details">
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt>{say(`detail.${label}`, { defaultValue: label })}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Conversation({ report }: { report: AbuseReport }) {
  const { t } = useTranslation('moderation-reports');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [messages, setMessages] = useState<WholeConversation | null>(null);

  async function handleRead() {
    setIsBusy(true);
    setHasFailed(false);
    try {
      setMessages(await readConversation(report));
    } catch {
      setHasFailed(true);
    } finally {
      setIsBusy(false);
      setIsAsking(false);
    }
  }

  if (messages !== null) return <Whole messages={messages} />;
  return (
    <>
      {hasFailed ? (
        <Notice tone="danger" live>
          <p>{t('gate.failed')}</p>
        </Notice>
      ) : null}
      <div className="context-gate">
        <Icon name="lock" />
        <p>{t('gate.text')}</p>
        <Button icon="eye" onClick={() => setIsAsking(true)}>
          {t('gate.open')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('gate.title')}
        confirmLabel={t('gate.confirm')}
        busy={isBusy}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => void handleRead()}
      >
        <p>{t('gate.sure')}</p>
      </ConfirmDialog>
    </>
  );
}

function Whole({ messages }: { messages: WholeConversation }) {
  const { t } = useTranslation('moderation-reports');
  return (
    <section className="whole-conversation" aria-label={t('gate.whole')}>
      <h4>{t('gate.whole')}</h4>
      <ol>
        {messages.map(({ author, body, createdAt, isReported }) => (
          <li key={`${createdAt}-${author}`} className={isReported ? 'is-reported' : undefined}>
            <Byline author={author} at={createdAt} />
            {isReported ? (
              <p className="message-reported">
                <Icon name="flag" />
                {t('gate.reported')}
              </p>
            ) : null}
            <p className="as-typed">{body}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
