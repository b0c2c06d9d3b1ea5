// The columns of the register.
import { useTranslation } from 'react-i18next';
import type { Check } from '../../api/schema.d.ts';
import { Button } from '../../components/actions/button.tsx';
import { CheckBadge } from '../../components/checks/check-badge.tsx';
import { checkDay, useDaysLeft } from '../../components/checks/check-words.ts';
import type { WorkColumn } from '../../components/work-list/list-types.ts';
import { isOpen, isRenewable } from '../../lib/checks/checks.ts';

export function useColumns(
  isOfOne: boolean,
  onNote: (row: Check) => void,
  onRenew: (row: Check) => void,
): readonly WorkColumn<Check>[] {
  const { t } = useTranslation('checks');
  const daysLeft = useDaysLeft();
  return [
    {
      key: 'who',
      title: t('column.who'),
      sortKey: 'person_name',
      isTitle: true,
      render: (row) => (
        <>
          <strong>{row.personName || t('nameless')}</strong>
          <small>
            {[row.vacancyTitle, isOfOne ? null : (row.organizationName ?? t('ofCentre'))]
              .filter(Boolean)
              .join(', ')}
          </small>
        </>
      ),
    },
    {
      key: 'kind',
      title: t('column.kind'),
      sortKey: 'kind',
      compact: 'below',
      render: (row) => (
        <>
          {t(`kind.${row.kind}`)}
          {row.note ? (
            <small>{row.note}</small>
          ) : isOpen(row) && row.kind === 'vog' ? (
            <small>{t('free')}</small>
          ) : null}
        </>
      ),
    },
    {
      key: 'issued',
      title: t('column.issued'),
      noWrap: true,
      isEmpty: ({ issuedOn }) => issuedOn === null,
      render: ({ issuedOn }) => (issuedOn ? checkDay(issuedOn) : null),
    },
    {
      key: 'seen',
      title: t('column.seen'),
      render: (row) =>
        row.seenOn ? (
          <>
            {row.seenByName ?? t('somebody')}
            <small className="check-day">{checkDay(row.seenOn)}</small>
          </>
        ) : (
          <>
            {t('nobody')}
            <small className="check-day">
              {row.claimedOn
                ? t('claimedOn', { day: checkDay(row.claimedOn) })
                : t('askedOn', { day: checkDay(row.requestedOn) })}
            </small>
          </>
        ),
    },
    {
      key: 'until',
      title: t('column.until'),
      sortKey: 'valid_until',
      noWrap: true,
      compact: 'aside',
      isEmpty: ({ validUntil }) => validUntil === null,
      render: (row) =>
        row.validUntil ? (
          <>
            {checkDay(row.validUntil)}
            {row.daysLeft === null ? null : <small>{daysLeft(row.daysLeft)}</small>}
          </>
        ) : null,
    },
    {
      key: 'state',
      title: t('column.state'),
      compact: 'sign',
      render: (row) => <CheckBadge state={row.state} />,
    },
    {
      key: 'do',
      title: t('column.do'),
      isEmpty: (row) => !row.can.includes('manage') || !(isOpen(row) || isRenewable(row)),
      render: (row) =>
        !row.can.includes('manage') ? null : isOpen(row) ? (
          <Button
            variant="quiet"
            aria-label={t('noteOf', { name: row.personName })}
            onClick={() => onNote(row)}
          >
            {t('note.short')}
          </Button>
        ) : isRenewable(row) ? (
          <Button
            variant="quiet"
            aria-label={t('renewOf', { name: row.personName })}
            onClick={() => onRenew(row)}
          >
            {t('renew.short')}
          </Button>
        ) : null,
    },
  ];
}
