// Applying for a vacancy. No account is needed; what is typed is kept on this device until it is sent.

import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { SafetyAgreement } from '../../../components/content/safety-rules.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import type { FieldValue } from '../../../components/form/rules.ts';
import { centre } from '../../../lib/centre/centre.ts';
import { language } from '../../../lib/locale/language.ts';
import { currentUser, isSignedIn } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { answersOf } from './answers.ts';
import { type ApplyOutcome, type ApplyValues, sendApplication } from './apply.ts';
import { ApplyMessageField } from './apply-message-field.tsx';
import { ApplyOutcomeDialog } from './apply-outcome-dialog.tsx';
import { QuestionFields } from './question-fields.tsx';
import './apply-dialog.css';

export interface ApplyDialogProps {
  vacancy: Vacancy;
  onClose: () => void;
}

const PAPERS = ['first_aid', 'driving_licence'] as const;

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names);

const ACCOUNT_FIRST: ApplyOutcome = { kind: 'refused', because: 'account_first' };

const asText = (value: FieldValue): string => (typeof value === 'string' ? value : '');

function valuesOf(value: FormValue, waitlist: boolean, askedAge: number | null): ApplyValues {
  return {
    name: asText(value.name),
    phoneNumber: asText(value.phoneNumber),
    email: asText(value.email),
    message: asText(value.message),
    consent: value.consent === true,
    answers: answersOf(value),
    waitlist,
    ageAtLeast: value.isOfAge === true ? askedAge : null,
    agreesToSafetyRules: value.agreesToSafetyRules === true,
  };
}

/** The age that somebody has to say to have: of the vacancy, where the server does not know it by a date of birth. */
const askedAgeOf = ({ minAge }: Vacancy): number | null =>
  minAge !== null && !currentUser.value?.birthDate ? minAge : null;

/** All places are taken: one can only wait in line. */
const isFull = ({ status, spotsLeft }: Vacancy): boolean => status === 'filled' || spotsLeft === 0;

export function ApplyDialog({ vacancy, onClose }: ApplyDialogProps) {
  const [outcome, setOutcome] = useState<ApplyOutcome | null>(null);
  const [waits, setWaits] = useState(() => isFull(vacancy));
  const needsAccount = !isSignedIn.value && centre.value?.allowGuestApplications === false;
  // For who typed a wrong address: what was sent, until the dialog closes.
  const sent = useRef<FormValue | null>(null);
  if (outcome === null && needsAccount)
    return (
      <ApplyOutcomeDialog vacancy={vacancy} outcome={ACCOUNT_FIRST} onClose={onClose} onAgain={onClose} />
    );
  if (outcome === null) {
    return (
      <ApplyForm
        vacancy={vacancy}
        before={sent.current}
        waits={waits}
        onClose={onClose}
        onOutcome={(found, value) => {
          sent.current = value;
          setOutcome(found);
        }}
      />
    );
  }
  return (
    <ApplyOutcomeDialog
      key={outcome.kind}
      vacancy={vacancy}
      outcome={outcome}
      onClose={onClose}
      onAgain={() => setOutcome(null)}
      onWait={() => {
        setWaits(true);
        setOutcome(null);
      }}
    />
  );
}

interface ApplyFormProps extends ApplyDialogProps {
  before: FormValue | null;
  waits: boolean;
  onOutcome: (outcome: ApplyOutcome, value: FormValue) => void;
}

function ApplyForm({ vacancy, before, waits, onClose, onOutcome }: ApplyFormProps) {
  const { t } = useTranslation('apply');
  const isGuest = !isSignedIn.value;
  const askedAge = askedAgeOf(vacancy);
  const draft = `applications/for-${vacancy.id}`;
  const [initial] = useState(() => before ?? readDraft<FormValue>(draft) ?? {});
  // One key for one wish: sending again after a lost connection is still the same application.
  const key = useRef({ of: '', is: '' });

  async function handleSubmit(value: FormValue): Promise<void> {
    const values = valuesOf(value, waits, askedAge);
    const wish = JSON.stringify([isGuest, values]);
    if (key.current.of !== wish) key.current = { of: wish, is: crypto.randomUUID() };
    const outcome = await sendApplication(vacancy.id, values, isGuest, key.current.is);
    // On a shared computer nothing of one person stays for the next.
    if (outcome.kind !== 'refused') dropDraft(draft);
    onOutcome(outcome, value);
  }

  const organisation = vacancy.organizationName;
  return (
    <Dialog
      open
      title={t(vacancy.offersHelp ? 'title_offer' : 'title')}
      description={t(vacancy.isHelpRequest ? 'about_help' : 'about', {
        vacancy: vacancy.title,
        organisation,
      })}
      closeLabel={t('close')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="applications"
          value={initial}
          onChange={(value) => saveDraft(draft, value)}
          onSubmit={handleSubmit}
          className="apply-form"
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('not_now')}
          </Button>
          <SubmitButton large>{t(waits ? 'wait.submit' : 'submit')}</SubmitButton>
        </>
      }
    >
      {waits ? <Notice icon="wait">{t('wait.notice')}</Notice> : null}
      <ChecksAskedFor vacancy={vacancy} />
      {isGuest ? <GuestFields /> : <SignedInAs />}
      <ApplyMessageField vacancy={vacancy} />
      <QuestionFields vacancy={vacancy} />
      {askedAge === null ? null : (
        <Field
          name="isOfAge"
          kind="checkbox"
          label={t('age', { age: askedAge })}
          hint={t('age_hint')}
          rules={{ required: true }}
        />
      )}
      {vacancy.isHelpRequest ? <SafetyAgreement /> : null}
      {isGuest ? (
        <Field
          name="consent"
          kind="checkbox"
          label={t('consent', { organisation })}
          rules={{ required: true }}
        />
      ) : null}
      <p className="soft">
        <b>{t('next')}</b>{' '}
        {waits
          ? t('wait.next')
          : t('next_text', { who: vacancy.contactPerson?.fullName?.split(' ')[0] ?? organisation })}
        {isGuest
          ? null
          : ` ${t(vacancy.isHelpRequest ? 'consent_help' : 'consent_signed_in', { organisation })}`}
      </p>
    </Dialog>
  );
}

/** What has to be shown before one begins; a meeting is no paper. */
function ChecksAskedFor({
  vacancy: { requiredChecks, organizationName: organisation },
}: {
  vacancy: Vacancy;
}) {
  const { t } = useTranslation('apply');
  const others = PAPERS.filter((paper) => requiredChecks.includes(paper)).map((paper) => t(`check.${paper}`));
  const hasVog = requiredChecks.includes('vog');
  if (!hasVog && others.length === 0) return null;
  return (
    <Notice icon="shield">
      {hasVog ? <p>{t('check_vog', { organisation })}</p> : null}
      {others.length > 0 ? <p>{t('check_other', { list: listed(others) })}</p> : null}
    </Notice>
  );
}

function GuestFields() {
  const { t } = useTranslation('apply');
  return (
    <>
      <Notice>{t('no_account')}</Notice>
      <FieldPair>
        <Field name="name" label={t('name')} autoComplete="name" rules={{ required: true, maxLength: 200 }} />
        <Field name="phoneNumber" kind="tel" label={t('phone')} />
      </FieldPair>
      <Field name="email" kind="email" label={t('email')} rules={{ required: true }} />
    </>
  );
}

function SignedInAs() {
  const { t } = useTranslation('apply');
  const user = currentUser.value;
  return user ? <Notice>{t('signed_in', { name: user.fullName, email: user.email })}</Notice> : null;
}
