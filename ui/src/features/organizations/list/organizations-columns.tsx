// The columns of the list of all organisations.
import { useTranslation } from 'react-i18next';
import type { Organization } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { StatusBadge, type Tone } from '../../../components/content/badge.tsx';
import type { WorkColumn } from '../../../components/work-list/list-types.ts';
import { formatNumber, formatShortDate } from '../../../lib/locale/time.ts';

const TONES: Readonly<Record<Organization['status'], Tone>> = {
  approved: 'success',
  pending: 'warning',
  denied: 'danger',
  archived: 'neutral',
  deleted: 'neutral',
};

export function OrganizationState({ status }: Pick<Organization, 'status'>) {
  const { t } = useTranslation('organization-list');
  return <StatusBadge tone={TONES[status]}>{t(`state.${status}`)}</StatusBadge>;
}

export function useColumns(): readonly WorkColumn<Organization>[] {
  const { t } = useTranslation('organization-list');
  return [
    {
      key: 'name',
      title: t('column.name'),
      sortKey: 'name',
      isTitle: true,
      render: ({ id, name }) => (
        <AppLink className="row-title" href={`/organizations/${id}`}>
          {name}
        </AppLink>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      sortKey: 'status',
      compact: 'sign',
      noWrap: true,
      render: ({ status }) => <OrganizationState status={status} />,
    },
    {
      key: 'place',
      title: t('column.place'),
      compact: 'below',
      isEmpty: ({ city }) => !city,
      render: ({ city }) => city ?? '',
    },
    {
      key: 'kind',
      title: t('column.kind'),
      render: ({ organizationType }) => t(`kind.${organizationType}`),
    },
    {
      key: 'vacancies',
      title: t('column.vacancies'),
      sortKey: 'vacancies_count',
      render: ({ vacanciesCount }) => formatNumber(vacanciesCount),
    },
    {
      key: 'created',
      title: t('column.created'),
      sortKey: 'created_at',
      noWrap: true,
      render: ({ createdAt }) => formatShortDate(createdAt),
    },
  ];
}
