// The secret address of one's own calendar: made, replaced and stopped. It is shown once.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { CopyButton } from '../../../components/actions/share-buttons.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { makeCalendarFeed, stopCalendarFeed, useCalendarFeed } from './settings.store.ts';
import '../../../components/form/form.css';

type Question = 'renew' | 'stop';

export function SettingsCalendar() {
  const { t } = useTranslation('account-settings');
  const { data, status, refresh } = useCalendarFeed();
  const [address, setAddress] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const since = data?.meta.createdAt ?? null;

  async function attempt(change: () => Promise<string | null>) {
    setIsBusy(true);
    try {
      setAddress(await change());
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
    }
    setIsBusy(false);
    setQuestion(null);
  }
  const handleMake = () => attempt(makeCalendarFeed);
  const handleStop = () =>
    attempt(async () => {
      await stopCalendarFeed();
      addToast({ title: t('calendar.stopped'), color: 'success' });
      return null;
    });

  return (
    <Card title={t('calendar.title')} className="stack">
      <p>{t('calendar.text')}</p>
      <p className="soft">{t('calendar.secret')}</p>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : data === null ? (
        <RowSkeletons count={1} />
      ) : (
        <>
          {address ? <NewAddress address={address} /> : null}
          {since && !address ? <p>{t('calendar.since', { date: formatDate(since) })}</p> : null}
          <div className="button-row">
            {since ? (
              <>
                <Button onClick={() => setQuestion('renew')}>{t('calendar.renew')}</Button>
                <Button variant="quiet" onClick={() => setQuestion('stop')}>
                  {t('calendar.stop')}
                </Button>
              </>
            ) : (
              <Button busy={isBusy} onClick={() => void handleMake()}>
                {t('calendar.make')}
              </Button>
            )}
            <ButtonLink variant="quiet" href="/agenda/abonneren">
              {t('calendar.how')}
            </ButtonLink>
          </div>
        </>
      )}
      <ConfirmDialog
        open={question !== null}
        title={question === 'stop' ? t('calendar.stopTitle') : t('calendar.renewTitle')}
        confirmLabel={question === 'stop' ? t('calendar.stop') : t('calendar.renew')}
        busy={isBusy}
        onConfirm={() => void (question === 'stop' ? handleStop() : handleMake())}
        onCancel={() => setQuestion(null)}
      >
        <p>{question === 'stop' ? t('calendar.stopText') : t('calendar.renewText')}</p>
      </ConfirmDialog>
    </Card>
  );
}

function NewAddress({ address }: { address: string }) {
  const { t } = useTranslation('account-settings');
  const id = useId();
  return (
    <>
      <Notice tone="success" icon="check">
        {t('calendar.once')}
      </Notice>
      <div className="field">
        <label htmlFor={id}>{t('calendar.address')}</label>
        <input
          className="input"
          id={id}
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <div className="button-row">
        <a className="button is-primary" href={address.replace(/^https?:/, 'webcal:')}>
          {t('calendar.add')}
        </a>
        <CopyButton text={address} />
      </div>
    </>
  );
}
