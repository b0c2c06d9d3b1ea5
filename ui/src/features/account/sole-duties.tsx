// What somebody looks after alone, and so cannot leave yet.
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { AppLink } from '../../components/app-link.tsx';
import { Notice } from '../../components/notice.tsx';

export interface Duty {
  type: 'organizations' | 'volunteer_centers' | 'tenant';
  id: string;
  name: string;
}

/** Empty: that was not why it was refused. */
export function dutiesIn(thrown: unknown): readonly Duty[] {
  if (!(thrown instanceof ApiError)) return [];
  const found = thrown.problems.find((each) => each.code === 'last_superuser')?.meta.soleManagerOf;
  return Array.isArray(found) ? (found as Duty[]) : [];
}

export function SoleDuties({ duties }: { duties: readonly Duty[] }) {
  const { t } = useTranslation('account-privacy');
  const hasOrganization = duties.some((duty) => duty.type === 'organizations');
  return (
    <Notice tone="warning" live>
      <p>
        <strong>{t('sole.title')}</strong>
      </p>
      <ul className="bullet-list">
        {duties.map((duty) => (
          <li key={duty.type + duty.id}>
            {duty.type === 'organizations' ? (
              <AppLink href={`/organizations/${duty.id}`}>{duty.name}</AppLink>
            ) : (
              t(`sole.${duty.type}`, { name: duty.name })
            )}
          </li>
        ))}
      </ul>
      <p>{t(hasOrganization ? 'sole.organizationText' : 'sole.text')}</p>
    </Notice>
  );
}
