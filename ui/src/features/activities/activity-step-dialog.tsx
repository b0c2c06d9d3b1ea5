// The dialog of one step of an activity: what will happen, and what has to be said with it.
import { useTranslation } from 'react-i18next';
import { ACTIVITY_CALLS } from '../../api/activity-calls.ts';
import { asRead } from '../../api/as-read.ts';
import { ApiError } from '../../api/client.ts';
import { removeResource, send } from '../../api/requests.ts';
import type { Activity } from '../../api/schema.d.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { type StepName, stepNamed } from './activity-state.ts';

interface StepDialogProps {
  activity: Activity;
  event: StepName;
  onClose: () => void;
  /** After the step is taken. */
  onDone: () => void;
}

const MESSAGE_AT_MOST = 2000;

async function take(activity: Activity, event: StepName, message: string): Promise<void> {
  const { id } = activity;
  if (event === 'delete') return removeResource('activities', id);
  const body = { event, ...(message ? { message } : {}) };
  const call = stepNamed(event).isModeration ? ACTIVITY_CALLS.moderateActivity : ACTIVITY_CALLS.activityStep;
  await send(call, { id, body, headers: asRead(activity) });
}

export function StepDialog({ activity, event, onClose, onDone }: StepDialogProps) {
  const { t } = useTranslation(['activities', 'components']);
  const { asks, danger = false } = stepNamed(event);
  const names = { title: activity.title, count: activity.occurrencesCount };

  async function handleSubmit(value: FormValue) {
    try {
      await take(activity, event, String(value.message ?? '').trim());
    } catch (thrown) {
      // Somebody changed it while it was being judged: the newest is shown behind the dialog.
      if (thrown instanceof ApiError && (thrown.statusCode === 412 || thrown.statusCode === 428)) {
        onDone();
        return [{ detail: t('step.changed') }];
      }
      throw thrown;
    }
    addToast({ title: t(`step.${event}.done`, names), color: 'success' });
    onClose();
    onDone();
    return [];
  }

  return (
    <Dialog
      open
      small={!asks}
      title={t(`step.${event}.title`, names)}
      description={t(`step.${event}.text`, names)}
      onClose={onClose}
    >
      <Form label={t(`step.${event}.title`, names)} onSubmit={handleSubmit}>
        {asks ? (
          <Field
            name="message"
            kind="textarea"
            rows={4}
            label={t(`step.${event as 'cancel'}.message`)}
            short={t('step.messageShort')}
            rules={{ required: true, maxLength: MESSAGE_AT_MOST }}
          />
        ) : null}
        <ButtonRow between>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton danger={danger}>{t(`step.${event}.confirm`)}</SubmitButton>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}
