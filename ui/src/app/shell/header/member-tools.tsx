// What the bar at the top holds for who is signed in: the bell and the account.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { IconButton } from '../../../components/actions/button.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { unreadConversations } from '../../../lib/conversations/unread.ts';
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
      {impersonation.value ? null : (
        <>
          <Conversations />
          <Bell onOpen={() => setIsOpen(true)} />
        </>
      )}
      <AccountMenu />
      <Suspense>{isOpen ? <ActivityPanel onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </>
  );
}

/** On a phone it stands in the menu of the account. */
function Conversations() {
  const { t } = useTranslation('member');
  const count = unreadConversations.value;
  return (
    <AppLink
      className="icon-button from-tablet"
      href="/conversations"
      aria-label={count > 0 ? t('conversations', { count }) : t('conversationsNone')}
    >
      <Icon name="message" />
      {count > 0 ? (
        <span className="dot-count" aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </AppLink>
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
