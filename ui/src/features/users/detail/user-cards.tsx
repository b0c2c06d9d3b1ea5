// The cards of one person: details, organisations, applications.

import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Breakable } from '../../../components/content/breakable.tsx';
import { type PracticalFact, PracticalList } from '../../../components/content/practical-list.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { MoreLink } from '../../../components/layout/page-title.tsx';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate, formatShortDate } from '../../../lib/locale/time.ts';
import { useApplications } from './user.store.ts';

export function DetailsCard({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { email, phoneNumber, jobTitle, gender, birthDate, locale, signupMethod, createdAt, canExport } =
    user;
  const facts: PracticalFact[] = [
    ...(email
      ? [
          {
            icon: 'mail' as const,
            label: t('field.email'),
            value: (
              <a href={`mailto:${email}`}>
                <Breakable>{email}</Breakable>
              </a>
            ),
          },
        ]
      : []),
    ...(phoneNumber
      ? [
          {
            icon: 'phone' as const,
            label: t('field.phoneNumber'),
            value: <a href={`tel:${phoneNumber}`}>{formatPhone(phoneNumber)}</a>,
          },
        ]
      : []),
    ...(jobTitle ? [{ icon: 'briefcase' as const, label: t('field.jobTitle'), value: jobTitle }] : []),
    ...(birthDate
      ? [{ icon: 'calendar' as const, label: t('field.birthDate'), value: formatDate(birthDate) }]
      : []),
    ...(gender ? [{ icon: 'person' as const, label: t('field.gender'), value: t(`gender.${gender}`) }] : []),
    { icon: 'lang', label: t('field.locale'), value: t(`locale.${locale}`) },
    {
      icon: 'plus',
      label: t('column.method'),
      value: t('page.methodOn', { method: t(`method.${signupMethod}`), date: formatDate(createdAt) }),
    },
    ...(canExport ? [{ icon: 'download' as const, label: t('field.canExport'), value: t('page.yes') }] : []),
  ];
  return (
    <Card title={t('page.details')}>
      <PracticalList facts={facts} />
    </Card>
  );
}

export function OrganizationsCard({ user: { organizations = [] } }: { user: User }) {
  const { t } = useTranslation('users');
  if (organizations.length === 0) return null;
  return (
    <Card title={t('page.organizations')}>
      <ul className="role-list">
        {organizations.map(({ id, name }) => (
          <li key={id}>
            <AppLink href={`/organizations/${id}`}>{name ?? t('page.organization')}</AppLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function ApplicationsCard({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const { items: shown, total } = useApplications(user.id);
  if (shown.length === 0) return null;
  return (
    <Card title={t('page.applications', { count: total })}>
      <ul className="role-list">
        {shown.map(({ id, vacancyTitle, organizationName, stage, createdAt, name }) => (
          <li key={id}>
            <div>
              <AppLink href={`/applications/${id}`}>{vacancyTitle}</AppLink>
              <span className="hint">
                {t('page.applied', { organization: organizationName, date: formatShortDate(createdAt) })}
              </span>
            </div>
            <span className="soft">{serverWords(t)(`applications:stage.${stage}`)}</span>
            {id === shown.at(-1)?.id && total > shown.length ? (
              <MoreLink href={`/applications?q=${encodeURIComponent(name)}`}>
                {t('page.allApplications')}
              </MoreLink>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
