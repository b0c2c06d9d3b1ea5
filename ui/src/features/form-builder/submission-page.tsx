// One answer to a form, on a screen of its own.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useResource } from '../../api/hooks.ts';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { formatDateTime } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { SubmissionParts, SubmissionSteps } from './submission-parts.tsx';
import './form-builder.css';

const Frame = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title} className="stack">
    {children}
  </Card>
);

export default function SubmissionPage() {
  const { id: form = '', submissionId: id = '' } = useParams();
  const { t } = useTranslation('form-builder');
  const { item: one, status, refresh } = useResource('form_submissions', id);
  if (!one)
    return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={5} />;
  return (
    <div className="stack">
      <PageTitle
        title={one.name || one.formTitle}
        description={`${one.formTitle} · ${formatDateTime(one.createdAt ?? '')} · ${t(`submission.${one.status}`)}`}
        actions={one.can.includes('manage') ? <SubmissionSteps one={one} onChanged={refresh} /> : undefined}
      />
      <SubmissionParts
        one={one}
        form={form}
        frame={Frame}
        onChanged={refresh}
        onRemoved={() => navigateTo(`/form_builder/${form}`, { replace: true })}
      />
    </div>
  );
}
