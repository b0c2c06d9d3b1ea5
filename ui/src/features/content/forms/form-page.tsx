// A form to fill in, by its address or by the link of an invitation.
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useCall } from '../../../api/hooks.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { useServerForm } from '../../../lib/unsaved/server-form.ts';
import { Filling } from './form-filling.tsx';

export default function FormPage() {
  const { token = 'contact' } = useParams();
  const { t } = useTranslation('forms');
  const { data, status, error, refresh } = useCall(STAFF_CALLS.formByToken, { id: token }, { once: true });
  const server = useServerForm(`/forms/${token}`);
  const form = data?.item;
  return (
    <div className="page stack">
      {form ? (
        <Filling form={form} address={token} server={server} />
      ) : status === 'error' ? (
        error?.statusCode === 404 ? (
          <EmptyState title={t('missing')} level={2}>
            {t('missingText')}
          </EmptyState>
        ) : (
          <LoadProblem onRetry={() => void refresh()} />
        )
      ) : (
        <RowSkeletons count={4} />
      )}
      <p className="form-back">
        <AppLink href="/">{t('home')}</AppLink>
      </p>
    </div>
  );
}
