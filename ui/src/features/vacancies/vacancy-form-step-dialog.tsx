// The dialog of one step of a vacancy: what will happen, who gets a mail, and what has to be said with it.
import { useTranslation } from 'react-i18next';
import { writeDocument } from '../../api/jsonapi.ts';
import type { Vacancy } from '../../api/resources.ts';
import { Button, ButtonRow } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { addToast } from '../../lib/toasts.ts';
import { myVacancies } from './my-vacancies.store.ts';
import { dayAfter, eventNamed, LIFETIME_DAYS, LONGEST_DAYS } from './vacancy-form-events.ts';

interface StepDialogProps {
  vacancy: Vacancy;
  event: string;
  onClose: () => void;
  /** After the step is taken. */
  onDone: () => void;
}

async function take(vacancy: Vacancy, event: string, value: FormValue): Promise<void> {
  const { id } = vacancy;
  if (event === 'delete') {
    await myVacancies.remove(id);
    return;
  }
  const message = String(value.message ?? '').trim();
  const attributes = {
    event,
    ...(message ? { message } : {}),
    ...(value.expiresAt ? { expiresAt: value.expiresAt } : {}),
  };
  const action = eventNamed(event)?.isModeration ? 'moderate' : 'transition';
  await myVacancies.act(id, action, writeDocument('vacancies', attributes, id));
}

export function StepDialog({ vacancy, event, onClose, onDone }: StepDialogProps) {
  const { t } = useTranslation('vacancies');
  const asks = eventNamed(event)?.asks;
  const names = {
    title: vacancy.title,
    organization: vacancy.organizationName,
    count: vacancy.applicationsCount ?? 0,
  };

  async function handleSubmit(value: FormValue) {
    await take(vacancy, event, value);
    addToast({ title: t(`step.${event}.done`, names), color: 'success' });
    onClose();
    onDone();
  }

  return (
    <Dialog
      open
      small={asks === undefined}
      title={t(`step.${event}.title`, names)}
      description={t(`step.${event}.text`, names)}
      onClose={onClose}
    >
      <Form
        label={t(`step.${event}.title`, names)}
        value={{ expiresAt: asks === 'expiry' ? dayAfter(LIFETIME_DAYS) : null }}
        onSubmit={handleSubmit}
      >
        {asks === 'message' ? (
          <Field
            name="message"
            kind="textarea"
            rows={5}
            label={t(`step.${event}.message`)}
            short={t('step.messageShort')}
            hint={t('step.messageHint')}
            rules={{ required: true, maxLength: 2000 }}
          />
        ) : null}
        {asks === 'expiry' ? (
          <Field
            name="expiresAt"
            kind="date"
            label={t('field.expiresAt')}
            short={t('field.expiresAtShort')}
            hint={t('field.expiresAtHint')}
            rules={{ required: true }}
            check={(day) => expiryProblem(String(day ?? ''), t)}
          />
        ) : null}
        <ButtonRow between>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>{t(`step.${event}.confirm`)}</SubmitButton>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}

/** From tomorrow to a year from now, as the server has it. */
export function expiryProblem(day: string, t: (key: string) => string): string | null {
  if (day === '') return null;
  if (day < dayAfter(0)) return t('field.expiresAtPast');
  return day > dayAfter(LONGEST_DAYS) ? t('field.expiresAtFar') : null;
}
