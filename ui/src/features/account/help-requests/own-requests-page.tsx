// What somebody asked for themselves: where each request stands, who offered to help, and what can be done with it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CALLS } from '../../../api/calls.ts';
import { useCall, useResourceList } from '../../../api/hooks.ts';
import { removeResource, send } from '../../../api/requests.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate, formatShortDate } from '../../../lib/locale/time.ts';
import { vacancyPath } from '../../../lib/vacancies/vacancy-card.ts';
import { AccountFrame } from '../account-frame.tsx';
import {
  ASK_OFFER_PATH,
  ASK_PATH,
  OWN_PATH,
  type RequestEvent,
  requestPath,
  stateOf,
  stepsOf,
  TONES,
} from './request-steps.ts';
import './help-requests.css';
import '../../../components/layout/line-list.css';

export default function OwnRequestsPage() {
  const { t } = useTranslation(['help-requests', 'routes']);
  const { items, status, refresh } = useResourceList('vacancies', {
    filter: { askedByMeEq: true },
    sort: '-created_at',
    page: { size: 100 },
  });
  const isWaiting = items.length === 0 && status !== 'success';
  return (
    <AccountFrame current={OWN_PATH} title={t('routes:helpRequests.title')} description={t('ownIntro')}>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : isWaiting ? (
        <RowSkeletons count={3} />
      ) : items.length === 0 ? (
        <EmptyState
          title={t('empty')}
          level={2}
          actions={
            <>
              <ButtonLink href={ASK_PATH} variant="primary" icon="plus">
                {t('ask')}
              </ButtonLink>
              <ButtonLink href={ASK_OFFER_PATH} icon="heart">
                {t('offer')}
              </ButtonLink>
            </>
          }
        >
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <ButtonRow>
            <ButtonLink href={ASK_PATH} variant="primary" icon="plus">
              {t('ask')}
            </ButtonLink>
            <ButtonLink href={ASK_OFFER_PATH} icon="heart">
              {t('offer')}
            </ButtonLink>
          </ButtonRow>
          {items.map((vacancy) => (
            <Request key={vacancy.id} vacancy={vacancy} onChange={refresh} />
          ))}
        </>
      )}
    </AccountFrame>
  );
}

function Request({ vacancy, onChange }: { vacancy: Vacancy; onChange: () => Promise<void> }) {
  const { t } = useTranslation('help-requests');
  const { id, title, can, moderationMessage, expiresAt } = vacancy;
  const [asking, setAsking] = useState<RequestEvent | 'delete' | null>(null);
  const state = stateOf(vacancy);
  const isPublic = state === 'published' || state === 'filled';
  const mayEdit = can.includes('update') && state !== 'archived' && state !== 'submitted';

  async function handleStep(event: RequestEvent) {
    setAsking(null);
    try {
      await send(STAFF_CALLS.vacancyStep, { id, body: { event } });
      addToast({ id: 'help-request', title: t(`done.${event}`), color: 'success' });
    } catch (thrown) {
      addToast({ id: 'help-request', title: normaliseError(thrown).message || t('failed'), color: 'danger' });
    }
    await onChange();
  }

  async function handleDelete() {
    setAsking(null);
    try {
      await removeResource('vacancies', id);
      addToast({ id: 'help-request', title: t('done.delete'), color: 'success' });
    } catch (thrown) {
      addToast({ id: 'help-request', title: normaliseError(thrown).message || t('failed'), color: 'danger' });
    }
    await onChange();
  }

  return (
    <Card title={title} className="stack help-request">
      <p className="request-state">
        <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>{' '}
        <span className="soft">{t(vacancy.offersHelp ? 'isOffer' : 'isRequest')}.</span>{' '}
        <span className="soft">
          {isPublic && expiresAt ? t('until', { day: formatDate(expiresAt) }) : t(`stateText.${state}`)}
        </span>
      </p>
      {moderationMessage && (state === 'needs_work' || state === 'refused') ? (
        <Notice tone="warning">
          <p>
            <strong>{t('fromCentre')}</strong>
          </p>
          <p>{moderationMessage}</p>
        </Notice>
      ) : null}
      {vacancy.applicationsCount > 0 ? <Helpers vacancyId={id} /> : null}
      {state === 'published' ? <Matches vacancy={vacancy} /> : null}
      <ButtonRow>
        {mayEdit ? (
          <ButtonLink href={requestPath(id)} icon="pen">
            {t('edit')}
          </ButtonLink>
        ) : null}
        {stepsOf(vacancy).map(({ event, icon }) => (
          <Button
            key={event}
            icon={icon}
            variant={event === 'submit' ? 'primary' : 'plain'}
            onClick={() => (event === 'archive' ? setAsking(event) : void handleStep(event))}
          >
            {t(`step.${event}`)}
          </Button>
        ))}
        {can.includes('delete') ? (
          <Button icon="trash" variant="quiet" onClick={() => setAsking('delete')}>
            {t('step.delete')}
          </Button>
        ) : null}
        {isPublic ? <ButtonLink href={vacancyPath(id)}>{t('view')}</ButtonLink> : null}
      </ButtonRow>
      <ConfirmDialog
        open={asking === 'delete'}
        title={t('deleteTitle', { title })}
        confirmLabel={t('step.delete')}
        variant="danger"
        onConfirm={() => void handleDelete()}
        onCancel={() => setAsking(null)}
      >
        <p>{t('deleteText')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'archive'}
        title={t('archiveTitle', { title })}
        confirmLabel={t('step.archive')}
        variant="danger"
        onConfirm={() => void handleStep('archive')}
        onCancel={() => setAsking(null)}
      >
        <p>{t('archiveText')}</p>
      </ConfirmDialog>
    </Card>
  );
}

/** What others offer that fits what is asked, or the other way round, as the matching ranks it. */
function Matches({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('help-requests');
  const found = useCall(CALLS.similar, { id: vacancy.id }).data?.items ?? [];
  if (found.length === 0) return null;
  return (
    <div>
      <h3>{t(vacancy.offersHelp ? 'matchesOffer' : 'matchesRequest')}</h3>
      <ul className="line-list">
        {found.map(({ id, title, organizationName, city }) => (
          <li key={id}>
            <div>
              <AppLink href={vacancyPath(id)}>
                <b>{title}</b>
              </AppLink>
              <p className="soft small">{[organizationName, city].filter(Boolean).join(', ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who responded; each leads to their message and the answer. */
function Helpers({ vacancyId }: { vacancyId: string }) {
  const { t } = useTranslation(['help-requests', 'applications']);
  const { items } = useResourceList('applications', {
    filter: { vacancyIdEq: vacancyId },
    page: { size: 100 },
  });
  return (
    <div>
      <h3>{t('helpers')}</h3>
      <ul className="line-list">
        {items.map(({ id, name, stage, createdAt, unreadMessages }) => (
          <li key={id}>
            <div>
              <AppLink href={`/applications/${id}`}>
                <b>{name}</b>
              </AppLink>
              <p className="soft small">
                {t(`applications:stage.${stage}`)} · {formatShortDate(createdAt ?? '')}
                {unreadMessages > 0 ? ` · ${t('unread', { count: unreadMessages })}` : null}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
