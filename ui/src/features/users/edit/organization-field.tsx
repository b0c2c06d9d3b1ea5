// One organisation of many.
import { useTranslation } from 'react-i18next';
import { SuggestedChoice } from '../../../components/form/controls/suggested-choice.tsx';
import { findOrganizations } from '../detail/user.store.ts';

interface OrganizationFieldProps {
  isSchoolOnly?: boolean;
}

export function OrganizationField({ isSchoolOnly = false }: OrganizationFieldProps) {
  const { t } = useTranslation('users');
  return (
    <SuggestedChoice
      name="organizationId"
      label={t(isSchoolOnly ? 'field.school' : 'field.organization')}
      hint={t('field.organizationHint')}
      none={t('field.organizationNone')}
      icon="building"
      suggest={async (typed, stop) =>
        (await findOrganizations(typed, stop, isSchoolOnly ? 'School' : undefined)).map(
          ({ id: value, name }) => ({ value, label: name }),
        )
      }
      countLabel={(count) => t('field.organizationsFound', { count })}
    />
  );
}
