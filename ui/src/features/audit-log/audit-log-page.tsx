// The audit log: who did what, newest first, narrowed by the address; nobody changes anything here.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Sentence } from '../../components/content/sentence.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { ExportMenu, ExportNotice } from '../../components/table/export-file.tsx';
import { PerPage } from '../../components/table/pagination.tsx';
import { EXPORT_FORMATS } from '../../lib/export/export-file.ts';
import { useExport, useExportFile } from '../../lib/export/use-export.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { todayHere, useAuditLog } from './audit-log.store.ts';
import {
  AUDIT_LOG_PATH,
  daysOf,
  isPlain,
  type LogState,
  logHref,
  PAGE_SIZES,
  paramsOf,
  readLog,
} from './audit-log-url.ts';
import { LogFilters } from './log-filters.tsx';
import { LogTable } from './log-table.tsx';
import './audit-log.css';

export default function AuditLogPage() {
  const { t } = useTranslation(['audit-log-screen', 'routes']);
  const query = useQuery();
  const state = readLog(query);
  const { items, total, status, refresh } = useAuditLog(state);
  const exported = useExportFile('audit-log-screen', query.get('export'));
  const take = useExport('audit-log-screen', 'audit_events');
  const canExport = items.some(({ can }) => can.includes('export'));
  const names = new Map(items.flatMap(({ actor }) => (actor ? [[actor.id, actor.fullName] as const] : [])));
  return (
    <>
      <PageTitle
        title={t('routes:auditLog.title')}
        description={t('description')}
        actions={
          canExport ? (
            <ButtonRow>
              <ExportMenu
                words="audit-log-screen"
                formats={EXPORT_FORMATS}
                onTake={(format) => void take(paramsOf({ ...state, before: '' }, todayHere()), format)}
              />
            </ButtonRow>
          ) : undefined
        }
      />
      <ExportNotice {...exported} />
      <LogFilters state={state} names={names} />
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : items.length > 0 ? (
        <section
          className="log-card"
          aria-labelledby="log-period"
          aria-busy={status === 'pending' || undefined}
        >
          <h2 id="log-period">
            <PeriodName state={state} />
          </h2>
          <p className="soft" role="status">
            {t(state.before === '' ? 'count' : 'countLeft', { count: total })} {t('kept')}
          </p>
          <LogTable events={items} caption={t('caption')} />
          <Pager state={state} last={items.at(-1)?.id ?? ''} hasMore={total > items.length} />
        </section>
      ) : status === 'success' ? (
        <Nothing state={state} />
      ) : (
        <RowSkeletons count={8} />
      )}
      <p className="log-own">
        <Icon name="person" />
        <span>
          <Sentence sentence={(privacy) => t('own', { privacy })}>
            <AppLink href="/account/privacy">{t('ownLink')}</AppLink>
          </Sentence>
        </span>
      </p>
    </>
  );
}

function PeriodName({ state }: { state: LogState }) {
  const { t } = useTranslation('audit-log-screen');
  const { from, to } = daysOf(state, todayHere());
  if (state.period === 'today') return t('title.today', { day: formatDate(from) });
  if (state.period !== 'own') return t(`period.${state.period}`);
  if (from && to)
    return from === to
      ? formatDate(from)
      : t('title.between', { from: formatDate(from), to: formatDate(to) });
  if (from) return t('title.since', { from: formatDate(from) });
  return to ? t('title.until', { to: formatDate(to) }) : t('period.all');
}

interface PagerProps {
  state: LogState;
  /** Id of the oldest event that is shown. */
  last: string;
  hasMore: boolean;
}

/** A page begins after an event, not at a number: what is written meanwhile moves none. */
function Pager({ state, last, hasMore }: PagerProps) {
  const { t } = useTranslation('audit-log-screen');
  if (!hasMore && state.before === '') return null;
  return (
    <nav className="log-pager" aria-label={t('pages.label')}>
      <PerPage
        size={state.size}
        sizes={PAGE_SIZES}
        onSize={(size) => navigateTo(logHref({ ...state, before: '', size }))}
      />
      <ButtonRow>
        {state.before === '' ? null : (
          <ButtonLink href={logHref({ ...state, before: '' })}>{t('pages.newest')}</ButtonLink>
        )}
        {hasMore ? (
          <ButtonLink href={logHref({ ...state, before: last })}>{t('pages.older')}</ButtonLink>
        ) : null}
      </ButtonRow>
    </nav>
  );
}

function Nothing({ state }: { state: LogState }) {
  const { t } = useTranslation('audit-log-screen');
  if (isPlain(state) && state.period !== 'all')
    return (
      <EmptyState
        level={2}
        icon="list"
        title={t('empty.title')}
        actions={
          <ButtonLink href={logHref({ ...state, before: '', period: 'all' })}>{t('empty.all')}</ButtonLink>
        }
      >
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <EmptyState
      level={2}
      icon="search"
      title={t('nothing.title')}
      actions={<Button onClick={() => navigateTo(AUDIT_LOG_PATH)}>{t('nothing.action')}</Button>}
    >
      {t('nothing.text')}
    </EmptyState>
  );
}
