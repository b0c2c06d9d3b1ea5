// A form and what came in with it: the list of answers, who was invited, and the summary.
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { useResource } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { FormInvitations } from './form-invitations.tsx';
import { FormSummary } from './form-summary.tsx';
import { SubmissionsList } from './submissions-list.tsx';
import './form-builder.css';

export default function ShowFormPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation(['form-builder', 'routes']);
  const { item: form, status, refresh } = useResource('forms', id);
  if (!form)
    return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={5} />;

  async function attempt(change: () => Promise<unknown>) {
    try {
      await change();
      await refresh();
    } catch (cause) {
      addToast({ title: cause instanceof ApiError ? cause.message : t('failed'), color: 'danger' });
    }
  }

  const handleCopy = () =>
    attempt(async () => {
      const { item } = await send(STAFF_CALLS.duplicateForm, { id });
      if (item) navigateTo(`/form_builder/${item.id}/edit`);
    });

  const steps =
    form.status === 'open'
      ? (['close'] as const)
      : form.status === 'archived'
        ? (['restore'] as const)
        : (['open', 'archive'] as const);
  return (
    <div className="stack">
      <PageTitle
        title={form.title}
        description={t(`state.${form.status}`)}
        actions={
          <ButtonRow>
            <ButtonLink href={`/form_builder/${id}/edit`} icon="pen">
              {t('list.edit')}
            </ButtonLink>
            <Button icon="copy" onClick={() => void handleCopy()}>
              {t('show.copy')}
            </Button>
            {steps.map((event) => (
              <Button
                key={event}
                onClick={() => void attempt(() => send(STAFF_CALLS.stepForm, { id, body: { event } }))}
              >
                {t(`step.${event}`)}
              </Button>
            ))}
          </ButtonRow>
        }
      />
      <SubmissionsList form={form} onChanged={() => void refresh()} />
      {form.accessPermission === 'token_holder' && form.status === 'open' ? (
        <FormInvitations id={id} />
      ) : null}
      {form.can.includes('receive') ? (
        <FormSummary
          id={id}
          several={form.questions.flatMap(({ id: question, questionType }) =>
            questionType === 'checkbox' && question ? [question] : [],
          )}
        />
      ) : null}
    </div>
  );
}
