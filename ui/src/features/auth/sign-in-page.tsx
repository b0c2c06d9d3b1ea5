// Sign in, and back to where you came from.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../css/stepper.css';
import { AppLink } from '../../components/app-link.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { Notice } from '../../components/notice.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { navigateTo, safeNext } from '../../lib/navigation.ts';
import { isSignedIn, signIn } from '../../lib/session.ts';
import { type SignInProblem, signInProblem } from './sign-in-problem.ts';

export default function SignInPage() {
  const { t } = useTranslation('auth');
  const [problem, setProblem] = useState<SignInProblem | null>(null);

  useEffect(() => {
    if (isSignedIn.peek()) goOn();
  }, []);

  async function handleSubmit(value: FormValue) {
    setProblem(null);
    try {
      await signIn(String(value.email).trim(), String(value.password));
      goOn();
    } catch (thrown) {
      setProblem(signInProblem(thrown));
    }
  }

  return (
    <>
      <PageTitle title={t('signIn.title')} description={t('signIn.lead')} />
      <div className="form-layout">
        <Card>
          <Form onSubmit={handleSubmit} label={t('signIn.title')}>
            {problem ? <ProblemNotice problem={problem} /> : null}
            <Field
              name="email"
              kind="email"
              label={t('email')}
              rules={{ required: true }}
              autoComplete="username"
            />
            <Field
              name="password"
              kind="password"
              label={t('password')}
              rules={{ required: true }}
              autoComplete="current-password"
            />
            <SubmitButton large>{t('signIn.submit')}</SubmitButton>
          </Form>
        </Card>
        <aside className="stack" aria-label={t('signIn.newHere')}>
          <Card title={t('signIn.volunteerTitle')} className="stack">
            <p className="soft">{t('signIn.volunteerText')}</p>
            <ButtonLink href="/signup" wide>
              {t('signIn.volunteerAction')}
            </ButtonLink>
          </Card>
          <Card title={t('signIn.organizationTitle')} className="stack">
            <p className="soft">{t('signIn.organizationText')}</p>
            <ButtonLink href="/organizations/signup" wide>
              {t('signIn.organizationAction')}
            </ButtonLink>
          </Card>
        </aside>
      </div>
    </>
  );
}

/** Back to where one was sent from, never outside the app. */
function goOn(): void {
  navigateTo(safeNext(new URLSearchParams(location.search).get('next')), { replace: true });
}

function ProblemNotice({ problem }: { problem: SignInProblem }) {
  const { t } = useTranslation('auth');
  return (
    <Notice tone="danger" live>
      <p>
        <strong>{t(`signIn.problem.${problem.name}.title`)}</strong>
      </p>
      <p>{t(`signIn.problem.${problem.name}.text`)}</p>
      {problem.href ? (
        <p>
          <AppLink href={problem.href}>{t('signIn.rightSite')}</AppLink>
        </p>
      ) : null}
    </Notice>
  );
}
