// The tables of the tenant, to look at: for an administrator who has just proved the second step.
import { useTranslation } from 'react-i18next';
import { KEY_OF_TABLES, loadTables } from '../../api/data-viewer-calls.ts';
import { useLoaded } from '../../api/hooks.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { useQuery } from '../../lib/navigation/query.ts';
import { useScreenError } from '../../lib/navigation/use-screen-error.ts';
import { readViewer } from './data-viewer-url.ts';
import { RowsPanel } from './rows-panel.tsx';
import { TableList } from './table-list.tsx';
import '../../components/work-list/work-list.css';
import './data-viewer.css';

export default function DataViewerPage() {
  const { t } = useTranslation('data-viewer');
  const state = readViewer(useQuery());
  const { data, status, error, refresh } = useLoaded(KEY_OF_TABLES, loadTables);
  // A second step that is asked for has its own screen, and leads back here.
  const isAsked = error?.hasCode('second_factor_needed') ?? false;
  const isRefused = error?.statusCode === 403 && !isAsked;
  useScreenError(isRefused ? error : null);
  return (
    <>
      <PageTitle
        title={t('title')}
        description={t('lead')}
        actions={
          <ButtonLink href="/admin/audit-log" icon="list">
            {t('log')}
          </ButtonLink>
        }
      />
      {data ? (
        <div className={classNames('viewer', state.table !== '' && 'has-table')}>
          <TableList tables={data.tables} current={state.table} />
          {state.table ? (
            <RowsPanel key={state.table} state={state} onStale={() => void refresh()} />
          ) : (
            <div className="viewer-panel is-empty">
              <EmptyState level={2} icon="list" title={t('choose.title')}>
                {t('choose.text')}
              </EmptyState>
            </div>
          )}
        </div>
      ) : status === 'error' && !isRefused && !isAsked ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </>
  );
}
