// How an account stands, as a word with a colour.

import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/schema.d.ts';
import { StatusBadge, type Tone } from '../../../components/content/badge.tsx';
import type { IconName } from '../../../components/media/icon.tsx';

const LOOK: Readonly<Record<User['status'], { tone: Tone; icon: IconName }>> = {
  active: { tone: 'success', icon: 'check' },
  invited: { tone: 'info', icon: 'mail' },
  inactive: { tone: 'warning', icon: 'wait' },
  archived: { tone: 'neutral', icon: 'archive' },
};

export function UserStatusBadge({ status }: { status: User['status'] }) {
  const { t } = useTranslation('users');
  const look = LOOK[status];
  return look ? <StatusBadge {...look}>{t(`status.${status}`)}</StatusBadge> : null;
}
