// The columns of the organisations that wait.
import { useTranslation } from 'react-i18next';
import type { Organization } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import type { WorkColumn } from '../../../components/work-list/list-types.ts';
import { LATE_AFTER_DAYS } from './waiting.ts';

/** Working days by the server's clock, which knows the holidays. */
export function WaitingBadge({ days }: { days: number }) {
  const { t } = useTranslation('organizations');
  const isLate = days > LATE_AFTER_DAYS;
  return (
    <StatusBadge tone={isLate ? 'danger' : 'neutral'} icon={isLate ? 'alert' : 'clock'}>
      {days === 0 ? t('approve.today') : t(isLate ? 'approve.late' : 'approve.waits', { count: days })}
    </StatusBadge>
  );
}

export function useColumns(): readonly WorkColumn<Organization>[] {
  const { t } = useTranslation('organizations');
  return [
    {
      key: 'name',
      title: t('work.column.name'),
      isTitle: true,
      render: ({ id, name }) => (
        <AppLink className="row-title" href={`/organizations/${id}`}>
          {name}
        </AppLink>
      ),
    },
    {
      key: 'place',
      title: t('work.column.place'),
      compact: 'below',
      isEmpty: ({ address }) => !address?.city,
      render: ({ address }) => address?.city ?? '',
    },
    {
      key: 'contact',
      title: t('work.column.contact'),
      isEmpty: ({ contactName }) => !contactName,
      render: ({ contactName }) => contactName ?? '',
    },
    {
      key: 'registration',
      title: t('work.column.registration'),
      render: ({ kvkNumber, neighbourhoodInitiative }) =>
        kvkNumber
          ? t('fact.kvk', { number: kvkNumber })
          : neighbourhoodInitiative
            ? t('fact.initiative')
            : '',
    },
    {
      key: 'waits',
      title: t('work.column.waits'),
      compact: 'sign',
      noWrap: true,
      render: (row) => <WaitingBadge days={row.waitingDays ?? 0} />,
    },
  ];
}
