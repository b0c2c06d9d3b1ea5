// Asks another person to take one's place. They answer by mail; until then the place stays.
import { useTranslation } from 'react-i18next';
import { ACTIVITY_CALLS } from '../../../api/activity-calls.ts';
import { ApiError } from '../../../api/client.ts';
import { send } from '../../../api/requests.ts';
import type { ActivityRegistration } from '../../../api/schema.d.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';

interface HandOverDialogProps {
  registration: ActivityRegistration;
  title: string;
  onClose: () => void;
}

export function HandOverDialog({ registration: { id }, title, onClose }: HandOverDialogProps) {
  const { t } = useTranslation(['own-activities', 'components']);

  async function handleSubmit(value: FormValue) {
    const text = (name: string) => String(value[name] ?? '').trim();
    const body = {
      firstName: text('firstName'),
      lastName: text('lastName') || null,
      email: text('email'),
    };
    try {
      await send(ACTIVITY_CALLS.handOverPlace, { id, body });
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.hasCode('already_registered'))
        return [{ field: 'email', detail: t('handOver.self') }];
      throw thrown;
    }
    addToast({ title: t('handOver.done', { email: body.email }), color: 'success' });
    onClose();
    return [];
  }

  return (
    <Dialog open title={title} description={t('handOver.text')} onClose={onClose}>
      <Form of="activity_hand_overs" label={title} onSubmit={handleSubmit}>
        <FieldPair>
          <Field name="firstName" label={t('handOver.firstName')} autoComplete="off" />
          <Field name="lastName" label={t('handOver.lastName')} autoComplete="off" />
        </FieldPair>
        <Field name="email" kind="email" label={t('handOver.email')} autoComplete="off" />
        <ButtonRow between>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>{t('handOver.confirm')}</SubmitButton>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}
