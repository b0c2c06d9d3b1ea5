// With which other centres of the tenant this one shares its volunteer pool. Both have to say so, and then each volunteer.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../api/cache.ts';
import { keyOf, useResourceList } from '../../api/hooks.ts';
import { createResource, removeResource } from '../../api/requests.ts';
import type { PoolShare } from '../../api/schema.d.ts';
import { Button } from '../../components/actions/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { centre, features } from '../../lib/centre/centre.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import '../../components/layout/line-list.css';

type Standing = 'none' | 'asked' | 'waiting' | 'shared';

/** How it stands with one other centre, seen from this one. */
export function standingOf(shares: readonly PoolShare[], own: string, other: string): Standing {
  const says = (from: string, to: string) =>
    shares.some((share) => share.volunteerCenterId === from && share.withCenterId === to);
  const [weDo, theyDo] = [says(own, other), says(other, own)];
  if (weDo && theyDo) return 'shared';
  if (weDo) return 'waiting';
  return theyDo ? 'asked' : 'none';
}

/** Nothing where there is one centre, or no pool. */
export function PoolSharing() {
  return features.value.volunteerProfiles && centre.value ? <OtherCentres own={centre.value.id} /> : null;
}

function OtherCentres({ own }: { own: string }) {
  const { t } = useTranslation('settings');
  const { items: centres } = useResourceList('volunteer_centers', { page: { size: 100 } });
  const { items: shares } = useResourceList('pool_shares', { page: { size: 100 } });
  const [busy, setBusy] = useState<string | null>(null);
  const others = centres.filter(({ id }) => id !== own);
  if (others.length === 0) return null;

  async function handle(other: string, isShared: boolean) {
    setBusy(other);
    const mine = shares.find((share) => share.volunteerCenterId === own && share.withCenterId === other);
    try {
      if (isShared) await createResource('pool_shares', { withCenterId: other });
      else if (mine) await removeResource('pool_shares', mine.id);
      await refresh(keyOf('/pool_shares'));
    } catch {
      addToast({ title: t('pool.failed'), color: 'danger' });
    } finally {
      setBusy(null);
    }
  }

  return (
    <Card title={t('pool.title')} className="stack">
      <p className="soft">{t('pool.text')}</p>
      <ul className="line-list">
        {others.map(({ id, name }) => {
          const standing = standingOf(shares, own, id);
          const weDo = standing === 'shared' || standing === 'waiting';
          return (
            <li key={id}>
              <span>
                <b>{name}</b> <small className="soft">{t(`pool.${standing}`)}</small>
              </span>
              <Button
                variant={weDo ? 'quiet' : undefined}
                busy={busy === id}
                aria-label={t(weDo ? 'pool.stopWith' : 'pool.shareWith', { name })}
                onClick={() => void handle(id, !weDo)}
              >
                {t(weDo ? 'pool.stop' : 'pool.share')}
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
