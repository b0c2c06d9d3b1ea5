// The columns of the list of people.

import { useTranslation } from 'react-i18next';
import type { Role, User } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Breakable } from '../../../components/content/breakable.tsx';
import type { WorkColumn } from '../../../components/work-list/list-types.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { formatDate, relativeTime } from '../../../lib/locale/time.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { UserStatusBadge } from '../detail/user-status.tsx';
import { LIST_PATH } from './list-url.ts';

const ROLES_SHOWN = 2;

export function useColumns(): readonly WorkColumn<User>[] {
  const { t } = useTranslation('users');
  return [
    {
      key: 'name',
      title: t('column.name'),
      sortKey: 'last_name',
      isTitle: true,
      render: (row) => (
        <>
          <AppLink className="row-title" href={`${LIST_PATH}/${row.id}`}>
            {row.fullName || t('nameless')}
          </AppLink>
          <small>{row.email ? <Breakable>{row.email}</Breakable> : null}</small>
        </>
      ),
    },
    {
      key: 'status',
      title: t('column.status'),
      sortKey: 'status',
      compact: 'aside',
      render: ({ status }) => <UserStatusBadge status={status} />,
    },
    {
      key: 'roles',
      title: t('column.roles'),
      compact: 'below',
      isEmpty: ({ roles = [] }) => roles.length === 0,
      render: ({ roles = [] }) => <Roles roles={roles} />,
    },
    {
      key: 'phone',
      title: t('column.phone'),
      noWrap: true,
      isEmpty: ({ phoneNumber }) => !phoneNumber,
      render: ({ phoneNumber }) => (phoneNumber ? formatPhone(phoneNumber) : ''),
    },
    {
      key: 'method',
      title: t('column.method'),
      sortKey: 'signup_method',
      render: ({ signupMethod }) => t(`method.${signupMethod}`),
    },
    {
      key: 'signIn',
      title: t('column.signIn'),
      sortKey: 'last_sign_in_at',
      isEmpty: ({ lastSignInAt }) => !lastSignInAt,
      render: ({ lastSignInAt }) =>
        lastSignInAt ? relativeTime(lastSignInAt) : <span className="soft">{t('never')}</span>,
    },
    {
      key: 'created',
      title: t('column.created'),
      sortKey: 'created_at',
      fromTablet: true,
      render: ({ createdAt }) => formatDate(createdAt),
    },
  ];
}

/** The first two; how many more there are stands below. */
function Roles({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation('users');
  const words = useRoleWords();
  const more = roles.length - ROLES_SHOWN;
  return (
    <>
      {roles.slice(0, ROLES_SHOWN).map((role) => (
        <span className="role-line" key={role.id}>
          {words.nameOf(role.name)}
          <small>
            {[words.placeOf(role), role.acceptedAt === null ? t('role.waits') : '']
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
      ))}
      {more > 0 ? <small>{t('moreRoles', { count: more })}</small> : null}
    </>
  );
}
