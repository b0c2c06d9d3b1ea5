// Asks once, here, before a page with unsaved changes is left.
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { forgetUnsaved, hasUnsaved } from '../../lib/unsaved.ts';

export function UnsavedDialog() {
  const { t } = useTranslation('shell');
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved.peek() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={t('unsaved.question')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={t('unsaved.stay')}
      variant="danger"
      onConfirm={() => {
        forgetUnsaved();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    >
      <p>{t('unsaved.explanation')}</p>
    </ConfirmDialog>
  );
}
