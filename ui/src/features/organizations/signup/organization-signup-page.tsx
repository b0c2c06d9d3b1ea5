// An organisation signs up in three short steps. What was typed stays on this device until it is sent.

import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import '../organizations.css';
import { CALLS } from '../../../api/calls.ts';
import { ApiError } from '../../../api/client.ts';
import { send } from '../../../api/requests.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { ContactHelp } from '../../../components/contact/contact-help.tsx';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card, FormCard } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { Stepper } from '../../../components/layout/stepper.tsx';
import { language } from '../../../lib/locale/language.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { StepFields } from './signup-steps.tsx';
import { isStep, keptValues, STEPS, type StepKey, signupAttributes, stepOf } from './signup-values.ts';

const DRAFT = 'organizations/signup';
const PATH = '/organizations/signup';

const hrefOf = (step: StepKey): string => (step === 'organization' ? PATH : `${PATH}?step=${step}`);

/** Who signs up without an account makes one. */
const PARTS = { contact: 'registrations' };

export default function OrganizationSignupPage() {
  const { t } = useTranslation('organizations');
  const query = useQuery();
  const kept = useMemo(() => readDraft<FormValue>(DRAFT), []);
  const [values, setValues] = useState<FormValue>(kept ?? {});
  const [hasKept, setHasKept] = useState(kept !== null);
  const [started, setStarted] = useState(0);

  const asked = query.get('step');
  const wanted: StepKey = isStep(asked) ? asked : 'organization';
  // A later step without the first one would end in an error there: begin at the beginning.
  const step: StepKey = values.name ? wanted : 'organization';
  const at = STEPS.indexOf(step);

  function handleChange(value: FormValue) {
    setValues(value);
    saveDraft(DRAFT, keptValues(value));
  }

  function handleAnew() {
    dropDraft(DRAFT);
    setValues({});
    setHasKept(false);
    setStarted(started + 1);
    navigateTo(PATH, { replace: true });
  }

  async function handleSubmit(value: FormValue) {
    setValues(value);
    const next = STEPS[at + 1];
    if (next) {
      navigateTo(hrefOf(next));
      window.scrollTo(0, 0);
      return [];
    }
    const attributes = signupAttributes(value, {
      isSignedIn: isSignedIn.peek(),
      locale: language.peek(),
    });
    try {
      await send(CALLS.signUpOrganization, { body: attributes });
    } catch (thrown) {
      return elsewhere(thrown);
    }
    dropDraft(DRAFT);
    navigateTo('/organizations/signup/success');
    return [];
  }

  /** A problem on an earlier step says which one; those of this step land on their field. */
  function elsewhere(thrown: unknown) {
    if (!(thrown instanceof ApiError) || thrown.problems.length === 0) throw thrown;
    return thrown.problems.map((problem) => {
      const of = stepOf(problem.field);
      return of === step || problem.field === ''
        ? problem
        : { detail: t('signup.onStep', { step: t(`signup.step.${of}`), text: problem.detail }) };
    });
  }

  const previous = STEPS[at - 1];
  const next = STEPS[at + 1];
  return (
    <>
      <PageTitle title={t('signup.title')} description={t('signup.lead')} />
      <Stepper
        steps={STEPS.map((key) => ({ key, label: t(`signup.step.${key}`), href: hrefOf(key) }))}
        current={step}
      />
      <div className="form-layout after-stepper">
        <div className="stack">
          {hasKept ? (
            <Notice>
              <p>{t('signup.kept')}</p>
              <Button variant="quiet" small onClick={handleAnew}>
                {t('signup.anew')}
              </Button>
            </Notice>
          ) : null}
          <Form
            key={`${step}-${started}`}
            of="organizations"
            parts={PARTS}
            value={values}
            onChange={handleChange}
            onSubmit={handleSubmit}
            label={t(`signup.step.${step}`)}
          >
            <FormCard title={t(`signup.question.${step}`)}>
              <StepFields step={step} />
            </FormCard>
            <div className="button-row is-between">
              {previous ? (
                <ButtonLink href={hrefOf(previous)} icon="left">
                  {t('signup.previous')}
                </ButtonLink>
              ) : (
                <span />
              )}
              <SubmitButton large>
                {next
                  ? t('signup.next', { step: serverWords(t)(`signup.nextStep.${next}`) })
                  : t('signup.submit')}
              </SubmitButton>
            </div>
          </Form>
        </div>
        <aside className="stack" aria-label={t('signup.helpTitle')}>
          <Card title={t('signup.helpTitle')} className="stack">
            <CheckList lines={[t('signup.help1'), t('signup.help2'), t('signup.help3')]} />
          </Card>
          {isSignedIn.value ? null : (
            <p className="soft">
              {t('signup.have')}{' '}
              <AppLink href={`/auth/login-1?next=${encodeURIComponent(PATH)}`}>{t('signup.signIn')}</AppLink>
            </p>
          )}
          <ContactHelp />
        </aside>
      </div>
    </>
  );
}
