// What takes the person: to who is signed in as somebody it is not offered, and they read why.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../components/card.tsx';
import { Notice } from '../../components/notice.tsx';
import { currentUser, impersonation } from '../../lib/session.ts';

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
