// Why something is not saved, and what to do about it. Nothing is said while all is well.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../../components/actions/button.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { useSignInPath } from '../../../../lib/session/sign-in-path.ts';
import type { Saving } from '../state/save-queue.ts';

interface SavingNoticeProps {
  saving: Saving;
  /** What the server says is wrong. */
  problems: readonly string[];
  /** Said before them. */
  refused: string;
  /** A colleague was first: what that means, and the ways out. */
  stale: ReactNode;
  onRetry: () => void;
}

export function SavingNotice({ saving, problems, refused, stale, onRetry }: SavingNoticeProps) {
  const { t } = useTranslation('content-pages');
  const signIn = useSignInPath();
  if (saving === 'stale') {
    return (
      <Notice tone="warning" live>
        {stale}
      </Notice>
    );
  }
  if (saving === 'offline') {
    return (
      <Notice tone="warning" live>
        <p>{t('notice.offline')}</p>
        <Button onClick={onRetry}>{t('notice.retry')}</Button>
      </Notice>
    );
  }
  if (saving === 'signedOut') {
    return (
      <Notice tone="warning" live>
        <p>{t('notice.signedOut')}</p>
        <ButtonLink href={signIn}>{t('notice.signIn')}</ButtonLink>
      </Notice>
    );
  }
  if (saving === 'refused') {
    return (
      <Notice tone="danger" live>
        <p>{refused}</p>
        {[...new Set(problems)].map((text) => (
          <p key={text}>{text}</p>
        ))}
      </Notice>
    );
  }
  return null;
}
