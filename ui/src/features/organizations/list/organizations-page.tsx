// All organisations of whoever decides on them: found by name or place, in one state or all. The address is the state.
// For everybody else the list of those who take part.
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import { typed } from '../../../api/params.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { PracticalList } from '../../../components/content/practical-list.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { ExportMenu, ExportNotice } from '../../../components/table/export-file.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TableFilter, TypedSearch } from '../../../components/table/table-tools.tsx';
import { PanelHead } from '../../../components/work-list/panel-parts.tsx';
import { WorkList } from '../../../components/work-list/work-list.tsx';
import { EXPORT_FORMATS } from '../../../lib/export/export-file.ts';
import { useExport, useExportFile } from '../../../lib/export/use-export.ts';
import { formatDate, formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { currentUser, menu } from '../../../lib/session/session.ts';
import { QuestionDialog } from '../approve/question-dialog.tsx';
import { useDecisions } from '../approve/use-decisions.ts';
import { useFacts } from '../organization-facts.tsx';
import '../organizations.css';
import { COUNTS, useCheckCounts } from './list-counts.ts';
import { OrganizationState, useColumns } from './organizations-columns.tsx';
import {
  CHECKS,
  filterOf,
  hrefOf,
  KINDS,
  type ListState,
  readState,
  STATES,
  sortOf,
  sortText,
} from './organizations-url.ts';

const go = (state: ListState, change: Partial<ListState>): void =>
  navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

const OrganizationsMap = lazy(async () => ({
  default: (await import('./organizations-map.tsx')).OrganizationsMap,
}));

const PUBLIC_SIZE = 50;

const rowId = ({ id }: Organization): string => id;

export default function OrganizationsPage() {
  return menu.value.includes('organizations_approve') ? <StaffList /> : <PublicList />;
}

function StaffList() {
  const { t } = useTranslation('organization-list');
  const params = useQuery();
  const state = readState(params);
  const counts = useCheckCounts();
  const [asking, setAsking] = useState<Organization | null>(null);
  const decisions = useDecisions(setAsking);
  const list = useResourceList('organizations', {
    filter: filterOf(state),
    include: 'address',
    sort: state.sort,
    page: { number: state.page, size: state.size },
  });
  const { status, total, can } = list;
  const isPlain = state.q === '' && state.kind === '';
  const isNone = isPlain && state.check === '' && state.state === STATES[0] && can.includes('create');
  return (
    <>
      <PageTitle
        title={t('title')}
        description={
          status === 'success' ? t('count', { count: total, number: formatNumber(total) }) : undefined
        }
        actions={
          <ButtonRow>
            <ButtonLink href={hrefOf({ ...state, isMap: !state.isMap })} icon={state.isMap ? 'list' : 'map'}>
              {t(state.isMap ? 'withoutMap' : 'asMap')}
            </ButtonLink>
            <ExportOrganizations state={state} />
            {can.includes('create') ? (
              <ButtonLink href="/organizations/import" icon="upload">
                {t('import')}
              </ButtonLink>
            ) : null}
            {can.includes('create') ? (
              <ButtonLink href="/organizations/add" variant="primary" icon="plus">
                {t('add')}
              </ButtonLink>
            ) : null}
          </ButtonRow>
        }
      />
      <ExportNotice {...useExportFile('organization-list', params.get('export'))} />
      {state.isMap ? (
        <Suspense fallback={null}>
          <OrganizationsMap state={state} />
        </Suspense>
      ) : null}
      <WorkList
        name="all-organizations"
        type="organizations"
        person={currentUser.value?.id ?? ''}
        caption={t('caption')}
        list={list}
        columns={useColumns()}
        rowId={rowId}
        rowLabel={(row) => row.name}
        rowHref={(row) => `/organizations/${row.id}`}
        sort={sortOf(state.sort)}
        onSort={(sort) => go(state, { sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => go(state, { size }),
          summary: (from, to) => t('summary', { from, to, total: formatNumber(total) }),
        }}
        views={[
          ...STATES.map((each) => ({
            label: t(`view.${each}`),
            href: hrefOf({ state: each, size: state.size, isMap: state.isMap }),
            current: state.state === each && state.check === '' && isPlain,
          })),
          // Only what there is something of to look at.
          ...CHECKS.filter((each) => state.check === each || (counts[each] ?? 0) > 0).map((each) => ({
            label: t(`check.${each}`),
            href: hrefOf({ check: each, size: state.size, isMap: state.isMap }),
            current: state.check === each && isPlain,
            count: counts[each],
          })),
          ...((counts.suggestions ?? 0) > 0
            ? [
                {
                  label: t('check.suggestions'),
                  href: '/organizations/suggestions',
                  current: false,
                  count: counts.suggestions,
                },
              ]
            : []),
        ]}
        tools={
          <>
            <TypedSearch
              q={state.q}
              label={t('search')}
              onSearch={(q) => go(readState(new URLSearchParams(location.search)), { q })}
            />
            <TableFilter
              label={t('column.kind')}
              value={state.kind}
              options={[
                { value: '', label: t('anyKind') },
                ...KINDS.map((each) => ({ value: each, label: t(`kind.${each}`) })),
              ]}
              onChange={(kind) => go(state, { kind: typed<ListState['kind']>(kind) })}
            />
          </>
        }
        decisions={decisions}
        panel={(row) => <OrganizationPanel key={row.id} organization={row} />}
        empty={
          <EmptyState
            level={2}
            icon="building"
            title={t(isNone ? 'none' : isPlain ? 'empty' : 'nothingFound')}
            actions={
              isNone ? (
                <ButtonRow>
                  <ButtonLink href="/organizations/add" variant="primary">
                    {t('add')}
                  </ButtonLink>
                  <ButtonLink href="/organizations/import">{t('import')}</ButtonLink>
                </ButtonRow>
              ) : (
                <ButtonLink href={hrefOf({ state: 'all', isMap: state.isMap })}>{t('showAll')}</ButtonLink>
              )
            }
          >
            {t(isNone ? 'noneText' : isPlain ? 'emptyText' : 'nothingFoundText')}
          </EmptyState>
        }
        onChanged={() => void refresh(keyOf('/organizations'), COUNTS)}
      />
      {asking ? <QuestionDialog organization={asking} onClose={() => setAsking(null)} /> : null}
    </>
  );
}

function ExportOrganizations({ state }: { state: ListState }) {
  const take = useExport('organization-list', 'organizations');
  if (currentUser.value?.canExport !== true) return null;
  return (
    <ExportMenu
      words="organization-list"
      formats={EXPORT_FORMATS}
      onTake={(format) => void take({ filter: filterOf(state) }, format)}
    />
  );
}

/** For whoever decides on nothing: who takes part, and where. */
function PublicList() {
  const { t } = useTranslation('organization-list');
  const state = readState(useQuery());
  const {
    items,
    status,
    total,
    pages,
    refresh: again,
  } = useResourceList('organizations', {
    filter: { statusEq: 'approved', ...(state.q === '' ? {} : { q: state.q }) },
    sort: 'name',
    page: { number: state.page, size: PUBLIC_SIZE },
  });
  return (
    <div className="narrow">
      <PageTitle
        title={t('title')}
        description={
          status === 'success' ? t('count', { count: total, number: formatNumber(total) }) : undefined
        }
      />
      <TypedSearch
        q={state.q}
        label={t('search')}
        onSearch={(q) => navigateTo(hrefOf({ q }), { replace: true })}
      />
      {status === 'error' ? (
        <LoadProblem onRetry={() => void again()} />
      ) : items.length === 0 && status !== 'success' ? (
        <RowSkeletons count={6} />
      ) : items.length === 0 ? (
        <EmptyState level={2} icon="building" title={t('nothingFound')}>
          {t('nothingFoundPublic')}
        </EmptyState>
      ) : (
        <Card>
          <ul className="organization-lines">
            {items.map(({ id, name, city, vacanciesCount }) => (
              <li key={id}>
                <div>
                  <AppLink href={`/organizations/${id}`}>
                    <b>{name}</b>
                  </AppLink>
                  <p className="soft small">
                    {[city, t('vacancies', { count: vacanciesCount })].filter(Boolean).join(' · ')}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {pages > 1 ? (
        <Pagination page={state.page} pages={pages} hrefFor={(page) => hrefOf({ q: state.q, page })} />
      ) : null}
    </div>
  );
}

function OrganizationPanel({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organization-list');
  const { id, name, description, status, can, unconfirmedSince, lastConfirmedAt } = organization;
  return (
    <>
      <PanelHead title={name} sign={<OrganizationState status={status} />} />
      {can.includes('receive') ? (
        <Notice>
          <p>{t('incoming')}</p>
          <ButtonLink small href={`/organizations/${id}/move`}>
            {t('incomingLook')}
          </ButtonLink>
        </Notice>
      ) : null}
      {unconfirmedSince ? (
        <Notice tone="warning">{t('unconfirmed', { date: formatDate(unconfirmedSince) })}</Notice>
      ) : lastConfirmedAt ? (
        <p className="soft small">{t('confirmed', { date: formatDate(lastConfirmedAt) })}</p>
      ) : null}
      <p className={description ? 'panel-text' : 'soft'}>{description ?? t('noText')}</p>
      <PracticalList facts={useFacts(organization)} />
      <ButtonRow>
        {status === 'pending' ? (
          <ButtonLink href={`/organizations/approve?open=${id}`} variant="primary">
            {t('review')}
          </ButtonLink>
        ) : null}
        {can.includes('update') ? (
          <ButtonLink href={`/organizations/${id}/edit`} icon="pen">
            {t('edit')}
          </ButtonLink>
        ) : null}
        <ButtonLink href={`/users?organization=${id}`} icon="people">
          {t('people')}
        </ButtonLink>
      </ButtonRow>
    </>
  );
}
