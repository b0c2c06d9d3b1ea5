// Organisations that want to take part, the longest wait on top. One decision at a time.
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../css/stepper.css';
import '../../css/table.css';
import { collection } from '../../api/collection.ts';
import { writeDocument } from '../../api/jsonapi.ts';
import type { Organization } from '../../api/resources.ts';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { RowSkeletons } from '../../components/loading.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { addToast } from '../../lib/toasts.ts';
import { ApproveDialog, DenyDialog } from './decide-dialogs.tsx';
import { PendingOrganization } from './pending-organization.tsx';

const PENDING = {
  'filter[status_eq]': 'pending',
  include: 'address',
  sort: 'created_at',
  'page[size]': 100,
};

interface Deciding {
  organization: Organization;
  to: 'approve' | 'deny';
}

export default function OrganizationsApprovePage() {
  const { t } = useTranslation('organizations');
  const pending = useMemo(() => collection('organizations'), []);
  const [deciding, setDeciding] = useState<Deciding | null>(null);

  useEffect(() => {
    void pending.list(PENDING);
  }, [pending]);

  async function decide(organization: Organization, attributes: Record<string, string>) {
    const { id, name } = organization;
    await pending.act(id, 'approve', writeDocument('organizations', attributes, id));
    setDeciding(null);
    const isApproved = attributes.status === 'approved';
    addToast({
      title: t(isApproved ? 'approve.approved' : 'approve.denied', { name }),
      message: t('approve.mailed'),
      color: isApproved ? 'success' : 'info',
    });
    await pending.list(PENDING);
  }

  const close = () => setDeciding(null);
  const status = pending.status.value;
  const items = pending.items.value;
  return (
    <>
      <PageTitle
        title={t('approve.title')}
        description={status === 'success' ? t('approve.lead', { count: pending.total.value }) : undefined}
      />
      {status === 'error' ? <LoadProblem onRetry={() => void pending.list(PENDING)} /> : null}
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
