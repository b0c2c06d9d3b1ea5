// What the bar at the top holds for who is signed in: the bell and the account.
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/button.tsx';
import { unreadCount } from '../../lib/notifications.ts';
import { impersonation } from '../../lib/session.ts';
import { AccountMenu } from './account-menu.tsx';

export function MemberTools({ onActivity }: { onActivity: () => void }) {
  return (
    <>
      {/* What is written to somebody is theirs alone to read. */}
      {impersonation.value ? null : <Bell onOpen={onActivity} />}
      <AccountMenu />
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
