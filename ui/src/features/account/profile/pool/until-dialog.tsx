// Until which day organisations find this person, where that is sooner than in four months.
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/actions/button.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { Field } from '../../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../../components/form/form.tsx';
import type { FormValue } from '../../../../components/form/form-context.ts';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { setVisibility } from './own-profile.store.ts';

export function UntilDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['account', 'components']);

  async function handleSubmit({ until }: FormValue) {
    await setVisibility({ visible: true, until: String(until) });
    addToast({ title: t('own.banner.visible_done'), color: 'success' });
    onClose();
  }

  return (
    <Dialog
      open
      small
      title={t('own.banner.untilTitle')}
      description={t('own.banner.untilText')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="profile_visibilities"
          label={t('own.banner.untilTitle')}
          value={{ until: '' }}
          onSubmit={handleSubmit}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>{t('own.banner.untilConfirm')}</SubmitButton>
        </>
      }
    >
      <Field name="until" kind="date" rules={{ required: true }} label={t('own.banner.untilDay')} />
    </Dialog>
  );
}
