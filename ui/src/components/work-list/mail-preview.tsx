// The mail that goes with a decision, as it would be sent.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button.tsx';

interface MailPreviewProps {
  /** Everything is said that the mail needs. */
  isReady?: boolean;
  /** 'Mail bekijken', unless it is said otherwise. */
  label?: string;
  /** Null: no mail goes out. */
  load: () => Promise<{ subject: string; text: string } | null>;
}

/** On demand. Another answer makes it another mail: give it a key of its own. */
export function MailPreview({ isReady = true, label, load }: MailPreviewProps) {
  const { t } = useTranslation('work-list');
  const [mail, setMail] = useState<{ subject: string; text: string } | null>(null);
  const [problem, setProblem] = useState<'noMail' | 'mailFailed' | null>(null);

  async function handleShow() {
    try {
      const found = await load();
      setMail(found);
      setProblem(found ? null : 'noMail');
    } catch {
      setProblem('mailFailed');
    }
  }

  if (mail)
    return (
      <section className="mail-preview" aria-label={t('decision.mail')}>
        <p>
          <strong>{mail.subject}</strong>
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long letter is read with the keys */}
        <pre tabIndex={0}>{mail.text}</pre>
      </section>
    );
  return (
    <>
      <Button small icon="mail" disabled={!isReady} onClick={() => void handleShow()}>
        {label ?? t('decision.showMail')}
      </Button>
      {problem ? (
        <p className={problem === 'noMail' ? 'hint' : 'field-error'} role="alert">
          {t(`decision.${problem}`)}
        </p>
      ) : null}
    </>
  );
}
