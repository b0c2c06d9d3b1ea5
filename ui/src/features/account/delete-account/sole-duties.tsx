// What somebody looks after alone, and so cannot leave yet.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { appName, centre } from '../../../lib/centre/centre.ts';

export interface Duty {
  type: 'organizations' | 'volunteer_centers' | 'tenant';
  id: string;
  name: string;
}

/** Empty: that was not why it was refused. */
export function dutiesIn(thrown: unknown): readonly Duty[] {
  if (!(thrown instanceof ApiError)) return [];
  return dutiesOf(thrown.problems.find((each) => each.code === 'last_superuser')?.meta.soleManagerOf);
}

export const dutiesOf = (found: unknown): readonly Duty[] => (Array.isArray(found) ? (found as Duty[]) : []);

/** `isAnswer`: it was just asked for, and is read out. */
export function SoleDuties({ duties, isAnswer }: { duties: readonly Duty[]; isAnswer: boolean }) {
  const { t } = useTranslation('account-privacy');
  const hasOrganization = duties.some((duty) => duty.type === 'organizations');
  const mail = centre.value?.email;
  const title = useRef<HTMLHeadingElement>(null);
  // It stands above what was pressed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is shown
  useEffect(() => {
    if (isAnswer) title.current?.focus();
  }, [duties]);
  return (
    <Notice tone="warning">
      <h3 ref={title} tabIndex={-1} className="notice-title">
        {t('sole.title')}
      </h3>
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
      {hasOrganization && mail ? (
        <p>
          {t('sole.help')} <a href={`mailto:${mail}`}>{t('sole.mail', { centre: appName.value })}</a>
        </p>
      ) : null}
    </Notice>
  );
}
