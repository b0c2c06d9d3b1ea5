// Somebody beside the list: who they are, how to reach them, what they may do and what they do.
import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/schema.d.ts';
import { Breakable } from '../../../components/content/breakable.tsx';
import { Avatar } from '../../../components/content/person.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { PanelFacts, PanelHead, PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { formatDate, relativeTime } from '../../../lib/locale/time.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { ApplicationsCard } from '../detail/user-cards.tsx';
import { UserStatusBadge } from '../detail/user-status.tsx';

export function UserPanel({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  const { fullName, email, phoneNumber, status, roles = [], lastSignInAt, signupMethod, createdAt } = user;
  return (
    <>
      <PanelHead
        face={<Avatar name={fullName} src={user.avatarUrl} large />}
        title={fullName || t('nameless')}
        sign={<UserStatusBadge status={status} />}
      >
        {t('page.methodOn', { method: t(`method.${signupMethod}`), date: formatDate(createdAt) })}
      </PanelHead>
      <PanelFacts>
        {phoneNumber ? (
          <li>
            <Icon name="phone" />
            <a href={`tel:${phoneNumber}`}>{formatPhone(phoneNumber)}</a>
          </li>
        ) : null}
        {email ? (
          <li>
            <Icon name="mail" />
            <a href={`mailto:${email}`}>
              <Breakable>{email}</Breakable>
            </a>
          </li>
        ) : null}
        <li>
          <Icon name="clock" />
          {t('column.signIn')}: {lastSignInAt ? relativeTime(lastSignInAt) : t('never')}
        </li>
      </PanelFacts>
      {roles.length > 0 ? (
        <PanelSection title={t('column.roles')}>
          <ul className="role-list">
            {roles.map((role) => (
              <li key={role.id}>
                {words.fullName(role)}
                {role.acceptedAt === null ? <span className="soft"> {t('role.waits')}</span> : null}
              </li>
            ))}
          </ul>
        </PanelSection>
      ) : null}
      <ApplicationsCard user={user} />
    </>
  );
}
