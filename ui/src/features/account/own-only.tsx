// What takes the person: to who is signed in as somebody it is not offered, and they read why.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/feedback/notice.tsx';
import { Card } from '../../components/layout/card.tsx';
import { currentUser, impersonation } from '../../lib/session/session.ts';

interface OwnOnlyProps {
  title: string;
  children: ReactNode;
}

export function OwnOnly({ title, children }: OwnOnlyProps) {
  const { t } = useTranslation('account');
  if (!impersonation.value) return children;
  return (
    <Card title={title} className="stack">
      <Notice tone="warning" icon="lock">
        {t('ownOnly', { name: currentUser.value?.fullName ?? '' })}
      </Notice>
    </Card>
  );
}
