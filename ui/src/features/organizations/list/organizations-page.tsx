// All organisations of whoever decides on them: found by name or place, in one state or all. The address is the state.
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { PracticalList } from '../../../components/content/practical-list.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { TypedSearch } from '../../../components/table/table-tools.tsx';
import { PanelHead } from '../../../components/work-list/panel-parts.tsx';
import { WorkList } from '../../../components/work-list/work-list.tsx';
import { formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { useFacts } from '../organization-facts.tsx';
import { OrganizationState, useColumns } from './organizations-columns.tsx';
import {
  filterOf,
  hrefOf,
  type ListState,
  readState,
  STATES,
  sortOf,
  sortText,
} from './organizations-url.ts';

const go = (state: ListState, change: Partial<ListState>): void =>
  navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

const rowId = ({ id }: Organization): string => id;

export default function OrganizationsPage() {
  const { t } = useTranslation('organization-list');
  const state = readState(useQuery());
  const list = useResourceList('organizations', {
    filter: filterOf(state),
    include: 'address',
    sort: state.sort,
    page: { number: state.page, size: state.size },
  });
  const { status, total, can } = list;
  return (
    <>
      <PageTitle
        title={t('title')}
        description={
          status === 'success' ? t('count', { count: total, number: formatNumber(total) }) : undefined
        }
        actions={
          can.includes('create') ? (
            <ButtonLink href="/organizations/add" variant="primary" icon="plus">
              {t('add')}
            </ButtonLink>
          ) : undefined
        }
      />
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
        views={STATES.map((each) => ({
          label: t(`view.${each}`),
          href: hrefOf({ state: each, size: state.size }),
          current: state.state === each && state.q === '',
        }))}
        tools={
          <TypedSearch
            q={state.q}
            label={t('search')}
            onSearch={(q) => go(readState(new URLSearchParams(location.search)), { q })}
          />
        }
        panel={(row) => <OrganizationPanel key={row.id} organization={row} />}
        empty={
          <EmptyState
            level={2}
            icon="building"
            title={t(state.q === '' ? 'empty' : 'nothingFound')}
            actions={<ButtonLink href={hrefOf({ state: 'all' })}>{t('showAll')}</ButtonLink>}
          >
            {t(state.q === '' ? 'emptyText' : 'nothingFoundText')}
          </EmptyState>
        }
        onChanged={() => void refresh(keyOf('/organizations'))}
      />
    </>
  );
}

function OrganizationPanel({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organization-list');
  const { id, name, description, status, can } = organization;
  return (
    <>
      <PanelHead title={name} sign={<OrganizationState status={status} />} />
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
