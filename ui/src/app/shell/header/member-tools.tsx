// What the bar at the top holds for who is signed in: the bell and the account.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { IconButton } from '../../../components/actions/button.tsx';
import { unreadCount } from '../../../lib/feedback/notifications.ts';
import { impersonation } from '../../../lib/session/session.ts';
import { AccountMenu } from './account-menu.tsx';

const ActivityPanel = lazy(async () => ({
  default: (await import('../../../features/notifications/activity-panel.tsx')).ActivityPanel,
}));

export function MemberTools() {
  const { pathname } = useLocation();
  const [isOpen, setIsOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes what hangs open.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <>
      {/* What is written to somebody is theirs alone to read. */}
      {impersonation.value ? null : <Bell onOpen={() => setIsOpen(true)} />}
      <AccountMenu />
      <Suspense>{isOpen ? <ActivityPanel onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}

function Bell({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('member');
  const count = unreadCount.value;
  return (
    <IconButton
      icon="bell"
      label={count > 0 ? t('activity.bell', { count }) : t('activity.bellNone')}
      count={count}
      aria-haspopup="dialog"
      onClick={onOpen}
    />
  );
}
