// One answer to a form, as its own screen and the panel beside the list show it: what was said, who deals with it, the
// note of staff and the reply by mail.
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useFormData } from '../../api/form-data.ts';
import { removeResource, send, updateResource } from '../../api/requests.ts';
import type { FormSubmission } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { StatusBadge, type Tone } from '../../components/content/badge.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../lib/locale/time.ts';
import { answerText } from './answer-text.ts';
import { TextInput } from './question-editor.tsx';

const STEPS = {
  new: ['start', 'finish', 'mark_spam'],
  in_progress: ['finish', 'mark_spam'],
  done: ['reopen', 'mark_spam'],
  spam: ['no_spam'],
} as const;

const TONES: Readonly<Record<FormSubmission['status'], Tone>> = {
  new: 'info',
  in_progress: 'warning',
  done: 'success',
  spam: 'neutral',
};

export function SubmissionStatus({ status }: { status: FormSubmission['status'] }) {
  const { t } = useTranslation('form-builder');
  return <StatusBadge tone={TONES[status]}>{t(`submission.${status}`)}</StatusBadge>;
}

interface PartProps {
  one: FormSubmission;
  /** After each change. */
  onChanged: () => Promise<void> | void;
}

/** Says what went wrong, and asks anew for what is shown. */
function useAttempt(onChanged: PartProps['onChanged']) {
  const { t } = useTranslation('form-builder');
  return async (job: () => Promise<unknown>, said?: string): Promise<void> => {
    try {
      await job();
      if (said) addToast({ title: said, color: 'success' });
      await onChanged();
    } catch (cause) {
      addToast({ title: cause instanceof ApiError ? cause.message : t('failed'), color: 'danger' });
    }
  };
}

export function SubmissionSteps({ one, onChanged }: PartProps) {
  const { t } = useTranslation('form-builder');
  const attempt = useAttempt(onChanged);
  return (
    <ButtonRow>
      {STEPS[one.status].map((event) => (
        <Button
          key={event}
          onClick={() =>
            void attempt(() => send(STAFF_CALLS.stepSubmission, { id: one.id, body: { event } }))
          }
        >
          {t(`event.${event}`)}
        </Button>
      ))}
    </ButtonRow>
  );
}

interface SubmissionPartsProps extends PartProps {
  form: string;
  onRemoved: () => void;
  /** What each part stands in: a card, or a section of a panel. */
  frame: (props: { title: string; children: ReactNode }) => ReactNode;
}

export function SubmissionParts({ one, form, onChanged, onRemoved, frame: Frame }: SubmissionPartsProps) {
  const { t } = useTranslation('form-builder');
  const [reply, setReply] = useState('');
  const [note, setNote] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const mayManage = one.can.includes('manage');
  const { data: handlers } = useFormData(mayManage ? form : null, 'handlers');
  const attempt = useAttempt(onChanged);
  const { id } = one;

  async function handleRemove() {
    try {
      await removeResource('form_submissions', id);
      onRemoved();
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
      setRemoving(false);
    }
  }

  return (
    <>
      <Frame title={t('submission.answers')}>
        <dl className="submission-answers">
          {one.answers.map((answer) => (
            <div key={answer.questionId}>
              <dt>{answer.text}</dt>
              <dd className="as-typed">{answerText(answer.value, t('yes')) || '–'}</dd>
            </div>
          ))}
        </dl>
      </Frame>
      {one.replies.length > 0 ? (
        <Frame title={t('submission.replies')}>
          {one.replies.map((each) => (
            <div key={each.sentAt}>
              <p className="soft small">{formatDateTime(each.sentAt)}</p>
              <p className="as-typed">{each.message}</p>
            </div>
          ))}
        </Frame>
      ) : null}
      {mayManage ? (
        <>
          {one.email ? (
            <Frame title={t('submission.reply', { email: one.email })}>
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
            </Frame>
          ) : null}
          <Frame title={t('submission.handling')}>
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
          </Frame>
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
    </>
  );
}
