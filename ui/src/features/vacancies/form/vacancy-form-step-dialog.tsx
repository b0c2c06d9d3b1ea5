// The dialog of one step of a vacancy: what will happen, who gets a mail, and what has to be said with it.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asRead } from '../../../api/as-read.ts';
import { ApiError } from '../../../api/client.ts';
import { send } from '../../../api/requests.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { STAFF_CALLS, type WritingHint } from '../../../api/staff-calls.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { dayAfter, LIFETIME_DAYS } from '../../../lib/vacancies/expiry.ts';
import { stepContext } from '../edit/vacancy-revision.ts';
import { removeVacancy } from '../list/my-vacancies.store.ts';
import { leftOvers } from './template-text.ts';
import { eventNamed } from './vacancy-form-events.ts';
import { expiryProblem } from './vacancy-form-rules.ts';

interface StepDialogProps {
  vacancy: Vacancy;
  event: string;
  onClose: () => void;
  /** After the step is taken. */
  onDone: () => void;
}

/** What the form calls each text. */
const SHORT = {
  title: 'title',
  summary: 'summary',
  description: 'description',
  schedule: 'schedule',
  requirements: 'requirements',
  offer: 'offer',
  expenses: 'expenses',
} as const;

const REMOVAL_REASONS = [
  'against_rules',
  'not_voluntary_work',
  'duplicate',
  'outdated',
  'organization_asked',
  'other',
] as const;

/** Takes the step. What it gives back: why a vacancy that was to be published is reviewed first. */
async function take(
  vacancy: Vacancy,
  event: string,
  value: FormValue,
  isConfirmed: boolean,
): Promise<readonly WritingHint[]> {
  const { id } = vacancy;
  const message = String(value.message ?? '').trim();
  if (event === 'delete') {
    await removeVacancy(id, {
      reasonCode: String(value.reasonCode ?? '') || null,
      message: message || null,
    });
    return [];
  }
  const body = {
    event,
    ...(message ? { message } : {}),
    ...(value.expiresAt ? { expiresAt: String(value.expiresAt) } : {}),
    ...(isConfirmed ? { confirmed: true } : {}),
  };
  const request = { id, body, headers: asRead(vacancy) };
  if (eventNamed(event)?.isModeration) {
    await send(STAFF_CALLS.moderateVacancy, request);
    return [];
  }
  return (await send(STAFF_CALLS.vacancyStep, request)).meta.reviewReasons ?? [];
}

/** How many people wait for an answer, when the server wants to be sure; null for any other refusal. */
function waitingIn(thrown: unknown): number | null {
  if (!(thrown instanceof ApiError) || !thrown.hasCode('confirmation_needed')) return null;
  const count = thrown.errors[0]?.meta?.open_applications;
  return typeof count === 'number' ? count : 1;
}

export function StepDialog({ vacancy, event, onClose, onDone }: StepDialogProps) {
  const { t } = useTranslation(['vacancies', 'components', 'reasons']);
  const [waiting, setWaiting] = useState(0);
  const asks = eventNamed(event)?.asks;
  // Of a draft nobody else knows: it goes without a word.
  const asksReason = event === 'delete' && vacancy.status !== 'draft';
  // What a template left to be filled in goes to others only when somebody says so.
  const left = event === 'submit' || event === 'publish' ? leftOvers(vacancy) : [];
  const names = {
    title: vacancy.title,
    organization: vacancy.organizationName,
    count: vacancy.applicationsCount ?? 0,
    ...stepContext(vacancy, event),
    ...(asksReason ? { context: 'seen' } : {}),
  };

  async function handleSubmit(value: FormValue) {
    let reasons: readonly WritingHint[] = [];
    try {
      reasons = await take(vacancy, event, value, waiting > 0 || value.leftOver === true);
    } catch (thrown) {
      // Somebody wrote on while it was being judged: the newest is shown behind the dialog.
      if (thrown instanceof ApiError && (thrown.statusCode === 412 || thrown.statusCode === 428)) {
        onDone();
        return [{ detail: t('step.changed') }];
      }
      const count = waitingIn(thrown);
      if (count === null) throw thrown;
      setWaiting(count);
      return [];
    }
    const words = [...new Set(reasons.flatMap(({ found }) => found))];
    addToast(
      words.length > 0
        ? {
            title: t('step.reviewedFirst'),
            message: t('step.reviewedFirstText', { words: words.join(', ') }),
            color: 'warning',
          }
        : { title: serverWords(t)(`step.${event}.done`, names), color: 'success' },
    );
    onClose();
    onDone();
    return [];
  }

  return (
    <Dialog
      open
      small={asks === undefined && !asksReason}
      title={serverWords(t)(`step.${event}.title`, names)}
      description={serverWords(t)(`step.${event}.text`, names)}
      onClose={onClose}
    >
      <Form
        label={serverWords(t)(`step.${event}.title`, names)}
        value={{ expiresAt: asks === 'expiry' ? dayAfter(LIFETIME_DAYS) : null, reasonCode: '' }}
        onSubmit={handleSubmit}
      >
        {waiting > 0 ? (
          <Notice tone="warning" live>
            <p>{t('step.waiting', { count: waiting })}</p>
          </Notice>
        ) : null}
        {left.length > 0 ? (
          <>
            <Notice tone="warning">
              <p>{t('step.leftOver', { count: left.length })}</p>
              <ul>
                {left.map(({ name, text }) => (
                  <li key={name + text}>
                    {t(`field.${SHORT[name]}`)}: <q>{text}</q>
                  </li>
                ))}
              </ul>
            </Notice>
            <Field
              name="leftOver"
              kind="checkbox"
              label={t('step.leftOverFine')}
              check={(value) => (value === true ? null : t('step.leftOverFirst'))}
            />
          </>
        ) : null}
        {asksReason ? (
          <Field
            name="reasonCode"
            kind="select"
            label={t('step.reason')}
            short={t('step.reasonShort')}
            rules={{ required: true }}
            choices={REMOVAL_REASONS.map((code) => ({ value: code, label: t(`reasons:removal.${code}`) }))}
          />
        ) : null}
        {asks === 'message' || asksReason ? (
          <Field
            name="message"
            kind="textarea"
            rows={5}
            label={serverWords(t)(`step.${event}.message`, names)}
            short={t('step.messageShort')}
            hint={t('step.messageHint', asksReason ? { context: 'seen' } : {})}
            rules={{ required: !asksReason, maxLength: 2000 }}
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
            check={(day) => expiryProblem(String(day ?? ''), (key) => t(key))}
          />
        ) : null}
        <ButtonRow between>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>
            {serverWords(t)(waiting > 0 ? 'step.sure' : `step.${event}.confirm`, names)}
          </SubmitButton>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}
