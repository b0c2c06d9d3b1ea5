// Copy and share. Sharing falls back to copying where the device cannot share.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

export interface CopyButtonProps {
  text: string;
  label?: string;
  onCopied?: () => void;
}

export function CopyButton({ text, label, onCopied }: CopyButtonProps) {
  const { t } = useTranslation('components');
  const [isCopied, setIsCopied] = useState(false);
  async function handleCopy() {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    onCopied?.();
  }
  return (
    <Button variant="quiet" icon={isCopied ? 'check' : 'copy'} onClick={handleCopy}>
      <span aria-live="polite">{isCopied ? t('copied') : (label ?? t('copy'))}</span>
    </Button>
  );
}

export function ShareButton({ title, url, onCopied }: { title: string; url: string; onCopied?: () => void }) {
  const { t } = useTranslation('components');
  if (typeof navigator.share !== 'function') {
    return <CopyButton text={url} label={t('copy_link')} {...(onCopied ? { onCopied } : {})} />;
  }
  async function handleShare() {
    try {
      await navigator.share({ title, url });
    } catch {
      // The person closed the device's own sheet: nothing to tell.
    }
  }
  return (
    <Button variant="quiet" icon="share" onClick={handleShare}>
      {t('share')}
    </Button>
  );
}
