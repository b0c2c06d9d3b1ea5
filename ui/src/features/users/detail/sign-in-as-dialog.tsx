// Looking as somebody else does, for an hour at most: why is asked, and the person is told.

import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { signInAs } from '../../../lib/session/sign-in.ts';

export function SignInAsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation(['users', 'components']);
  const name = user.fullName || t('nameless');

  async function handleSubmit(value: FormValue) {
    await signInAs(user.id, String(value.reason ?? '').trim());
    // A new page, so that nothing of the one stays on the screen of the other.
    location.assign('/');
  }

  return (
    <Dialog
      open
      title={t('signInAs.title', { name })}
      description={t('signInAs.text', { name })}
      onClose={onClose}
      wrap={(content) => (
        <Form
          className="person-form"
          label={t('signInAs.title', { name })}
          value={{ reason: '' }}
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
          <SubmitButton>{t('signInAs.confirm', { name })}</SubmitButton>
        </>
      }
    >
      <Field
        name="reason"
        kind="textarea"
        rows={3}
        label={t('signInAs.reason')}
        short={t('signInAs.reasonShort')}
        hint={t('signInAs.hint', { name })}
        rules={{ required: true, minLength: 10, maxLength: 500 }}
      />
    </Dialog>
  );
}
