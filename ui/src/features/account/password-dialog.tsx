// The password once more, before something that protects the account changes.
import { useTranslation } from 'react-i18next';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { CurrentPasswordField } from '../../components/password/current-password-field.tsx';

export interface Asked {
  title: string;
  text: string;
  submit: string;
  /** Throws what the server refused: it lands on the field. */
  onPassword: (password: string) => Promise<void>;
}

export function PasswordDialog({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const { t } = useTranslation('account-settings');
  const { title, text, submit, onPassword } = asked;
  return (
    <Dialog open small title={title} onClose={onClose}>
      <p>{text}</p>
      <Form
        label={title}
        onSubmit={async (value) => {
          await onPassword(String(value.currentPassword ?? ''));
          onClose();
        }}
      >
        <CurrentPasswordField />
        <ButtonRow>
          <SubmitButton>{submit}</SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}
