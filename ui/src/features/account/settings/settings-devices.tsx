// Where I am signed in, and ending that.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeResource } from '../../../api/requests.ts';
import type { Session } from '../../../api/schema.d.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate, relativeTime } from '../../../lib/locale/time.ts';
import { impersonation } from '../../../lib/session/session.ts';
import { signOutElsewhere, useDevices } from './settings.store.ts';
import '../../../components/layout/line-list.css';

export function SettingsDevices() {
  const { t } = useTranslation('account-settings');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { items, status, refresh } = useDevices();
  const all = [...items].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
  const others = all.filter((each) => !each.isCurrent).length;

  async function handleAll() {
    setIsBusy(true);
    try {
      await signOutElsewhere();
      addToast({ title: t('devices.allEnded'), color: 'success' });
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
    }
    setIsBusy(false);
    setIsAsking(false);
  }

  return (
    <Card title={t('devices.title')} className="stack">
      <p>{t('devices.text')}</p>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : all.length === 0 ? (
        <RowSkeletons count={2} />
      ) : (
        <ul className="line-list" id="devices">
          {all.map((each) => (
            <Device key={each.id} device={each} />
          ))}
        </ul>
      )}
      {others > 1 && !impersonation.value ? (
        <Button onClick={() => setIsAsking(true)}>{t('devices.endAll', { count: others })}</Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={t('devices.endAllTitle', { count: others })}
        confirmLabel={t('devices.endAll', { count: others })}
        busy={isBusy}
        onConfirm={() => void handleAll()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('devices.endAllText')}</p>
      </ConfirmDialog>
    </Card>
  );
}

function Device({ device }: { device: Session }) {
  const { t } = useTranslation('account-settings');
  const [isBusy, setIsBusy] = useState(false);
  const name = device.device || t('devices.unknown');

  async function handleEnd() {
    setIsBusy(true);
    try {
      await removeResource('sessions', device.id);
      addToast({ title: t('devices.ended', { name }), color: 'success' });
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
      setIsBusy(false);
    }
  }

  return (
    <li>
      <div>
        <b>{device.isImpersonation ? t('devices.impersonation') : name}</b>
        {device.isCurrent ? (
          <p>
            <StatusBadge tone="success" icon="laptop">
              {t('devices.here')}
            </StatusBadge>
          </p>
        ) : null}
        <p className="soft small">
          {t('devices.when', { used: relativeTime(device.usedAt), since: formatDate(device.createdAt) })}
        </p>
      </div>
      {device.isCurrent ? (
        <ButtonLink variant="quiet" href="/uitloggen">
          {t('devices.signOut')}
        </ButtonLink>
      ) : impersonation.value ? null : (
        <Button busy={isBusy} aria-label={t('devices.endLabel', { name })} onClick={() => void handleEnd()}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}
