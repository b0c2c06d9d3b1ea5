// The events of the log as rows: when, who, what, about what, and what else is known of it.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { type Column, DataTable } from '../../components/table/data-table.tsx';
import { type LogEvent, subjectHref, useEventWords } from '../../lib/audit/audit-log.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatShortDate, formatTime } from '../../lib/locale/time.ts';
import type { Kind } from './audit-log-url.ts';

const ICONS: Readonly<Record<Kind, IconName>> = {
  reading: 'eye',
  change: 'pen',
  step: 'arrow',
  access: 'people',
  account: 'lock',
  export: 'download',
};

export function LogTable({ events, caption }: { events: readonly LogEvent[]; caption: string }) {
  const { t } = useTranslation('audit-log-screen');
  const { titleOf, changesOf, subjectOf } = useEventWords();
  const columns: Column<LogEvent>[] = [
    {
      key: 'what',
      title: t('column.what'),
      isTitle: true,
      render: (event) => (
        <span className="log-what">
          <Icon name={ICONS[event.kind]} />
          {titleOf(event)}
        </span>
      ),
    },
    {
      key: 'when',
      title: t('column.when'),
      noWrap: true,
      render: ({ createdAt }) => (
        <time dateTime={createdAt}>
          {t('when', { day: formatShortDate(createdAt), time: formatTime(createdAt) })}
        </time>
      ),
    },
    { key: 'who', title: t('column.who'), render: (event) => <Actor event={event} /> },
    {
      key: 'subject',
      title: t('column.subject'),
      render: (event) => {
        const href = subjectHref(event);
        return href === null ? subjectOf(event) : <AppLink href={href}>{subjectOf(event)}</AppLink>;
      },
    },
    {
      key: 'more',
      title: t('column.more'),
      isEmpty: (event) => changesOf(event).length === 0,
      render: (event) => (
        <ul className="log-changes">
          {changesOf(event).map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      ),
    },
  ];
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={events}
      rowId={(event) => event.id}
      rowLabel={titleOf}
    />
  );
}

function Actor({ event }: { event: LogEvent }) {
  const { t } = useTranslation('audit-log-screen');
  const { actor, actorKind, isImpersonation, impersonator } = event;
  const kind = serverWords(t)(`who.${actorKind}`);
  return (
    <span className="log-who">
      <b>{actor?.fullName || kind}</b>
      {actor?.fullName ? <small>{kind}</small> : null}
      {isImpersonation ? (
        <small>
          {impersonator?.fullName
            ? t('signedInAs', { name: impersonator.fullName })
            : t('signedInAsSomebody')}
        </small>
      ) : null}
    </span>
  );
}
