// A colleague signed up for a workshop, by name.
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import type { ActivitySignUpInput } from '../../api/schema.d.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { reloadRegistrations } from '../../lib/activities/registrations.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { dayOf, longDay } from '../../lib/locale/local-time.ts';
import { answersOf, SignUpQuestions } from './sign-up-questions.tsx';
import { signUpColleague } from './workshops.store.ts';
import { roomIn, type Workshop } from './workshops.ts';

interface ColleagueDialogProps {
  workshop: Workshop;
  organizationId: string;
  onClose: () => void;
}

const typed = (value: FormValue, name: string): string => String(value[name] ?? '').trim();

export function ColleagueDialog({ workshop, organizationId, onClose }: ColleagueDialogProps) {
  const { t } = useTranslation(['workshops', 'components']);
  const { title, startsLocal, activity } = workshop.date;
  const questions = activity?.questions ?? [];
  const waits = roomIn(workshop, Date.now()) === 'line';
  // One key for one wish: sending again after a lost connection signs nobody up twice.
  const sent = useRef({ wish: '', key: '' });

  async function handleSubmit(value: FormValue) {
    const [firstName, lastName, email] = ['firstName', 'lastName', 'email'].map((name) => typed(value, name));
    const answers = answersOf(value, questions);
    const body: ActivitySignUpInput = {
      organizationId,
      firstName: firstName ?? '',
      waitlist: waits,
      ...(lastName ? { lastName } : {}),
      ...(email ? { email } : {}),
      ...(answers.length > 0 ? { answers } : {}),
    };
    const wish = JSON.stringify(body);
    if (sent.current.wish !== wish) sent.current = { wish, key: crypto.randomUUID() };
    try {
      const hasPlace = await signUpColleague(workshop, body, sent.current.key);
      const name = [firstName, lastName].filter(Boolean).join(' ');
      addToast({ title: t(hasPlace ? 'added' : 'waiting', { name }), color: 'success' });
    } catch (thrown) {
      // Somebody was before: what stands behind the dialog says how full it is now.
      if (thrown instanceof ApiError && thrown.hasCode('activity_full')) {
        await reloadRegistrations();
        return [{ detail: t(activity?.hasWaitingList ? 'becameLine' : 'none.full') }];
      }
      throw thrown;
    }
    onClose();
    return [];
  }

  return (
    <Dialog
      open
      title={t(waits ? 'wait' : 'add')}
      description={t('for', { title, day: longDay(dayOf(startsLocal)) })}
      onClose={onClose}
    >
      <Form of="activity_sign_ups" label={t('add')} onSubmit={handleSubmit}>
        <FieldPair>
          <Field name="firstName" label={t('firstName')} autoComplete="off" rules={{ required: true }} />
          <Field name="lastName" label={t('lastName')} autoComplete="off" />
        </FieldPair>
        <Field name="email" kind="email" label={t('email')} hint={t('emailHint')} autoComplete="off" />
        <SignUpQuestions questions={questions} />
        <ButtonRow between>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>{t(waits ? 'wait' : 'submit')}</SubmitButton>
        </ButtonRow>
      </Form>
    </Dialog>
  );
}
