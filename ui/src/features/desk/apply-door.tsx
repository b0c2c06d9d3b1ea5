// Applying for somebody: a vacancy is looked for by a word and chosen, and the person agrees.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../api/schema.d.ts';
import { Button } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { Icon } from '../../components/media/icon.tsx';
import { apply, findVacancies } from './desk.store.ts';
import { faultFor, refusalOf } from './desk-fault.ts';
import { answersIn, DeskQuestions } from './desk-questions.tsx';
import type { DoorProps } from './person-step.tsx';
import { useFirstFocus } from './use-first-focus.ts';

/** All places are taken: one can only wait in line. */
const isFull = ({ status, spotsLeft }: Vacancy): boolean => status === 'filled' || spotsLeft === 0;

export function ApplyDoor(props: DoorProps) {
  const [chosen, setChosen] = useState<Vacancy | null>(null);
  return chosen === null ? (
    <Search {...props} onChoose={setChosen} />
  ) : (
    <ApplyForm {...props} vacancy={chosen} onBack={() => setChosen(null)} />
  );
}

function Search({ person, onChoose }: DoorProps & { onChoose: (vacancy: Vacancy) => void }) {
  const { t } = useTranslation('desk');
  const [found, setFound] = useState<readonly Vacancy[] | null>(null);
  const place = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={place}>
      <Form
        className="desk-search"
        label={t('door.apply.title')}
        onSubmit={async (value) => setFound(await findVacancies(String(value.q ?? '')))}
      >
        <Field name="q" label={t('apply.search')} hint={t('apply.searchHint')} needed />
        <SubmitButton>{t('apply.find')}</SubmitButton>
      </Form>
      {found === null ? null : found.length === 0 ? (
        <Notice live>{t('apply.none')}</Notice>
      ) : (
        <Rows key={found.map(({ id }) => id).join()} label={t('apply.found', { count: found.length })}>
          {found.map((vacancy) => (
            <li key={vacancy.id}>
              <button type="button" className="desk-hit" onClick={() => onChoose(vacancy)}>
                <span>
                  <b>{vacancy.title}</b>
                  <small>
                    {[vacancy.organizationName, isFull(vacancy) ? t('apply.full') : null]
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
                <Icon name="arrow" />
                <span className="visually-hidden">{t('apply.choose', { name: person.firstName })}</span>
              </button>
            </li>
          ))}
        </Rows>
      )}
    </div>
  );
}

/** What was found; the first of it takes the focus. */
export function Rows({ label, children }: { label: string; children: React.ReactNode }) {
  const place = useFirstFocus<HTMLDivElement>();
  return (
    <div ref={place}>
      <p className="hint" role="status">
        {label}
      </p>
      <ul className="desk-hits">{children}</ul>
    </div>
  );
}

interface ApplyFormProps extends DoorProps {
  vacancy: Vacancy;
  onBack: () => void;
}

function ApplyForm({ person, vacancy, onBack, onDone }: ApplyFormProps) {
  const { t } = useTranslation(['desk', 'components']);
  const key = useRef({ of: '', is: '' });
  const place = useFirstFocus<HTMLDivElement>('form input, form textarea');
  const name = person.firstName;
  const organisation = vacancy.organizationName ?? '';
  const [waits, setWaits] = useState(() => isFull(vacancy));
  // By the day of birth the server knows it.
  const asksAge = vacancy.minAge !== null && person.birthDate === null;

  async function handleSubmit(value: FormValue) {
    const message = String(value.message ?? '').trim();
    const answers = answersIn(value, vacancy.questions).flatMap(({ at, answer }) => {
      const questionId = vacancy.questions[at]?.id;
      return questionId ? [{ questionId, answer }] : [];
    });
    const body = {
      userId: person.id,
      message,
      answers,
      waitlist: waits,
      ...(asksAge && value.isOfAge === true ? { ageAtLeast: vacancy.minAge } : {}),
      consent: value.consent === true,
    };
    const wish = JSON.stringify(body);
    if (key.current.of !== wish) key.current = { of: wish, is: crypto.randomUUID() };
    try {
      const made = await apply(vacancy.id, body, key.current.is);
      const how = made?.stage === 'waitlisted' ? 'waits' : made?.stage === 'mentor_review' ? 'held' : 'done';
      onDone(t(`apply.${how}`, { name, vacancy: vacancy.title, organisation }));
      return [];
    } catch (error) {
      // The last place went in the meantime: what was typed stays, and they can wait in line.
      if (refusalOf(error) === 'vacancy_full') setWaits(true);
      return faultFor(
        error,
        (refusal) => t(`refused.${refusal}`, { name, organisation, age: vacancy.minAge }),
        (field) => (field === 'ageAtLeast' ? 'isOfAge' : field),
      );
    }
  }

  return (
    <div ref={place}>
      <p className="desk-chosen">
        <b>{vacancy.title}</b>
        <span>{organisation}</span>
      </p>
      {waits ? <Notice icon="wait">{t('apply.waitNotice', { name })}</Notice> : null}
      <Form
        of="POST /vacancies/{id}/applications/walk_in"
        label={t('apply.formLabel', { name })}
        value={{ message: '', consent: false }}
        onSubmit={handleSubmit}
      >
        <Field
          name="message"
          kind="textarea"
          rows={2}
          label={t('apply.message', { name })}
          hint={t('apply.messageHint')}
        />
        <DeskQuestions questions={vacancy.questions} isOptional />
        {asksAge ? (
          <Field
            name="isOfAge"
            kind="checkbox"
            label={t('apply.age', { name, age: vacancy.minAge })}
            rules={{ required: true }}
          />
        ) : null}
        <Field
          name="consent"
          kind="checkbox"
          label={t('apply.consent', { name, organisation })}
          short={t('apply.consentShort')}
          rules={{ required: true }}
        />
        <div className="button-row">
          <SubmitButton>{t(waits ? 'apply.submitWait' : 'apply.submit', { name })}</SubmitButton>
          <Button variant="quiet" onClick={onBack}>
            {t('apply.other')}
          </Button>
        </div>
      </Form>
    </div>
  );
}
