// What could not be loaded, and a way to try again.
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button.tsx';
import { Notice } from './notice.tsx';

export function LoadProblem({ message, onRetry }: { message?: string | undefined; onRetry: () => void }) {
  const { t } = useTranslation('components');
  return (
    <Notice tone="danger" live>
      <p>{message ?? t('load_problem.text')}</p>
      <p>
        <Button small icon="refresh" onClick={onRetry}>
          {t('load_problem.retry')}
        </Button>
      </p>
    </Notice>
  );
}
