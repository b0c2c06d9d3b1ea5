// Asks once, here, before a page with unsaved changes is left.
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { forgetUnsaved } from '../../lib/unsaved.ts';
import type { Blocked } from '../history.ts';

export function UnsavedDialog({ blocked, onAnswer }: { blocked: Blocked; onAnswer: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <ConfirmDialog
      open
      title={t('unsaved.question')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={t('unsaved.stay')}
      variant="danger"
      onConfirm={() => {
        forgetUnsaved();
        onAnswer();
        blocked.proceed();
      }}
      onCancel={() => {
        onAnswer();
        blocked.reset();
      }}
    >
      <p>{t('unsaved.explanation')}</p>
    </ConfirmDialog>
  );
}
