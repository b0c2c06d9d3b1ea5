// A passkey: the finger, face or PIN of this device. The browser asks; we only want a name for it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button.tsx';
import { Field } from '../form/field.tsx';
import { Form, SubmitButton } from '../form/form.tsx';
import type { FormValue } from '../form/form-context.ts';
import { problemsOf } from '../form/problems.ts';
import { asksPassword } from './asks-password.ts';
import { PasswordField } from './totp-set-up.tsx';

/** What the server found wrong in what the device said: there is no field to mend. */
const OF_THE_DEVICE = ['credential', 'challengeId'];

export interface PasskeySetUpProps {
  device: string;
  /** Throws what the browser or the server refused. */
  onName: (name: string, currentPassword?: string) => Promise<void>;
  onBack?: (() => void) | undefined;
}

export function PasskeySetUp({ device, onName, onBack }: PasskeySetUpProps) {
  const { t } = useTranslation('second-factor');
  const [isPasswordAsked, setIsPasswordAsked] = useState(false);

  async function handleSubmit(value: FormValue) {
    const password = typeof value.currentPassword === 'string' ? value.currentPassword : undefined;
    try {
      await onName(String(value.name ?? '').trim(), password);
      return [];
    } catch (thrown) {
      if (thrown instanceof DOMException) {
        return [{ detail: t(thrown.name === 'InvalidStateError' ? 'passkey.known' : 'passkey.cancelled') }];
      }
      if (!isPasswordAsked && asksPassword(thrown)) {
        setIsPasswordAsked(true);
        return [{ detail: t('password.needed') }];
      }
      const isRefused = problemsOf(thrown)?.some(({ field }) => OF_THE_DEVICE.includes(field ?? ''));
      if (isRefused) return [{ detail: t('passkey.cancelled') }];
      throw thrown;
    }
  }

  return (
    <div className="stack">
      <p>{t('passkey.text')}</p>
      <Form value={{ name: device }} onSubmit={handleSubmit} label={t('passkey.title')}>
        <Field
          name="name"
          label={t('passkey.name')}
          hint={t('passkey.nameHint')}
          rules={{ required: true, maxLength: 60 }}
          autoComplete="off"
        />
        {isPasswordAsked ? <PasswordField /> : null}
        <SubmitButton large>{t('passkey.submit')}</SubmitButton>
      </Form>
      {onBack ? (
        <Button variant="quiet" onClick={onBack}>
          {t('back')}
        </Button>
      ) : null}
    </div>
  );
}
