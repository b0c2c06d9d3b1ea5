// Organisations that want to take part, the longest wait on top. One decision at a time.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Organization } from '../../../api/schema.d.ts';
import '../../../components/layout/stepper.css';
import '../../../components/table/data-table.css';
import { CALLS } from '../../../api/calls.ts';
import { useResourceList } from '../../../api/hooks.ts';
import type { ListParams } from '../../../api/params.ts';
import { send } from '../../../api/requests.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { ApproveDialog, DenyDialog } from './decide-dialogs.tsx';
import { PendingOrganization } from './pending-organization.tsx';

const PENDING: ListParams<'organizations'> = {
  filter: { statusEq: 'pending' },
  include: 'address',
  sort: 'created_at',
  page: { size: 100 },
};

interface Decision {
  status: Organization['status'];
  reasonCode?: string;
  reasonText?: string;
}

interface Deciding {
  organization: Organization;
  to: 'approve' | 'deny';
}

export default function OrganizationsApprovePage() {
  const { t } = useTranslation('organizations');
  const { items, status, total, refresh } = useResourceList('organizations', PENDING);
  const [deciding, setDeciding] = useState<Deciding | null>(null);

  async function decide({ id, name }: Organization, body: Decision) {
    await send(CALLS.decideOrganization, { id, body });
    setDeciding(null);
    const isApproved = body.status === 'approved';
    addToast({
      title: t(isApproved ? 'approve.approved' : 'approve.denied', { name }),
      message: t('approve.mailed'),
      color: isApproved ? 'success' : 'info',
    });
    await refresh();
  }

  const close = () => setDeciding(null);
  return (
    <>
      <PageTitle
        title={t('approve.title')}
        description={status === 'success' ? t('approve.lead', { count: total }) : undefined}
      />
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {status === 'pending' && items.length === 0 ? <RowSkeletons count={3} /> : null}
      {status === 'success' && items.length === 0 ? (
        <EmptyState
          level={2}
          icon="check"
          title={t('approve.emptyTitle')}
          actions={<ButtonLink href="/vacancies?filter=review">{t('approve.emptyAction')}</ButtonLink>}
        >
          {t('approve.emptyText')}
        </EmptyState>
      ) : null}
      <div className="stack">
        {items.map((organization) => (
          <PendingOrganization
            key={organization.id}
            organization={organization}
            onApprove={() => setDeciding({ organization, to: 'approve' })}
            onDeny={() => setDeciding({ organization, to: 'deny' })}
          />
        ))}
      </div>
      {deciding?.to === 'approve' ? (
        <ApproveDialog
          organization={deciding.organization}
          onApprove={() => decide(deciding.organization, { status: 'approved' })}
          onClose={close}
        />
      ) : null}
      {deciding?.to === 'deny' ? (
        <DenyDialog
          organization={deciding.organization}
          onDeny={(reasonCode, reasonText) =>
            decide(deciding.organization, { status: 'denied', reasonCode, reasonText })
          }
          onClose={close}
        />
      ) : null}
    </>
  );
}
