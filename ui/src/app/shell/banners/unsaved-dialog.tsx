// Asks once, here, before a page with unsaved changes is left.
import { useTranslation } from 'react-i18next';
import type { Blocker } from 'react-router';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { forgetUnsaved } from '../../../lib/unsaved/unsaved.ts';

type Blocked = Extract<Blocker, { state: 'blocked' }>;

export function UnsavedDialog({ blocker }: { blocker: Blocked }) {
  const { t } = useTranslation('unsaved');
  return (
    <ConfirmDialog
      open
      title={t('question')}
      confirmLabel={t('leave')}
      cancelLabel={t('stay')}
      variant="danger"
      onConfirm={() => {
        forgetUnsaved();
        blocker.proceed();
      }}
      onCancel={() => blocker.reset()}
    >
      <p>{t('explanation')}</p>
    </ConfirmDialog>
  );
}
