// The six digits of the app on somebody's phone.
import { useTranslation } from 'react-i18next';
import { Field } from '../form/field.tsx';
import { Form, SubmitButton } from '../form/form.tsx';

export interface CodeFormProps {
  /** Throws what the server refused: it lands on the field. */
  onCode: (code: string) => Promise<void>;
  submit: string;
}

const DIGITS = /^\s*(\d\s*){6}$/;

export function CodeForm({ onCode, submit }: CodeFormProps) {
  const { t } = useTranslation('second-factor');
  return (
    <Form onSubmit={(value) => onCode(String(value.code ?? ''))}>
      <Field
        name="code"
        kind="code"
        label={t('code.label')}
        hint={t('code.hint')}
        rules={{ required: true }}
        check={(value) => (DIGITS.test(String(value ?? '')) ? null : t('code.wrongShape'))}
      />
      <SubmitButton large>{submit}</SubmitButton>
    </Form>
  );
}

export interface RecoveryFormProps {
  onCode: (code: string) => Promise<void>;
}

/** One of the codes that were kept for when the phone is gone. */
export function RecoveryForm({ onCode }: RecoveryFormProps) {
  const { t } = useTranslation('second-factor');
  return (
    <Form
      onSubmit={async (value) => {
        await onCode(String(value.recoveryCode ?? ''));
      }}
    >
      <Field
        name="recoveryCode"
        label={t('recovery.label')}
        hint={t('recovery.hint')}
        rules={{ required: true }}
        autoComplete="off"
      />
      <SubmitButton large>{t('step.submit')}</SubmitButton>
    </Form>
  );
}
