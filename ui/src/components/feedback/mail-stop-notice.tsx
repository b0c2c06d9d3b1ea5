// Says that mail to an address comes back, what to do about it, and has it tried once more.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button.tsx';
import { Notice } from './notice.tsx';
import './notice.css';

export interface MailStopNoticeProps {
  /** Whose address it is: the reader's own, or somebody else's. */
  whose: 'own' | 'other';
  email: string;
  /** When it came back last. */
  last: string;
  /** Null where the reader may not. Gives what came of it; throws what to tell. */
  onTry: (() => Promise<'arrived' | 'refused' | 'waiting'>) | null;
}

export function MailStopNotice({ whose, email, last, onTry }: MailStopNoticeProps) {
  const { t } = useTranslation('mail-stop');
  const [isBusy, setIsBusy] = useState(false);
  const [told, setTold] = useState('');

  async function handleTry(act: NonNullable<typeof onTry>) {
    setIsBusy(true);
    setTold('');
    try {
      const outcome = await act();
      // Once it has arrived, this goes.
      if (outcome !== 'arrived') setTold(t(`${whose}.${outcome}`));
    } catch (cause) {
      setTold((cause as Error).message);
    }
    setIsBusy(false);
  }

  return (
    <Notice tone="warning" icon="mail">
      <div className="notice-lines">
        <p>
          <strong>{t(`${whose}.title`, { email })}</strong>
        </p>
        <p>{t(`${whose}.text`, { last })}</p>
        <p>{t(`${whose}.check`)}</p>
        {onTry ? (
          <p>
            <Button small busy={isBusy} onClick={() => void handleTry(onTry)}>
              {t('again')}
            </Button>
          </p>
        ) : null}
        <p role="status">{told}</p>
      </div>
    </Notice>
  );
}
