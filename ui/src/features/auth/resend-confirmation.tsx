// The letter that confirms an address, once more. What is said is the same whether there is an account or not.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/actions/button.tsx';
import { askConfirmation } from '../../lib/session/account.ts';

export function ResendConfirmation({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | 'failed'>('idle');

  async function handlePress() {
    setState('busy');
    try {
      await askConfirmation(email);
      setState('sent');
    } catch {
      setState('failed');
    }
  }

  return (
    <div className="stack">
      <p role="status">
        {state === 'sent' ? t('resend.sent', { email }) : state === 'failed' ? t('resend.failed') : null}
      </p>
      {state === 'sent' ? null : (
        <Button icon="mail" busy={state === 'busy'} onClick={() => void handlePress()}>
          {t('resend.button')}
        </Button>
      )}
    </div>
  );
}
