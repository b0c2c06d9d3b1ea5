// The register of checks: what asks for something, what runs out, what is asked for. The address is its state.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { type Asked, CheckDialog } from '../../components/checks/check-dialog.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { ExportMenu, ExportNotice } from '../../components/table/export-file.tsx';
import { FoldedFilters } from '../../components/table/folded-filters.tsx';
import { TypedSearch } from '../../components/table/table-tools.tsx';
import { WorkList } from '../../components/work-list/work-list.tsx';
import { thenRefresh, worksFor } from '../../lib/checks/check-changes.ts';
import { KINDS } from '../../lib/checks/checks.ts';
import { EXPORT_FORMATS } from '../../lib/export/export-file.ts';
import { useExport, useExportFile } from '../../lib/export/use-export.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { currentUser } from '../../lib/session/session.ts';
import { useColumns } from './check-columns.tsx';
import { CheckPanel } from './check-panel.tsx';
import { useChecks, useOrganizationChoices, useViewCounts } from './checks.store.ts';
import {
  type ChecksState,
  hrefOf,
  isPlain,
  paramsOf,
  readState,
  sortOf,
  sortText,
  VIEWS,
} from './checks-url.ts';
import { useDecisions } from './use-decisions.ts';
import '../../components/checks/checks.css';

const go = (state: ChecksState, change: Partial<ChecksState>): void =>
  navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

export default function ChecksPage() {
  const { t } = useTranslation(['checks', 'common', 'routes']);
  const query = useQuery();
  const state = readState(query);
  const exported = useExportFile('checks', query.get('export'));
  const take = useExport('checks', 'checks');
  const list = useChecks(state);
  const counts = useViewCounts(state.organizationId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const decisions = useDecisions(setAsked);
  const isOfOne = new Set(list.items.map(({ organizationId }) => organizationId)).size <= 1;
  const columns = useColumns(
    isOfOne,
    (check) => setAsked({ do: 'note', check }),
    (check) => setAsked({ do: 'renew', check }),
  );
  const expiring = counts.expiring;
  return (
    <div className="checks-page">
      <PageTitle
        title={t('routes:checks.title')}
        description={
          <span role="status">
            {expiring === undefined
              ? t('common:loading')
              : expiring === 0
                ? t('leadNone')
                : t('lead', { count: expiring })}
          </span>
        }
        actions={
          <ButtonRow>
            {list.items.some(({ can }) => can.includes('export')) ? (
              <ExportMenu
                words="checks"
                formats={EXPORT_FORMATS}
                onTake={(format) => void take(paramsOf(state, worksFor()), format)}
              />
            ) : null}
            <Button icon="plus" onClick={() => setAsked({ do: 'add' })}>
              {t('note.title')}
            </Button>
          </ButtonRow>
        }
      />
      <ExportNotice {...exported} />
      <WorkList
        name="checks"
        type="checks"
        person={currentUser.value?.id ?? ''}
        caption={t(`caption.${state.view}`)}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => `${row.personName}, ${t(`kind.${row.kind}`)}`}
        rowHref={(row) =>
          row.applicationId
            ? `/applications/${row.applicationId}`
            : `${hrefOf({ view: 'all' })}&open=${row.id}`
        }
        sort={sortOf(state.sort)}
        onSort={(sort) => go(state, { sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => go(state, { size }),
          summary: (from, to) => t('summary', { from, to, total: formatNumber(list.total) }),
        }}
        views={VIEWS.map((view) => ({
          label: t(`view.${view}`),
          href: hrefOf({ size: state.size, organizationId: state.organizationId, view }),
          current: state.view === view && state.q === '' && state.kind === '',
          count: counts[view],
        }))}
        tools={<Tools state={state} />}
        decisions={decisions}
        panel={(row) => <CheckPanel key={row.id} check={row} />}
        empty={<Nothing state={state} />}
        onChanged={() => void thenRefresh(Promise.resolve())}
      />
      <Notice icon="lock">
        <strong>{t('privacy.title')}</strong> {t('privacy.text')}
      </Notice>
      {asked ? <CheckDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </div>
  );
}

function Tools({ state }: { state: ChecksState }) {
  const { t } = useTranslation('checks');
  const organizations = useOrganizationChoices();
  return (
    <>
      <TypedSearch
        q={state.q}
        label={t('search')}
        onSearch={(q) => go(readState(new URLSearchParams(location.search)), { q })}
      />
      <FoldedFilters
        filters={[
          {
            label: t('column.kind'),
            value: state.kind,
            options: [
              { value: '', label: t('anyKind') },
              ...KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
            ],
            onChange: (kind) => go(state, { kind }),
          },
          ...(organizations.length > 1
            ? [
                {
                  label: t('organization'),
                  value: state.organizationId,
                  options: [{ value: '', label: t('anyOrganization') }, ...organizations],
                  onChange: (organizationId: string) => go(state, { organizationId }),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Nothing({ state }: { state: ChecksState }) {
  const { t } = useTranslation('checks');
  if (!isPlain(state))
    return (
      <EmptyState
        level={2}
        icon="search"
        title={t('nothing.title')}
        actions={
          <Button onClick={() => navigateTo(hrefOf({ view: state.view }))}>{t('nothing.action')}</Button>
        }
      >
        {t('nothing.text')}
      </EmptyState>
    );
  const isCalm = state.view !== 'all' && state.view !== 'valid';
  return (
    <EmptyState
      level={2}
      icon={isCalm ? 'check' : 'shield'}
      title={t(`empty.${state.view}`)}
      actions={
        state.view === 'all' ? undefined : (
          <Button onClick={() => navigateTo(hrefOf({ view: 'all' }))}>{t('empty.action')}</Button>
        )
      }
    >
      {t(isCalm ? 'empty.calm' : 'empty.text')}
    </EmptyState>
  );
}
