// A list that could not be loaded, with the way to try again.
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';

export function ListFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('applications');
  return (
    <EmptyState
      level={2}
      icon="alert"
      title={t('list.failed.title')}
      actions={
        <Button icon="refresh" onClick={onRetry}>
          {t('list.failed.retry')}
        </Button>
      }
    >
      {t('list.failed.text')}
    </EmptyState>
  );
}
