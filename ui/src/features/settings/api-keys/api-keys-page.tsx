// Keys with which other programs read and write here: made, shown once, and revoked.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import type { ApiKey } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate, formatDateTime } from '../../../lib/locale/time.ts';
import { SettingsFrame } from '../settings-frame.tsx';
import '../../../components/layout/line-list.css';
import './api-keys.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { NewSecret } from './new-secret.tsx';

const PATH = '/instellingen/sleutels';
const TONES = { expired: 'neutral', revoked: 'neutral', suspended: 'warning' } as const;

export default function ApiKeysPage() {
  const { t } = useTranslation('api-keys');
  const {
    items,
    status,
    can,
    refresh: again,
  } = useResourceList('api_keys', { include: ['organization', 'createdBy'], page: { size: 100 } });
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);

  const add = can.includes('create') ? (
    <Button icon="plus" onClick={() => setIsAdding(true)}>
      {t('add')}
    </Button>
  ) : null;
  return (
    <SettingsFrame current={PATH} title={t('title')} description={t('description')}>
      {made ? <NewSecret key={made.secret} {...made} onDone={() => setMade(null)} /> : null}
      <Card title={t('list')} className="stack">
        {status === 'error' ? (
          <LoadProblem onRetry={() => void again()} />
        ) : items.length === 0 && status !== 'success' ? (
          <RowSkeletons count={3} />
        ) : items.length === 0 ? (
          <EmptyState icon="key" title={t('empty.title')} actions={add}>
            {t('empty.text')}
          </EmptyState>
        ) : (
          <>
            <ul className="line-list">
              {items.map((item) => (
                <KeyLine key={item.id} item={item} />
              ))}
            </ul>
            <ButtonRow>{add}</ButtonRow>
          </>
        )}
      </Card>
      {isAdding ? <NewKeyDialog onClose={() => setIsAdding(false)} onMade={setMade} /> : null}
    </SettingsFrame>
  );
}

function KeyLine({ item }: { item: ApiKey }) {
  const { t } = useTranslation('api-keys');
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { id, name, prefix, scopes, state, organization, createdBy, lastUsedAt, can } = item;
  const organisation = organization?.name ?? t('goneOrganisation');

  async function handleRevoke() {
    setIsBusy(true);
    try {
      await send(STAFF_CALLS.revokeApiKey, { id });
      addToast({ id: 'key', title: t('isRevoked'), color: 'success' });
      await refresh(keyOf('/api_keys'));
    } catch (thrown) {
      addToast({ id: 'key', title: normaliseError(thrown).message, color: 'danger' });
    }
    setIsBusy(false);
    setIsAsking(false);
  }

  return (
    <li>
      <div className="key-line">
        <h3>
          {name}{' '}
          {state === 'active' ? null : <StatusBadge tone={TONES[state]}>{t(`state.${state}`)}</StatusBadge>}
        </h3>
        <p>{scopes.map((scope) => t(`may.${scope}`, { organisation })).join(' ')}</p>
        <p className="soft">
          {t('begins')} <code>{prefix}…</code>{' '}
          {t(createdBy?.fullName ? 'madeBy' : 'made', {
            when: formatDate(item.createdAt ?? ''),
            who: createdBy?.fullName,
          })}{' '}
          {lastUsedAt ? t('usedAt', { when: formatDateTime(lastUsedAt) }) : t('notUsed')} {endOf(item, t)}
        </p>
        {state === 'suspended' ? <p>{t('whySuspended')}</p> : null}
      </div>
      {can.includes('manage') && !item.revokedAt ? (
        <Button
          small
          variant="quiet"
          aria-label={t('revokeNamed', { name })}
          onClick={() => setIsAsking(true)}
        >
          {t('revoke')}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={t('revokeTitle', { name })}
        confirmLabel={t('revoke')}
        busy={isBusy}
        onConfirm={() => void handleRevoke()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t('revokeText')}</p>
      </ConfirmDialog>
    </li>
  );
}

function endOf(
  item: ApiKey,
  t: (key: 'revokedAt' | 'endedOn' | 'endsOn', words: { when: string }) => string,
) {
  if (item.revokedAt) return t('revokedAt', { when: formatDateTime(item.revokedAt) });
  return t(item.state === 'expired' ? 'endedOn' : 'endsOn', { when: formatDate(item.expiresAt) });
}
