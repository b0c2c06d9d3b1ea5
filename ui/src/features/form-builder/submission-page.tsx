// One answer to a form: what was said, who deals with it, the note of staff and the reply by mail.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../../api/client.ts';
import { useFormData } from '../../api/form-data.ts';
import { useResource } from '../../api/hooks.ts';
import { removeResource, send, updateResource } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { answerText } from './answer-text.ts';
import { TextInput } from './question-editor.tsx';

const STEPS = {
  new: ['start', 'finish', 'mark_spam'],
  in_progress: ['finish', 'mark_spam'],
  done: ['reopen', 'mark_spam'],
  spam: ['no_spam'],
} as const;

export default function SubmissionPage() {
  const { id: form = '', submissionId: id = '' } = useParams();
  const { t } = useTranslation('form-builder');
  const { item: one, status, refresh } = useResource('form_submissions', id);
  const [reply, setReply] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const mayManage = one?.can.includes('manage') ?? false;
  const { data: handlers } = useFormData(mayManage ? form : null, 'handlers');
  if (!one)
    return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={5} />;

  async function attempt(job: () => Promise<unknown>, said?: string) {
    try {
      await job();
      if (said) addToast({ title: said, color: 'success' });
      await refresh();
    } catch (cause) {
      addToast({ title: cause instanceof ApiError ? cause.message : t('failed'), color: 'danger' });
    }
  }

  async function handleRemove() {
    try {
      await removeResource('form_submissions', id);
      navigateTo(`/form_builder/${form}`, { replace: true });
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
      setRemoving(false);
    }
  }

  return (
    <div className="stack">
      <PageTitle
        title={one.name || one.formTitle}
        description={`${one.formTitle} · ${formatDateTime(one.createdAt ?? '')} · ${t(`submission.${one.status}`)}`}
        actions={
          mayManage ? (
            <ButtonRow>
              {STEPS[one.status].map((event) => (
                <Button
                  key={event}
                  onClick={() =>
                    void attempt(() => send(STAFF_CALLS.stepSubmission, { id, body: { event } }))
                  }
                >
                  {t(`event.${event}`)}
                </Button>
              ))}
            </ButtonRow>
          ) : undefined
        }
      />
      <Card title={t('submission.answers')}>
        <dl className="stack">
          {one.answers.map((answer) => (
            <div key={answer.questionId}>
              <dt>
                <b>{answer.text}</b>
              </dt>
              <dd className="as-typed">{answerText(answer.value, t('yes'))}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {one.replies.length > 0 ? (
        <Card title={t('submission.replies')} className="stack">
          {one.replies.map((each) => (
            <div key={each.sentAt}>
              <p className="soft small">{formatDateTime(each.sentAt)}</p>
              <p className="as-typed">{each.message}</p>
            </div>
          ))}
        </Card>
      ) : null}
      {mayManage ? (
        <>
          {one.email ? (
            <Card title={t('submission.reply', { email: one.email })} className="stack">
              <TextInput
                id="reply"
                isLong
                most={5000}
                label={t('submission.message')}
                value={reply}
                onChange={setReply}
              />
              <Button
                variant="primary"
                icon="send"
                disabled={reply.trim() === ''}
                onClick={() =>
                  void attempt(async () => {
                    await send(STAFF_CALLS.replyToSubmission, { id, body: { message: reply } });
                    setReply('');
                  }, t('submission.mailed'))
                }
              >
                {t('submission.send')}
              </Button>
            </Card>
          ) : null}
          <Card title={t('submission.handling')} className="stack">
            <div className="field">
              <label htmlFor="assignee">{t('submission.assignee')}</label>
              <select
                id="assignee"
                className="select"
                value={one.assigneeId ?? ''}
                onChange={(event) =>
                  void attempt(() =>
                    updateResource('form_submissions', id, { assigneeId: event.target.value || null }),
                  )
                }
              >
                <option value="">{t('submission.nobody')}</option>
                {(handlers ?? []).map((person) => (
                  <option key={person.id} value={person.id}>
                    {person.name}
                  </option>
                ))}
              </select>
            </div>
            <TextInput
              id="note"
              isLong
              most={4000}
              label={t('submission.note')}
              value={note ?? one.note ?? ''}
              onChange={setNote}
            />
            <ButtonRow>
              <Button
                disabled={note === null}
                onClick={() =>
                  void attempt(
                    () => updateResource('form_submissions', id, { note: note || null }),
                    t('submission.saved'),
                  )
                }
              >
                {t('submission.save')}
              </Button>
              <Button variant="quiet" icon="trash" onClick={() => setRemoving(true)}>
                {t('submission.remove')}
              </Button>
            </ButtonRow>
          </Card>
          <ConfirmDialog
            open={isRemoving}
            title={t('submission.removeTitle')}
            confirmLabel={t('submission.remove')}
            variant="danger"
            onConfirm={() => void handleRemove()}
            onCancel={() => setRemoving(false)}
          >
            <p>{t('submission.removeText')}</p>
          </ConfirmDialog>
        </>
      ) : null}
    </div>
  );
}
