// Prints the page as it stands.
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

export function PrintButton({ onPrint }: { onPrint?: () => void }) {
  const { t } = useTranslation('components');
  function handlePrint() {
    window.print();
    onPrint?.();
  }
  return (
    <Button variant="quiet" icon="print" onClick={handlePrint}>
      {t('print')}
    </Button>
  );
}
