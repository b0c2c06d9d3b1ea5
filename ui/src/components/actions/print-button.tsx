// Prints the page as it stands.
import { useTranslation } from 'react-i18next';
import { Button, type ButtonVariant } from './button.tsx';

interface PrintButtonProps {
  variant?: ButtonVariant;
  onPrint?: () => void;
}

export function PrintButton({ variant = 'quiet', onPrint }: PrintButtonProps) {
  const { t } = useTranslation('components');
  function handlePrint() {
    window.print();
    onPrint?.();
  }
  return (
    <Button variant={variant} icon="print" onClick={handlePrint}>
      {t('print')}
    </Button>
  );
}
