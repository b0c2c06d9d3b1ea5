// Below the name of what is edited: its status, and how far it is saved.
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../components/class-names.ts';
import { formatTime } from '../../../../lib/locale/time.ts';
import type { Saving } from '../state/save-queue.ts';

interface SavingStateProps {
  status: string;
  isOnline?: boolean;
  saving: Saving;
  /** When it was saved last. */
  moment: Date;
}

export function SavingState({ status, isOnline = false, saving, moment }: SavingStateProps) {
  const { t } = useTranslation('content-pages');
  return (
    <p className={classNames('editor-state', isOnline && 'is-online')} role="status">
      <span>
        {status} ·{' '}
        {saving === 'saved' ? (
          <>
            <span className="when-roomy">{t('saving.saved', { time: formatTime(moment) })}</span>
            <span className="when-tight" aria-hidden="true">
              {formatTime(moment)}
            </span>
          </>
        ) : (
          t(`saving.${saving}`)
        )}
      </span>
    </p>
  );
}
