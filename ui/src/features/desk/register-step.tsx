// Registering somebody in four fields, after they were told what is kept.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import { type FormValue, useFieldValue } from '../../components/form/form-context.ts';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { centre } from '../../lib/centre/centre.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { language } from '../../lib/locale/language.ts';
import { register, today } from './desk.store.ts';
import { ageOn, nameOf, splitName } from './desk-words.ts';
import { openPerson } from './find-step.tsx';
import { useFirstFocus } from './use-first-focus.ts';

const textOf = (value: FormValue, name: string): string => String(value[name] ?? '').trim();
const YOUNGEST_WITHOUT_PARENT = 16;

interface Known {
  userId: string;
  value: FormValue;
}

/** Whom the server knows by this name and day of birth. */
export function knownIn(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const fault = error.problems.find(
    ({ code, meta }) => code === 'person_known' || meta.rule === 'person_known',
  );
  const id = fault?.meta.userId ?? fault?.meta.user_id;
  return typeof id === 'string' ? id : null;
}

interface RegisterStepProps {
  name: string;
  year: number | null;
  onBack: () => void;
}

export function RegisterStep({ name, year, onBack }: RegisterStepProps) {
  const { t } = useTranslation(['desk', 'components']);
  const [known, setKnown] = useState<Known | null>(null);
  const key = useRef({ of: '', is: '' });
  const place = useFirstFocus<HTMLDivElement>('form input');
  const [initial] = useState<FormValue>(() => ({ ...splitName(name), phoneNumber: '', consent: false }));

  async function send(value: FormValue, isSomebodyElse: boolean): Promise<void> {
    const phoneNumber = textOf(value, 'phoneNumber');
    const body = {
      firstName: textOf(value, 'firstName'),
      lastName: textOf(value, 'lastName'),
      birthDate: textOf(value, 'birthDate'),
      ...(phoneNumber ? { phoneNumber } : {}),
      locale: language.value,
      consent: value.consent === true,
      ...(value.guardianConsent === true ? { guardianConsent: true } : {}),
      ...(isSomebodyElse ? { isSomebodyElse } : {}),
    };
    const wish = JSON.stringify(body);
    if (key.current.of !== wish) key.current = { of: wish, is: crypto.randomUUID() };
    const made = await register(body, key.current.is);
    addToast({ title: t('register.done', { name: nameOf(body) }), color: 'success' });
    if (made) openPerson(made.id);
  }

  async function handleSubmit(value: FormValue): Promise<void> {
    setKnown(null);
    try {
      await send(value, false);
    } catch (error) {
      const userId = knownIn(error);
      if (userId === null) throw error;
      setKnown({ userId, value });
    }
  }

  return (
    <div ref={place}>
      <PageTitle
        title={t('register.title')}
        description={t('register.lead')}
        actions={<Button onClick={onBack}>{t('register.back')}</Button>}
      />
      <Form
        of="desk_registrations"
        className="card desk-card"
        label={t('register.title')}
        value={initial}
        onSubmit={handleSubmit}
      >
        <FieldPair>
          <Field name="firstName" label={t('register.firstName')} />
          <Field name="lastName" label={t('register.lastName')} />
        </FieldPair>
        <FieldPair>
          <Field
            name="birthDate"
            kind="date"
            label={t('register.birthDate')}
            hint={year === null ? t('register.birthHint') : t('register.birthYear', { year })}
            check={(day) => (String(day ?? '') > today() ? t('register.birthFuture') : null)}
          />
          <Field name="phoneNumber" kind="tel" label={t('register.phone')} hint={t('register.phoneHint')} />
        </FieldPair>
        <div className="desk-told">
          <h2>{t('register.toldTitle')}</h2>
          <p>{t('register.told')}</p>
          <ul>
            <li>{t('register.told1')}</li>
            <li>{t('register.told2')}</li>
            <li>{t('register.told3')}</li>
          </ul>
        </div>
        <GuardianField />
        <Field
          name="consent"
          kind="checkbox"
          label={t('register.consent')}
          short={t('register.consentShort')}
          rules={{ required: true }}
        />
        {known ? <KnownNotice known={known} onGoOn={(value) => send(value, true)} /> : null}
        <SubmitButton large>{t('register.submit')}</SubmitButton>
      </Form>
    </div>
  );
}

/** Asked of somebody younger than the centre's age limit. */
function GuardianField() {
  const { t } = useTranslation('desk');
  const age = ageOn(String(useFieldValue('birthDate') ?? '') || null, today());
  const limit = centre.value?.minimumAge ?? YOUNGEST_WITHOUT_PARENT;
  if (age === null || Number.isNaN(age) || age >= limit || age < 0) return null;
  return (
    <Field
      name="guardianConsent"
      kind="checkbox"
      label={t('register.guardian')}
      hint={t('register.guardianHint', { age: limit })}
    />
  );
}

function KnownNotice({ known, onGoOn }: { known: Known; onGoOn: (value: FormValue) => Promise<void> }) {
  const { t } = useTranslation('desk');
  const place = useFirstFocus<HTMLDivElement>();
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState('');
  const name = [textOf(known.value, 'firstName'), textOf(known.value, 'lastName')].join(' ');

  async function handleGoOn() {
    setIsBusy(true);
    try {
      await onGoOn(known.value);
    } catch (error) {
      setFault(error instanceof Error ? error.message : '');
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <div ref={place}>
      <Notice tone="warning" live>
        <p>
          <strong>{t('register.knownTitle', { name })}</strong> {t('register.knownText')}
        </p>
        <ButtonRow>
          <Button variant="primary" onClick={() => openPerson(known.userId)}>
            {t('register.knownOpen', { name })}
          </Button>
          <Button busy={isBusy} onClick={() => void handleGoOn()}>
            {t('register.knownOther')}
          </Button>
        </ButtonRow>
        {fault ? <p role="alert">{fault}</p> : null}
      </Notice>
    </div>
  );
}
