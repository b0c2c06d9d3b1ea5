// The secret address of the changelog for a feed reader: made, replaced and stopped. It is shown once.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/actions/button.tsx';
import { CopyButton } from '../../components/actions/share-buttons.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Card } from '../../components/layout/card.tsx';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { impersonation } from '../../lib/session/session.ts';
import { makeChangelogFeed, stopChangelogFeed, useChangelogFeed } from './changelog.store.ts';
import '../../components/form/form.css';

type Question = 'renew' | 'stop';

export function FeedCard() {
  const { t } = useTranslation('changelog');
  const { data } = useChangelogFeed();
  const [address, setAddress] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const id = useId();
  const since = data?.meta.createdAt ?? null;

  async function attempt(change: () => Promise<string | null>) {
    setIsBusy(true);
    try {
      setAddress(await change());
    } catch (thrown) {
      addToast({ id: 'changelog', title: normaliseError(thrown).message, color: 'danger' });
    }
    setIsBusy(false);
    setQuestion(null);
  }
  const handleMake = () => attempt(makeChangelogFeed);
  const handleStop = () =>
    attempt(async () => {
      await stopChangelogFeed();
      addToast({ id: 'changelog', title: t('feed.stopped'), color: 'success' });
      return null;
    });

  // A secret of somebody is not for who works as them.
  if (data === undefined || impersonation.value !== null) return null;
  return (
    <Card title={t('feed.title')} className="stack">
      <p>{t('feed.text')}</p>
      {address ? (
        <>
          <Notice tone="success" icon="check">
            {t('feed.once')}
          </Notice>
          <div className="field">
            <label htmlFor={id}>{t('feed.address')}</label>
            <input
              className="input"
              id={id}
              readOnly
              value={address}
              onFocus={(event) => event.target.select()}
            />
          </div>
          <div className="button-row">
            <CopyButton text={address} />
          </div>
        </>
      ) : since ? (
        <p>{t('feed.since', { date: formatDate(since) })}</p>
      ) : null}
      <div className="button-row">
        {since ? (
          <>
            <Button onClick={() => setQuestion('renew')}>{t('feed.renew')}</Button>
            <Button variant="quiet" onClick={() => setQuestion('stop')}>
              {t('feed.stop')}
            </Button>
          </>
        ) : (
          <Button busy={isBusy} onClick={() => void handleMake()}>
            {t('feed.make')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={question !== null}
        title={question === 'stop' ? t('feed.stopTitle') : t('feed.renewTitle')}
        confirmLabel={question === 'stop' ? t('feed.stop') : t('feed.renew')}
        busy={isBusy}
        onConfirm={() => void (question === 'stop' ? handleStop() : handleMake())}
        onCancel={() => setQuestion(null)}
      >
        <p>{t('feed.earlierStops')}</p>
      </ConfirmDialog>
    </Card>
  );
}
