// The dialog of a step: what will happen, who gets which mail, and what has to be said with it.

import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { currentUser, impersonation } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { type Action, MESSAGE_AT_MOST, openAction, wordsOf } from './actions.ts';
import { useDialog } from './use-dialog.ts';
import { namesOf } from './use-step-words.ts';
import { useTake } from './use-take.ts';

export function ActionDialog({ application }: { application: Application }) {
  const { asked, close } = useDialog(application.id);
  const action = openAction(application, asked);
  if (action === null) return null;
  return <StepDialog key={action.event} application={application} action={action} onClose={close} />;
}

interface StepDialogProps {
  application: Application;
  action: Action;
  onClose: () => void;
}

const textOf = (value: FormValue, name: string): string => {
  const found = value[name];
  return typeof found === 'string' ? found.trim() : '';
};

function StepDialog({ application, action, onClose }: StepDialogProps) {
  const { t } = useTranslation(['applications', 'components', 'reasons']);
  const take = useTake(application, wordsOf(action));
  const { event, reasons, mustChoose, hasMessage, variant } = action;
  const names = namesOf(application);
  const words = wordsOf(action);
  const draft = `applications/${application.id}/${event}`;
  const needsText = (message: unknown, all: FormValue): string | null =>
    mustChoose && all.reasonCode === 'other' && String(message ?? '').trim() === ''
      ? t('dialog.otherNeedsText')
      : null;

  async function handleSubmit(value: FormValue) {
    const message = impersonation.peek() ? undefined : textOf(value, 'message') || undefined;
    const reasonCode = textOf(value, 'reasonCode') || undefined;
    const isTaken = await take({ event, reasonCode, message }, onClose);
    if (isTaken) dropDraft(draft);
  }

  return (
    <Dialog
      open
      title={serverWords(t)(`dialog.${words}.title`, names)}
      description={serverWords(t)(`dialog.${words}.text`, names)}
      small={!hasMessage}
      onClose={onClose}
      wrap={(content) => (
        <Form
          className="application-form"
          label={serverWords(t)(`dialog.${words}.title`, names)}
          value={readDraft<FormValue>(draft) ?? { reasonCode: '', message: '' }}
          onChange={(value) => saveDraft(draft, value)}
          onSubmit={handleSubmit}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton plain={variant === 'danger'}>
            {serverWords(t)(`dialog.${words}.confirm`, names)}
          </SubmitButton>
        </>
      }
    >
      {reasons ? (
        <Field
          name="reasonCode"
          kind="radio"
          label={t('dialog.reason')}
          short={t('dialog.reasonShort')}
          rules={{ required: mustChoose ?? false }}
          choices={reasons.map((code) => ({
            value: code,
            label: serverWords(t)(`reasons:application.${code}`),
          }))}
        />
      ) : null}
      {hasMessage && impersonation.value ? (
        <Notice tone="warning" icon="lock">
          {t('dialog.asAnother', { name: currentUser.value?.fullName ?? '' })}
        </Notice>
      ) : null}
      {hasMessage && !impersonation.value ? (
        <Field
          name="message"
          kind="textarea"
          rows={4}
          label={serverWords(t)(`dialog.${words}.message`, names)}
          hint={serverWords(t)(`dialog.${words}.hint`, names)}
          rules={{ maxLength: MESSAGE_AT_MOST }}
          check={needsText}
        />
      ) : null}
    </Dialog>
  );
}
