// The columns of the class list.

import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { StatusBadge, Tag } from '../../components/content/badge.tsx';
import type { Column } from '../../components/table/data-table.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { type ClassRow, mayGuide } from './class-list.ts';
import type { Asked } from './students-page.tsx';

export function useColumns(onAsk: (asked: Asked) => void, mayLink: boolean): readonly Column<ClassRow>[] {
  const { t } = useTranslation('students');
  return [
    {
      key: 'name',
      title: t('column.name'),
      isTitle: true,
      render: ({ student }) => (
        <>
          <strong>{student.fullName || student.email}</strong>
          {student.fullName && student.email ? <small>{student.email}</small> : null}
        </>
      ),
    },
    {
      key: 'status',
      title: t('column.status'),
      render: ({ student }) =>
        student.status === 'active' ? (
          <StatusBadge tone="success" icon="check">
            {t('status.active')}
          </StatusBadge>
        ) : (
          <StatusBadge tone="neutral" icon="mail">
            {t(`status.${student.status}`)}
          </StatusBadge>
        ),
    },
    {
      key: 'guide',
      title: t('column.mentor'),
      render: ({ link }) => link?.mentorName ?? <span className="soft">{t('noMentor')}</span>,
    },
    {
      key: 'hours',
      title: t('column.hours'),
      noWrap: true,
      render: (row) => <Hours row={row} mayLink={mayLink} onAsk={onAsk} />,
    },
    {
      key: 'done',
      title: t('column.done'),
      noWrap: true,
      render: ({ link }) => <Done link={link} />,
    },
    {
      key: 'application',
      title: t('column.application'),
      render: ({ application }) =>
        application === null ? (
          <span className="soft">{t('noApplication')}</span>
        ) : (
          <>
            <AppLink href={`/applications/${application.id}`}>{application.vacancyTitle}</AppLink>
            <span className="stage">
              {application.stage === 'mentor_review' ? (
                <Tag warm>{t('stage.mentor_review')}</Tag>
              ) : (
                <small>{serverWords(t)(`stage.${application.stage}`)}</small>
              )}
            </span>
          </>
        ),
    },
  ];
}

/** What is confirmed of the hours that were agreed, and what waits. */
function Done({ link }: { link: ClassRow['link'] }) {
  const { t } = useTranslation('students');
  const { hoursConfirmed = 0, hoursWaiting = 0 } = (link ?? {}) as {
    hoursConfirmed?: number;
    hoursWaiting?: number;
  };
  if (hoursConfirmed + hoursWaiting === 0) return <span className="soft">{t('noneDone')}</span>;
  const isReached = link?.hourTarget != null && hoursConfirmed >= link.hourTarget;
  return (
    <>
      {isReached ? (
        <StatusBadge tone="success" icon="check">
          {t('hoursDone', { count: hoursConfirmed })}
        </StatusBadge>
      ) : (
        t('hoursDone', { count: hoursConfirmed })
      )}
      {hoursWaiting > 0 ? <small>{t('hoursWaiting', { count: hoursWaiting })}</small> : null}
    </>
  );
}

/** Where it may be changed the number is the button. */
interface HoursProps {
  row: ClassRow;
  mayLink: boolean;
  onAsk: (asked: Asked) => void;
}

function Hours({ row, mayLink, onAsk }: HoursProps) {
  const { t } = useTranslation('students');
  const hours = row.link?.hourTarget ?? null;
  const text = hours === null ? t('noHours') : t('hours', { count: hours });
  if (!mayGuide(row, mayLink)) return <span className={hours === null ? 'soft' : undefined}>{text}</span>;
  const name = row.student.fullName || row.student.email;
  return (
    <Button
      small
      variant="quiet"
      icon="pen"
      aria-label={t('changeHours', { name, hours: text })}
      onClick={() => onAsk({ kind: 'guidance', row })}
    >
      {text}
    </Button>
  );
}
