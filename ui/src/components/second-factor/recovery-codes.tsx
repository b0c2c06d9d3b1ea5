// Codes for when the phone is gone. They are shown once: copy, print or download them before going on.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './second-factor.css';
import { Button, ButtonRow } from '../actions/button.tsx';
import { PrintButton } from '../actions/print-button.tsx';
import { CopyButton } from '../actions/share-buttons.tsx';
import { Notice } from '../feedback/notice.tsx';

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** Whose they are, above a print: the app's name and the address one signs in with. */
  of: string;
  onDone: () => void;
  doneLabel?: string;
}

export function RecoveryCodes({ codes, of, onDone, doneLabel }: RecoveryCodesProps) {
  const { t } = useTranslation('second-factor');
  const [isKept, setIsKept] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const head = useRef<HTMLHeadingElement>(null);
  const keep = () => setIsKept(true);

  useEffect(() => head.current?.focus(), []);

  function handleDownload() {
    const address = URL.createObjectURL(
      new Blob([asText(t('codes.fileTitle', { of }), codes)], { type: 'text/plain' }),
    );
    const link = document.createElement('a');
    link.href = address;
    link.download = t('codes.fileName');
    link.click();
    URL.revokeObjectURL(address);
    keep();
  }

  function handleDone() {
    if (isKept || isAsked) onDone();
    else setIsAsked(true);
  }

  return (
    <div className="stack recovery-codes">
      <h2 ref={head} tabIndex={-1}>
        {t('codes.title')}
      </h2>
      <p>{t('codes.text')}</p>
      <p className="print-only">{t('codes.fileTitle', { of })}</p>
      <ol className="recovery-list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <ButtonRow>
        <CopyButton text={codes.join('\n')} label={t('codes.copy')} onCopied={keep} />
        <PrintButton onPrint={keep} />
        <Button variant="quiet" icon="download" onClick={handleDownload}>
          {t('codes.download')}
        </Button>
      </ButtonRow>
      {isAsked && !isKept ? (
        <Notice tone="warning" live>
          {t('codes.notKept')}
        </Notice>
      ) : null}
      <Button variant="primary" large onClick={handleDone}>
        {isAsked && !isKept ? t('codes.sure') : (doneLabel ?? t('codes.done'))}
      </Button>
    </div>
  );
}

function asText(title: string, codes: readonly string[]): string {
  return `${title}\n\n${codes.map((code, at) => `${String(at + 1).padStart(2)}. ${code}`).join('\n')}\n`;
}
