// A passkey: the finger, face or PIN of this device. The browser asks; we only want a name for it.
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { Field } from '../form/field.tsx';
import { Form, SubmitButton } from '../form/form.tsx';

export interface PasskeySetUpProps {
  device: string;
  /** Throws an Error whose message is a sentence when the browser refused, or what the server refused. */
  onName: (name: string) => Promise<void>;
  onBack?: (() => void) | undefined;
}

export function PasskeySetUp({ device, onName, onBack }: PasskeySetUpProps) {
  const { t } = useTranslation('second-factor');
  async function handleSubmit(name: string) {
    try {
      await onName(name);
      return [];
    } catch (thrown) {
      if (!(thrown instanceof DOMException)) throw thrown;
      const key = thrown.name === 'InvalidStateError' ? 'passkey.known' : 'passkey.cancelled';
      return [{ detail: t(key) }];
    }
  }
  return (
    <div className="stack">
      <p>{t('passkey.text')}</p>
      <Form
        value={{ name: device }}
        onSubmit={(value) => handleSubmit(String(value.name ?? '').trim())}
        label={t('passkey.title')}
      >
        <Field
          name="name"
          label={t('passkey.name')}
          hint={t('passkey.nameHint')}
          rules={{ required: true, maxLength: 60 }}
          autoComplete="off"
        />
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
