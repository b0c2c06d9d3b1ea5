// A part of a card that could not be loaded, and the way to try it again.
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/actions/button.tsx';

export function LoadAgain({ text, onRetry }: { text?: string; onRetry: () => void }) {
  const { t } = useTranslation('dashboard');
  return (
    <div className="load-again" role="status">
      <p>{text ?? t('failed.text')}</p>
      <Button small icon="refresh" onClick={onRetry}>
        {t('failed.retry')}
      </Button>
    </div>
  );
}
