// A newsletter that is on its way or was sent: how far it is, what became of the mails, and what happened.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCall, useResource } from '../../../api/hooks.ts';
import {
  NEWSLETTER_CALLS,
  type Newsletter,
  type NewsletterEvent,
  type NewsletterStep,
} from '../../../api/newsletter-calls.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Timeline } from '../../../components/content/application-parts.tsx';
import { BarList } from '../../../components/content/bar-list.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import type { IconName } from '../../../components/media/icon.tsx';
import { formatNumber } from '../../../lib/locale/time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useScreenError } from '../../../lib/navigation/use-screen-error.ts';
import { EarlierNewsletters } from './earlier-newsletters.tsx';
import { clock, dayAndTime, timeOrDay } from './moments.ts';
import './newsletter-sending.css';
import { hrefOfOne, LIST } from './newsletters-url.ts';
import { minutesLeft, sentCount, stepsOf } from './sending.ts';
import { useNewsletterSteps } from './use-newsletter-steps.ts';

const LOOK_EVERY_MS = 7_000;
/** Before it begins there is less to see. */
const WAIT_MS = 30_000;

export default function NewsletterPage() {
  const { t } = useTranslation('newsletters');
  const { id = '' } = useParams();
  const { item, error, refresh } = useResource('newsletters', id);
  const history = useCall(NEWSLETTER_CALLS.history, { id });
  usePageHead(item?.title);
  const isOffline = useScreenError(item ? null : error);
  const status = item?.status;
  const reloadHistory = history.refresh;
  useEffect(() => {
    if (status === 'draft') navigateTo(hrefOfOne({ id, status }), { replace: true });
    if (status !== 'sending' && status !== 'scheduled') return undefined;
    const every = status === 'sending' ? LOOK_EVERY_MS : WAIT_MS;
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      void refresh();
      void reloadHistory();
    }, every);
    return () => clearInterval(timer);
  }, [id, status, refresh, reloadHistory]);
  if (item === null || status === 'draft') {
    return isOffline ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={6} />;
  }
  const events = history.data?.items ?? [];
  return (
    <div className="page-bottom newsletter-sending">
      <Breadcrumb crumbs={[{ label: t('title'), href: LIST }, { label: item.title }]} />
      <PageTitle
        title={item.title}
        description={<Head newsletter={item} events={events} />}
        actions={
          <Actions
            newsletter={item}
            onChanged={() => {
              void refresh();
              void reloadHistory();
            }}
          />
        }
      />
      {item.status === 'scheduled' ? <Notice>{t('sending.waits')}</Notice> : <Progress newsletter={item} />}
      {item.resumedAt && item.finishedAt === null ? (
        <Notice tone="success" icon="refresh">
          <b>{t('sending.restarted', { time: timeOrDay(item.resumedAt) })}</b>{' '}
          {t('sending.resumed', { number: formatNumber((item.resumedFrom ?? 0) + 1) })}
        </Notice>
      ) : null}
      <div className="newsletter-figures">
        {item.status === 'scheduled' ? null : <Outcome newsletter={item} />}
        <Card title={t('history.title')}>
          <History newsletter={item} events={events} />
        </Card>
      </div>
      <EarlierNewsletters without={item.id} />
    </div>
  );
}

function Head({ newsletter, events }: { newsletter: Newsletter; events: readonly NewsletterEvent[] }) {
  const { t } = useTranslation('newsletters');
  const { status, sendAt, startedAt, finishedAt } = newsletter;
  const name = events.find(({ event }) => event === 'scheduled')?.actorName;
  const by = name ? t('head.by', { name }) : '';
  if (status === 'scheduled') return t('head.scheduled', { moment: sendAt ? dayAndTime(sendAt) : '', by });
  if (status === 'sent' || status === 'stopped')
    return t(`head.${status}`, { moment: dayAndTime(finishedAt ?? startedAt ?? newsletter.createdAt), by });
  return t('head.started', { moment: startedAt ? dayAndTime(startedAt) : '', by });
}

const STEP_ICONS: Readonly<Record<NewsletterStep, IconName>> = {
  pause: 'pause',
  resume: 'play',
  stop: 'ban',
  unschedule: 'undo',
};

function Actions({ newsletter, onChanged }: { newsletter: Newsletter; onChanged: () => void }) {
  const { t } = useTranslation('newsletters');
  const { take, duplicate } = useNewsletterSteps();
  const [busy, setBusy] = useState<NewsletterStep | 'duplicate' | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { status, publicPath } = newsletter;

  async function handleStep(step: NewsletterStep) {
    setBusy(step);
    const isDone = await take(newsletter, step);
    setBusy(null);
    setIsAsking(false);
    if (isDone && step === 'unschedule') navigateTo(hrefOfOne({ id: newsletter.id, status: 'draft' }));
    // Where it was too late it is further than is shown.
    else onChanged();
  }

  async function handleDuplicate() {
    setBusy('duplicate');
    await duplicate(newsletter);
    setBusy(null);
  }

  return (
    <div className="button-row">
      {stepsOf(status).map((step) => (
        <Button
          key={step}
          icon={STEP_ICONS[step]}
          variant={step === 'stop' ? 'danger' : 'plain'}
          busy={busy === step && step !== 'stop'}
          onClick={() => (step === 'stop' ? setIsAsking(true) : void handleStep(step))}
        >
          {t(`step.${step}`)}
        </Button>
      ))}
      {publicPath ? (
        <ButtonLink href={publicPath} icon="external" target="_blank">
          {t('onSite')}
        </ButtonLink>
      ) : null}
      {status === 'sent' || status === 'stopped' ? (
        <Button icon="copy" busy={busy === 'duplicate'} onClick={() => void handleDuplicate()}>
          {t('duplicate')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={t('stop.title')}
        confirmLabel={t('step.stop')}
        variant="danger"
        busy={busy === 'stop'}
        onConfirm={() => void handleStep('stop')}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('stop.text', { count: newsletter.waitingCount })}</p>
      </ConfirmDialog>
    </div>
  );
}

function Progress({ newsletter }: { newsletter: Newsletter }) {
  const { t } = useTranslation('newsletters');
  const { status, recipientCount, perMinute } = newsletter;
  const sent = sentCount(newsletter);
  const minutes = minutesLeft(newsletter);
  return (
    <section className="card send-progress" aria-label={t('sending.progress')}>
      <div className="send-numbers">
        <p>
          <b>{formatNumber(sent)}</b> {t('sending.ofAll', { count: recipientCount })}
        </p>
        <p className="soft" role="status">
          {status === 'sending' ? t('sending.left', { count: minutes }) : t(`sending.${status as 'paused'}`)}
        </p>
      </div>
      <progress value={sent} max={Math.max(1, recipientCount)} aria-label={t('sending.sent')} />
      {status === 'sending' ? <p className="soft small">{t('sending.pace', { pace: perMinute })}</p> : null}
    </section>
  );
}

/** Deferred and waiting only while there are any. */
function Outcome({ newsletter }: { newsletter: Newsletter }) {
  const { t } = useTranslation('newsletters');
  const { recipientCount, deliveredCount, deferredCount, bouncedCount, waitingCount, skippedCount } =
    newsletter;
  const bars = [
    { name: 'delivered', count: deliveredCount, isAlways: true },
    { name: 'deferred', count: deferredCount },
    { name: 'bounced', count: bouncedCount, isAlways: true },
    { name: 'skipped', count: skippedCount },
    { name: 'waiting', count: waitingCount },
  ] as const;
  return (
    <Card title={t('outcome.title')}>
      <p className="soft">{t('outcome.finding', { count: deliveredCount })}</p>
      <BarList
        whole={recipientCount}
        bars={bars
          .filter((bar) => 'isAlways' in bar || bar.count > 0)
          .map(({ name, count }) => ({ label: t(`outcome.${name}`), count }))}
      />
      <p className="soft">{t('outcome.unsubscribed', { count: newsletter.unsubscribedCount })}</p>
    </Card>
  );
}

const WARNINGS = ['paused', 'stopped', 'resumed_after_restart'];

function History({ newsletter, events }: { newsletter: Newsletter; events: readonly NewsletterEvent[] }) {
  const { t } = useTranslation('newsletters');
  return (
    <Timeline
      events={[
        ...(newsletter.status === 'sending'
          ? [
              {
                id: 'now',
                title: t('history.now', { count: sentCount(newsletter) }),
                when: clock(new Date().toISOString()),
                mark: 'now' as const,
              },
            ]
          : []),
        ...events.map(({ id, event, at, actorName, count }) => ({
          id,
          title: actorName
            ? t(`history.by.${event}`, { name: actorName, count: count ?? 0 })
            : t(`history.${event}`, { count: count ?? 0 }),
          when: timeOrDay(at),
          at,
          mark: WARNINGS.includes(event) ? ('warning' as const) : undefined,
        })),
      ]}
    />
  );
}
