// The columns of hours of others, and what is odd about a row.
import { useTranslation } from 'react-i18next';
import type { HoursEntry } from '../../../api/hours-calls.ts';
import { StatusBadge, Tag } from '../../../components/content/badge.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import { hoursText, standingOf } from '../../../lib/hours/hours.ts';
import { formatIn } from '../../../lib/locale/local-time.ts';
import { STANDING_LOOK } from '../standing-look.ts';
import type { Tab } from './confirm-url.ts';

/** 'wo 18 nov' */
export const tableDay = (day: string): string =>
  formatIn(new Date(`${day}T12:00:00Z`), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(day.startsWith(String(new Date().getFullYear())) ? {} : { year: 'numeric' }),
  });

export function useConfirmColumns(tab: Tab, isOfOne: boolean): readonly Column<HoursEntry>[] {
  const { t } = useTranslation(['hours-confirm', 'hours']);
  return [
    {
      key: 'who',
      title: t('column.who'),
      sortKey: 'person_name',
      isTitle: true,
      render: (row) => (
        <>
          <strong>{row.personName}</strong>
          <small>{[row.work, isOfOne ? null : row.organizationName].filter(Boolean).join(', ')}</small>
          {row.remark ? <small className="row-said">{t('remark', { remark: row.remark })}</small> : null}
          <Said row={row} />
        </>
      ),
    },
    {
      key: 'day',
      title: t('column.day'),
      sortKey: 'day',
      noWrap: true,
      render: ({ day }) => tableDay(day),
    },
    {
      key: 'hours',
      title: t('column.hours'),
      sortKey: 'hours',
      isNumber: true,
      noWrap: true,
      render: ({ hours }) => <b>{t('hours:n', { count: hours })}</b>,
    },
    {
      key: 'notice',
      title: tab === 'confirmed' || tab === 'disputed' ? t('column.standing') : t('column.notice'),
      isEmpty: (row) => tab !== 'confirmed' && tab !== 'disputed' && row.hints.length === 0 && !row.isStudent,
      render: (row) =>
        tab === 'confirmed' || tab === 'disputed' ? <Standing row={row} /> : <Hints row={row} />,
    },
  ];
}

function Hints({ row }: { row: HoursEntry }) {
  const { t } = useTranslation(['hours-confirm', 'hours']);
  const { hints, usualHours, isStudent, hourTarget, hoursDone } = row;
  return (
    <span className="row-hints">
      {hints.map((hint) => (
        <span className="silence-warning" key={hint}>
          <Icon name="alert" />
          {hint === 'more_than_usual' && usualHours !== null
            ? t('hint.usual', { hours: t('hours:n', { count: usualHours }) })
            : t(`hint.${hint}`)}
        </span>
      ))}
      {isStudent ? (
        <Tag>
          {hourTarget === null
            ? t('student.plain')
            : t('student.target', {
                done: hoursText(hoursDone ?? 0),
                hours: t('hours:n', { count: hourTarget }),
              })}
        </Tag>
      ) : null}
    </span>
  );
}

function Standing({ row }: { row: HoursEntry }) {
  const { t } = useTranslation(['hours-confirm', 'hours']);
  const standing = standingOf(row);
  const words = standing === 'asked' || standing === 'corrected' ? t(`standing.${standing}`) : null;
  return (
    <span className="row-hints">
      <StatusBadge {...STANDING_LOOK[standing]}>{words ?? t(`hours:standing.${standing}`)}</StatusBadge>
      {standing === 'confirmed' ? (
        <small>{row.isAutomatic ? t('automatic') : (row.confirmedByName ?? '')}</small>
      ) : null}
    </span>
  );
}

function Said({ row }: { row: HoursEntry }) {
  const { t } = useTranslation(['hours-confirm', 'hours']);
  const { reason, reasonBy, status, hours, loggedHours, personName } = row;
  const was =
    hours === loggedHours ? null : t('hours:row.was', { hours: t('hours:n', { count: loggedHours }) });
  const said =
    reason === null || status === 'logged'
      ? null
      : reasonBy === 'volunteer'
        ? t('hours:row.said', { name: personName, reason })
        : t('said', { reason });
  const line = [was, said].filter(Boolean).join(' ');
  return line ? <small className="row-said">{line}</small> : null;
}
