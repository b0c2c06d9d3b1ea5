// One's own checks: what is asked for, what was seen by whom, and until when it counts. There is no paper to be found here.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CheckState } from '../../../api/check-calls.ts';
import { useResourceList } from '../../../api/hooks.ts';
import type { Check } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { lookOf } from '../../../components/checks/check-look.ts';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { claimCheck } from '../../../lib/checks/check-changes.ts';
import { isOpen, isPast } from '../../../lib/checks/checks.ts';
import { showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { AccountFrame } from '../account-frame.tsx';
import '../../../components/checks/checks.css';
import '../../../components/layout/line-list.css';

const SHOWN = 100;

/** What is past stands in a list of its own. */
type Current = Exclude<CheckState, 'replaced' | 'revoked' | 'cancelled'>;

export default function OwnChecksPage() {
  const { t } = useTranslation(['own-checks', 'routes']);
  const { items, status, refresh } = useResourceList('checks', {
    filter: { mineEq: true },
    page: { size: SHOWN },
  });
  const isThere = items.length > 0 || status === 'success';
  const current = items.filter((check) => !isPast(check));
  const past = items.filter(isPast);
  return (
    <AccountFrame
      current="/account/verklaringen"
      title={t('routes:ownChecks.title')}
      description={t('description')}
    >
      {status === 'error' && !isThere ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : !isThere ? (
        <RowSkeletons count={3} />
      ) : items.length === 0 ? (
        <EmptyState level={2} icon="shield" title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      ) : (
        <>
          {current.map((check) => (
            <OwnCheck key={check.id} check={check} />
          ))}
          {past.length > 0 ? (
            <Card title={t('past')} className="stack">
              <ul className="line-list">
                {past.map((check) => (
                  <li key={check.id}>
                    <span>
                      {t(`kind.${check.kind}`)}, {check.organizationName ?? t('ofCentre')}
                    </span>
                    <StatusBadge {...lookOf(check.state)}>{t(`state.${check.state}`)}</StatusBadge>
                  </li>
                ))}
              </ul>
            </Card>
          ) : null}
        </>
      )}
      <Notice icon="lock">
        <strong>{t('privacy.title')}</strong> {t('privacy.text')}
      </Notice>
    </AccountFrame>
  );
}

function OwnCheck({ check }: { check: Check }) {
  const { t } = useTranslation('own-checks');
  const [isBusy, setIsBusy] = useState(false);
  const { id, kind, state, transitions, applicationId, vacancyTitle, validUntil, issuedOn, seenOn } = check;
  const organization = check.organizationName ?? t('ofCentre');
  const values = { label: t(`kind.${kind}`), kind: t(`in.${kind}`), organization };
  const canClaim = isOpen(check) && state === 'requested' && transitions.includes('claim');

  async function handleClaim() {
    setIsBusy(true);
    try {
      await claimCheck(id);
      addToast({ title: t('claimed.title'), message: t('claimed.text', values), color: 'success' });
    } catch (cause) {
      showError(cause);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Card className="stack">
      <div className="own-check-head">
        <div>
          <h2>{t('card', values)}</h2>
          {vacancyTitle ? (
            <p className="soft small">
              {applicationId ? (
                <AppLink href={`/applications/${applicationId}`}>{vacancyTitle}</AppLink>
              ) : (
                vacancyTitle
              )}
            </p>
          ) : null}
        </div>
        <StatusBadge {...lookOf(state)}>{t(`state.${state}`)}</StatusBadge>
      </div>
      <p>
        {t(`says.${state as Current}`, {
          ...values,
          day: validUntil ? formatDate(validUntil) : '',
          asked: formatDate(check.requestedOn),
        })}
      </p>
      {isOpen(check) && kind === 'vog' ? <p>{t('freeText', values)}</p> : null}
      {issuedOn && seenOn ? (
        <p className="soft small">
          {t('seenBy', {
            name: check.seenByName ?? t('somebody'),
            day: formatDate(seenOn),
            issued: formatDate(issuedOn),
          })}
        </p>
      ) : null}
      {canClaim ? (
        <div className="button-row">
          <Button variant="primary" icon="check" busy={isBusy} onClick={() => void handleClaim()}>
            {t('gate.claim', values)}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}
