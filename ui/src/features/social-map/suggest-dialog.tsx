// The form for what is wrong or missing. It is fetched when somebody asks for it: few visitors of the map do.
import { useTranslation } from 'react-i18next';
import { CALLS } from '../../api/calls.ts';
import { send } from '../../api/requests.ts';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { addToast } from '../../lib/feedback/toasts.ts';

/** With `organization`: a correction of that one; without: a suggestion of a missing one. */
export function SuggestDialog({
  organizationId,
  onClose,
}: {
  organizationId?: string | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['suggestions', 'social-map']);
  const isMissing = organizationId === undefined;
  async function handleSubmit(value: FormValue) {
    const email = String(value.email ?? '').trim();
    await send(CALLS.suggest, {
      body: {
        message: String(value.message ?? ''),
        ...(organizationId === undefined ? {} : { organizationId }),
        ...(email === '' ? {} : { email }),
      },
    });
    onClose();
    addToast({ title: t('form.sent'), color: 'success' });
  }
  return (
    <Dialog
      open
      title={isMissing ? t('social-map:suggest.titleMissing') : t('social-map:suggest.title')}
      onClose={onClose}
    >
      <Form of="POST /organization_suggestions" onSubmit={handleSubmit}>
        <Field
          name="message"
          kind="textarea"
          rows={5}
          label={isMissing ? t('form.messageMissing') : t('form.message')}
          {...(isMissing ? {} : { hint: t('form.messageHint') })}
        />
        <Field
          name="email"
          kind="email"
          autoComplete="email"
          label={t('form.email')}
          hint={t('form.emailHint')}
        />
        <SubmitButton>{t('form.send')}</SubmitButton>
      </Form>
    </Dialog>
  );
}
