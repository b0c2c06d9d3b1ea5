// What the centre does with an organisation beside its details: is it still right, trust, hand over, merge, stop; and its
// people and notes. Each card asks for the right it needs.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asRead } from '../../../api/as-read.ts';
import { refresh } from '../../../api/cache.ts';
import { ApiError } from '../../../api/client.ts';
import { keyOf } from '../../../api/hooks.ts';
import { removeResource, send } from '../../../api/requests.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { StartConversation } from '../../../components/conversations/start-conversation.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { theme } from '../../../lib/centre/centre.ts';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { MembersCard } from './members-card.tsx';
import { MergeCard } from './merge-card.tsx';
import { OrganizationNotes } from './organization-notes.tsx';
import '../organizations.css';

interface CardProps {
  found: Organization;
  onDone: () => void;
}

export function OrganizationManage({ found, onDone }: CardProps) {
  const isStaff = found.can.includes('oversee');
  return (
    <aside className="stack">
      {isStaff && found.status !== 'deleted' ? (
        <StartConversation to={{ type: 'organizations', id: found.id }} wide />
      ) : null}
      <StillRight found={found} onDone={onDone} />
      <MembersCard organization={found} />
      {isStaff ? <OrganizationNotes id={found.id} /> : null}
      <StepsCard found={found} onDone={onDone} />
      {isStaff ? <MergeCard organization={found} onDone={onDone} /> : null}
    </aside>
  );
}

function StillRight({ found, onDone }: CardProps) {
  const { t } = useTranslation('organization-manage');
  if (found.status !== 'approved' || !found.can.includes('manage')) return null;
  const { unconfirmedSince, lastConfirmedAt, confirmationAskedAt } = found;

  async function handleConfirm() {
    try {
      await send(STAFF_CALLS.confirmOrganization, { id: found.id, body: {} });
      addToast({ title: t('right.done'), color: 'success' });
      onDone();
    } catch (thrown) {
      addToast({ title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  return (
    <Card title={t('right.title')} className="stack">
      {unconfirmedSince ? (
        <Notice tone="warning">{t('right.unconfirmed', { date: formatDate(unconfirmedSince) })}</Notice>
      ) : null}
      <p>
        {lastConfirmedAt ? t('right.last', { date: formatDate(lastConfirmedAt) }) : t('right.never')}
        {confirmationAskedAt ? ` ${t('right.asked', { date: formatDate(confirmationAskedAt) })}` : null}
      </p>
      <Button icon="check" onClick={() => void handleConfirm()}>
        {t('right.confirm')}
      </Button>
    </Card>
  );
}

type Step = 'archive' | 'restore' | 'delete';

function StepsCard({ found, onDone }: CardProps) {
  const { t } = useTranslation('organization-manage');
  const [asking, setAsking] = useState<Step | null>(null);
  const { id, name, transitions, can, trusted, status } = found;
  const steps = (['archive', 'restore', 'delete'] as const).filter((step) => transitions.includes(step));
  const mayTrust = can.includes('oversee') && status === 'approved';
  const isStanding = status === 'approved' || status === 'archived';
  // Where moving is switched off there is nothing to ask; one that was asked can still be withdrawn.
  const mayMove =
    can.includes('approve') &&
    isStanding &&
    (theme.value?.enableMovingOrganizations === true || found.moveToId !== null);
  if (steps.length === 0 && !mayTrust && !mayMove) return null;

  async function run(job: () => Promise<unknown>, done: string) {
    try {
      await job();
      addToast({ title: done, color: 'success' });
      await refresh(keyOf('/organizations'));
      onDone();
    } catch (thrown) {
      const isChanged = thrown instanceof ApiError && thrown.statusCode === 412;
      const message = isChanged ? t('changed') : normaliseError(thrown).message;
      addToast({ title: t('failed'), message, color: 'danger' });
      // Reloads the organisation: the user reviews the current version.
      if (isChanged) onDone();
    }
  }

  async function handleStep(step: Step) {
    setAsking(null);
    if (step === 'delete') {
      try {
        await removeResource('organizations', id);
        addToast({ title: t('step.delete.done', { name }), color: 'success' });
        navigateTo('/organizations');
      } catch (thrown) {
        addToast({ title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
      }
      return;
    }
    const to = step === 'archive' || status === 'deleted' ? 'archived' : 'approved';
    await run(
      () => send(STAFF_CALLS.changeOrganization, { id, body: { status: to }, headers: asRead(found) }),
      t(`step.${step}.done`, { name }),
    );
  }

  return (
    <Card title={t('step.title')} className="stack">
      {mayTrust ? (
        <label className="choice">
          <input
            type="checkbox"
            checked={trusted === true}
            onChange={(event) => {
              const isTrusted = event.target.checked;
              void run(
                () =>
                  send(STAFF_CALLS.changeOrganization, {
                    id,
                    body: { trusted: isTrusted },
                    headers: asRead(found),
                  }),
                t(isTrusted ? 'trust.on' : 'trust.off'),
              );
            }}
          />
          <span>
            {t('trust.label')}
            <span className="hint">{t('trust.hint')}</span>
          </span>
        </label>
      ) : null}
      <ButtonRow>
        {mayMove ? <ButtonLink href={`/organizations/${id}/move`}>{t('move')}</ButtonLink> : null}
        {steps.map((step) => (
          <Button
            key={step}
            className={step === 'delete' ? 'is-danger' : undefined}
            onClick={() => setAsking(step)}
          >
            {t(`step.${step}.label`)}
          </Button>
        ))}
      </ButtonRow>
      {asking === null ? null : (
        <ConfirmDialog
          open
          title={t(`step.${asking}.ask`, { name })}
          confirmLabel={t(`step.${asking}.label`)}
          variant={asking === 'delete' ? 'danger' : 'primary'}
          onConfirm={() => void handleStep(asking)}
          onCancel={() => setAsking(null)}
        >
          <p>{t(`step.${asking}.text`)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
