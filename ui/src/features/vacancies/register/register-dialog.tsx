// Registering somebody who stands at the desk, or a student. Whom one can choose follows from what one may here.

import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useForm } from '../../../components/form/form-context.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { answerField, answersOf } from '../apply/answers.ts';
import { QuestionFields } from '../apply/question-fields.tsx';
import { type Choice, choiceOf, type Person, register } from './register.ts';
import { PersonField } from './register-person-field.tsx';
import '../apply/apply-dialog.css';

const REFUSALS = [
  'already_applied',
  'vacancy_closed',
  'vacancy_full',
  'own_vacancy',
  'limit_reached',
  'one_request',
  'under_age',
  'consent_missing',
] as const;

const EMPTY = {
  userId: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  message: '',
  consent: false,
};

function personOf(value: FormValue, minAge: number | null): Person {
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name] : '');
  return {
    userId: text('userId'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phoneNumber: text('phoneNumber'),
    message: text('message'),
    consent: value.consent === true,
    answers: answersOf(value),
    waitlist: value.waitlist === true,
    ageAtLeast: value.isOfAge === true ? minAge : null,
  };
}

const OF = 'POST /vacancies/{id}/applications/walk_in';

export function RegisterDialog({ vacancy, onClose }: { vacancy: Vacancy; onClose: () => void }) {
  const { t } = useTranslation(['register', 'components']);
  const choice = choiceOf(vacancy);
  const organisation = vacancy.organizationName ?? '';
  // One key for one wish: sending again after a lost connection registers nobody twice.
  const key = useRef({ of: '', is: '' });

  async function handleSubmit(value: FormValue): Promise<void> {
    const person = personOf(value, vacancy.minAge);
    const wish = JSON.stringify(person);
    if (key.current.of !== wish) key.current = { of: wish, is: crypto.randomUUID() };
    try {
      const made = await register(vacancy.id, person, key.current.is);
      const isHeld = made?.stage === 'mentor_review';
      const name = made?.name ?? person.firstName;
      addToast({
        title: t('done.title', { name }),
        message: isHeld ? t('done.held', { school: made?.schoolName }) : t('done.text', { organisation }),
        color: 'success',
      });
      onClose();
      if (made) navigateTo(`/applications/${made.id}`);
    } catch (error) {
      const because = error instanceof ApiError ? REFUSALS.find((code) => error.hasCode(code)) : undefined;
      if (because === undefined && error instanceof ApiError && error.problems.length > 0) {
        const problems = error.problems.map((each) => ({
          ...each,
          field: each.field === 'ageAtLeast' ? 'isOfAge' : answerField(each.field),
        }));
        throw Object.assign(new Error(error.message, { cause: error }), { problems });
      }
      if (because === undefined) throw error;
      const detail = t(`refused.${because}`, { organisation, age: vacancy.minAge });
      throw Object.assign(new Error(detail, { cause: error }), { problems: [{ detail }] });
    }
  }

  return (
    <Dialog
      open
      title={t('title')}
      description={t('about', { vacancy: vacancy.title, organisation })}
      onClose={onClose}
      wrap={(content) => (
        <Form of={OF} className="apply-form" value={EMPTY} label={t('title')} onSubmit={handleSubmit}>
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('components:cancel')}
          </Button>
          <SubmitButton>{t('submit')}</SubmitButton>
        </>
      }
    >
      <Fields choice={choice} organisation={organisation} vacancy={vacancy} />
    </Dialog>
  );
}

interface FieldsProps {
  choice: Choice;
  organisation: string;
  vacancy: Vacancy;
}

function Fields({ choice, organisation, vacancy }: FieldsProps) {
  const { t } = useTranslation(['register', 'components']);
  const form = useForm();
  const isKnown = form.value.userId !== '';
  return (
    <>
      {choice === 'new' ? null : <PersonField isNeeded={choice === 'known'} />}
      {isKnown || choice === 'known' ? null : <NewPerson isChoice={choice === 'either'} />}
      <Field name="message" kind="textarea" rows={3} label={t('message')} hint={t('messageHint')} />
      <QuestionFields vacancy={vacancy} isOptional />
      {vacancy.status === 'filled' || vacancy.spotsLeft === 0 ? (
        <Field name="waitlist" kind="checkbox" label={t('waitlist')} rules={{ required: true }} />
      ) : null}
      {vacancy.minAge === null ? null : (
        <Field
          name="isOfAge"
          kind="checkbox"
          label={t('age', { age: vacancy.minAge })}
          hint={t('ageHint')}
          rules={{ required: !isKnown }}
        />
      )}
      <Field
        name="consent"
        kind="checkbox"
        label={t('consent', { organisation })}
        rules={{ required: true }}
      />
    </>
  );
}

function NewPerson({ isChoice }: { isChoice: boolean }) {
  const { t } = useTranslation(['register', 'components']);
  return (
    <>
      {isChoice ? <p className="soft">{t('or')}</p> : null}
      <FieldPair>
        <Field name="firstName" label={t('firstName')} rules={{ required: true }} />
        <Field name="lastName" label={t('lastName')} />
      </FieldPair>
      <FieldPair>
        <Field name="email" kind="email" label={t('email')} hint={t('emailHint')} />
        <Field name="phoneNumber" kind="tel" label={t('phone')} />
      </FieldPair>
    </>
  );
}
