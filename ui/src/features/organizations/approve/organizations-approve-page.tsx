// Organisations that want to take part, the longest wait on top. A decision can be undone before its mail leaves.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import type { Organization } from '../../../api/schema.d.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { WorkList } from '../../../components/work-list/work-list.tsx';
import { formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { useColumns } from './approve-columns.tsx';
import { PendingOrganization } from './pending-organization.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { useDecisions } from './use-decisions.ts';
import '../../../components/table/table-tools.css';

const PATH = '/organizations/approve';
const PAGE_SIZE = 20;

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

function hrefOf(page: number, size: number): string {
  const query = [page > 1 ? `page=${page}` : '', size === PAGE_SIZE ? '' : `size=${size}`].filter(Boolean);
  return query.length === 0 ? PATH : `${PATH}?${query.join('&')}`;
}

const rowId = ({ id }: Organization): string => id;

export default function OrganizationsApprovePage() {
  const { t } = useTranslation('organizations');
  const params = useQuery();
  const page = wholeNumber(params.get('page')) ?? 1;
  const size = Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE);
  const list = useResourceList('organizations', {
    filter: { statusEq: 'pending' },
    include: 'address',
    sort: 'created_at',
    page: { number: page, size },
  });
  const { status, total } = list;
  const columns = useColumns();
  const [asking, setAsking] = useState<Organization | null>(null);
  const decisions = useDecisions(setAsking);
  return (
    <div className="organizations-approve">
      <PageTitle
        title={t('approve.title')}
        description={status === 'success' ? t('approve.lead', { count: total }) : undefined}
      />
      <WorkList
        name="organizations"
        type="organizations"
        person={currentUser.value?.id ?? ''}
        caption={t('work.caption')}
        list={list}
        columns={columns}
        rowId={rowId}
        rowLabel={(row) => row.name}
        rowHref={(row) => `/organizations/${row.id}`}
        paging={{
          page,
          size,
          hrefFor: (to) => hrefOf(to, size),
          onSize: (to) => navigateTo(hrefOf(1, to), { replace: true }),
          summary: (from, to) => t('work.summary', { from, to, total: formatNumber(total) }),
        }}
        views={[
          {
            label: t('work.view'),
            href: PATH,
            current: true,
            count: status === 'success' ? total : undefined,
          },
        ]}
        decisions={decisions}
        panel={(row) => <PendingOrganization key={row.id} organization={row} />}
        empty={
          <EmptyState
            level={2}
            icon="check"
            title={t('approve.emptyTitle')}
            actions={<ButtonLink href="/vacancies?filter=review">{t('approve.emptyAction')}</ButtonLink>}
          >
            {t('approve.emptyText')}
          </EmptyState>
        }
        onChanged={() => void refresh(keyOf('/organizations'))}
      />
      {asking ? <QuestionDialog organization={asking} onClose={() => setAsking(null)} /> : null}
    </div>
  );
}
