// Every mail that goes out of this centre: whose text it has, whether it is sent, and the way to change it.
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/hooks.ts';
import { type MailTemplate, TEMPLATE_CALLS } from '../../api/template-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { ButtonLink } from '../../components/actions/button.tsx';
import { StatusBadge, Tag } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { usualPieces } from '../../components/mail/placeholders.ts';
import { Icon } from '../../components/media/icon.tsx';
import { SavedFilters, TableTools, TypedSearch } from '../../components/table/table-tools.tsx';
import { language } from '../../lib/locale/language.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatShortDate } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { useSlotWords } from './slot-words.ts';
import {
  countsOf,
  editPath,
  found,
  type Group,
  groupsOf,
  hasOwnText,
  hrefOf,
  type ListState,
  lackingLanguage,
  readState,
  VIEWS,
} from './template-list.ts';
import './notification-templates.css';

const COLUMNS = ['mail', 'to', 'text', 'mayBeOff', 'sent', 'changed'] as const;

export default function TemplatesPage() {
  const { t } = useTranslation('mail-texts');
  const state = readState(useQuery());
  const { data, status, refresh } = useCall(TEMPLATE_CALLS.list, { query: { locale: language.value } });
  const rows = data?.items ?? [];
  const counts = countsOf(rows);
  return (
    <div className="mail-texts">
      <PageTitle
        title={t('title')}
        description={
          data
            ? t('summary', { mails: t('mails', { count: counts.all }), own: counts.own, off: counts.off })
            : null
        }
      />
      {data ? (
        <>
          <SavedFilters
            filters={VIEWS.map((view) => ({
              label: t(`view.${view}`),
              href: hrefOf({ ...state, view }),
              count: counts[view],
              current: view === state.view,
            }))}
          />
          <section className="card mail-texts-card" aria-label={t('title')}>
            <TableTools>
              <TypedSearch
                q={state.q}
                label={t('search')}
                onSearch={(q) => navigateTo(hrefOf({ ...state, q }), { replace: true })}
              />
            </TableTools>
            <Results rows={rows} state={state} />
          </section>
        </>
      ) : status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : (
        <RowSkeletons count={10} />
      )}
    </div>
  );
}

function Results({ rows, state }: { rows: readonly MailTemplate[]; state: ListState }) {
  const { t } = useTranslation(['mail-texts', 'mail-kinds']);
  const labelOf = useSlotWords();
  const nameOf = (kind: string): string => serverWords(t)(`mail-kinds:${kind}`);
  const subjectOf = (subject: string): string =>
    usualPieces(subject)
      .map(({ kind, text }) => (kind === 'slot' ? labelOf(text) : text))
      .join('');
  const shown = found(rows, state, { nameOf, subjectOf });
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          level={2}
          icon="mail"
          title={t(state.q ? 'none.title' : `none.${state.view}`)}
          actions={<ButtonLink href={hrefOf({ view: 'all', q: '' })}>{t('none.all')}</ButtonLink>}
        >
          {state.q ? t('none.text') : null}
        </EmptyState>
      ) : (
        <table className="mail-table">
          <caption className="visually-hidden">{t('caption')}</caption>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          {groupsOf(shown).map((group) => (
            <GroupRows key={group.group} group={group} nameOf={nameOf} />
          ))}
        </table>
      )}
    </>
  );
}

function GroupRows({ group: { group, rows }, nameOf }: { group: Group; nameOf: (kind: string) => string }) {
  const { t } = useTranslation('mail-texts');
  return (
    <tbody>
      <tr className="mail-group">
        <th scope="colgroup" colSpan={COLUMNS.length}>
          {t(`group.${group}`)}
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={row.kind}>
          <th scope="row">
            <AppLink href={editPath(row.kind)}>{nameOf(row.kind)}</AppLink>
            <small>
              <Subject subject={row.subject} />
            </small>
          </th>
          <td data-label={t('column.to')}>{serverWords(t)(`audience.${row.audience}`)}</td>
          <td data-label={t('column.text')}>
            <TextState row={row} />
          </td>
          <td data-label={t('column.mayBeOff')}>
            {row.isMandatory ? (
              <span className="tag">
                <Icon name="lock" /> {t('mandatory')}
              </span>
            ) : (
              t('yes')
            )}
          </td>
          <td data-label={t('column.sent')}>
            {row.lastSentAt ? formatShortDate(row.lastSentAt) : <span className="soft">{t('never')}</span>}
          </td>
          <td data-label={t('column.changed')}>
            <Changed row={row} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** With what is filled in by its name. */
function Subject({ subject }: { subject: string }) {
  const labelOf = useSlotWords();
  return usualPieces(subject).map(({ kind, text }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
    kind === 'slot' ? <i key={at}>{labelOf(text)}</i> : <span key={at}>{text}</span>,
  );
}

function TextState({ row }: { row: MailTemplate }) {
  const { t } = useTranslation('mail-texts');
  const lacking = lackingLanguage(row);
  return (
    <span className="mail-badges">
      {row.isActive ? (
        hasOwnText(row) ? (
          <StatusBadge tone="info" icon="pen">
            {t('own')}
          </StatusBadge>
        ) : (
          <StatusBadge tone="neutral" icon="check">
            {t('standard')}
          </StatusBadge>
        )
      ) : (
        <StatusBadge tone="warning" icon="pause">
          {t('off')}
        </StatusBadge>
      )}
      {lacking ? <Tag warm>{t(`lacks.${lacking}`)}</Tag> : null}
    </span>
  );
}

function Changed({ row: { updatedAt, updatedByName } }: { row: MailTemplate }) {
  const { t } = useTranslation('mail-texts');
  if (!updatedAt) return <span className="soft">{t('unchanged')}</span>;
  const date = formatShortDate(updatedAt);
  return <>{updatedByName ? t('changedBy', { name: updatedByName, date }) : date}</>;
}
