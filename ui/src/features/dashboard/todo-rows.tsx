// The first who wait under a task, each with a link, since when, and what can be done at once. They load by themselves.
import { useTranslation } from 'react-i18next';
import { keyOf, useLoaded } from '../../api/hooks.ts';
import type { Resource } from '../../api/jsonapi.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { SilenceWarning, Tag } from '../../components/content/badge.tsx';
import { Avatar } from '../../components/content/person.tsx';
import { type Decision, decide, waitingFor } from '../../lib/decisions/pending-decisions.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import type { Side } from './dashboard.ts';
import { LoadAgain } from './load-again.tsx';
import { type AnySource, sourceOf, type TodoRow } from './todo-sources.ts';

/** From here waiting is worth a sign. */
const SILENT_FROM_DAYS = 3;

interface TodoRowsProps {
  side: Side;
  todo: string;
  count: number;
}

export function TodoRows({ side, todo, count }: TodoRowsProps) {
  const source = sourceOf(side, todo);
  return source ? <Rows source={source} name={`${side}.${todo}`} count={count} /> : null;
}

function Rows({ source, name, count }: { source: AnySource; name: string; count: number }) {
  const { t } = useTranslation(['dashboard', 'applications', 'work-list']);
  const words = serverWords(t);
  const { data, status, refresh } = useLoaded<readonly Resource[]>(
    `${keyOf(source.path)}?todo=${name}`,
    source.load,
    { keeps: true, scope: selectedOrganizationId.value },
  );
  if (status === 'error') return <LoadAgain text={t('rows.failed')} onRetry={() => void refresh()} />;
  if (!data || data.length === 0) return null;
  const rows = data.map((row) => source.rowOf(row as never, words));
  const left = rows.flatMap(({ id, action }) => (action && !waitingFor(source.type, id) ? [action] : []));
  // What is not on the screen is not decided on.
  const all = source.all && left.length > 1 && left.length === count ? source.all : null;
  return (
    <div className="to-do-below">
      <ul className="to-do-rows">
        {rows.map((row) => (
          <Row key={row.id} row={row} waiting={waitingFor(source.type, row.id)} />
        ))}
      </ul>
      {all ? (
        <Button
          small
          icon={all.icon}
          onClick={() =>
            void decide({
              title: words(all.done, { count: left.length }),
              message: t('row.undo'),
              calls: left.map(({ call }) => call),
            })
          }
        >
          {words(all.label)}
        </Button>
      ) : null}
    </div>
  );
}

function Row({ row, waiting }: { row: TodoRow; waiting: Decision | undefined }) {
  const { t } = useTranslation(['dashboard', 'work-list']);
  const { name, detail, href, action, isPerson = false } = row;
  return (
    <li className={classNames('name-row', !isPerson && 'no-face')}>
      {isPerson ? <Avatar name={name} /> : null}
      <div>
        <AppLink href={href}>{name}</AppLink>
        {detail ? <small>{detail}</small> : null}
      </div>
      <Since row={row} />
      {waiting ? (
        <Tag warm>{t('work-list:row.waits')}</Tag>
      ) : action ? (
        <Button
          small
          icon={action.icon}
          aria-label={`${action.label}: ${name}`}
          onClick={() =>
            void decide({
              title: action.done,
              message: t(action.sendsMail ? 'row.mailLeaves' : 'row.undo'),
              calls: [action.call],
            })
          }
        >
          {action.short ?? action.label}
        </Button>
      ) : null}
    </li>
  );
}

function Since({ row: { days, note } }: { row: TodoRow }) {
  const { t } = useTranslation('dashboard');
  if (note) return <span className="wait">{note}</span>;
  if (days === undefined || days === null) return null;
  if (days >= SILENT_FROM_DAYS) return <SilenceWarning days={days} label={t('row.days', { count: days })} />;
  return <span className="wait">{days === 0 ? t('row.today') : t('row.days', { count: days })}</span>;
}
