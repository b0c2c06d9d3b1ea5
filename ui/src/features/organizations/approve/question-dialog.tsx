// A question to whoever registered an organisation: mailed at once; the organisation goes on waiting.
import { useTranslation } from 'react-i18next';
import { send } from '../../../api/requests.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';

interface QuestionDialogProps {
  organization: Organization;
  onClose: () => void;
}

export function QuestionDialog({ organization: { id, name }, onClose }: QuestionDialogProps) {
  const { t } = useTranslation('organization-review');
  const draft = `organizations/${id}/question`;

  async function handleSubmit(value: FormValue) {
    await send(STAFF_CALLS.askOrganization, { id, body: { message: String(value.message ?? '').trim() } });
    dropDraft(draft);
    addToast({ title: t('question.done'), color: 'success' });
    onClose();
  }

  return (
    <Dialog
      open
      title={t('question.title', { name })}
      description={t('question.text')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="POST /organizations/{id}/question"
          value={readDraft<FormValue>(draft) ?? { message: '' }}
          onChange={(value) => saveDraft(draft, value)}
          onSubmit={handleSubmit}
          label={t('question.label')}
        >
          {content}
        </Form>
      )}
      footer={<SubmitButton>{t('question.send')}</SubmitButton>}
    >
      <Field name="message" kind="textarea" rows={4} label={t('question.label')} hint={t('question.hint')} />
    </Dialog>
  );
}
