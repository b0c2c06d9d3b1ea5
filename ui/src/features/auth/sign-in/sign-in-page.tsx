// Sign in, and back to where you came from.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/layout/stepper.css';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { formatDate } from '../../../lib/locale/time.ts';
import { isSignedIn, loadSession } from '../../../lib/session/session.ts';
import { signIn } from '../../../lib/session/sign-in.ts';
import { goOn, keepingNext } from '../next.ts';
import { ResendConfirmation } from '../resend-confirmation.tsx';
import { typedEmail } from '../typed-email.ts';
import { type SignInProblem, signInProblem } from './sign-in-problem.ts';
import { wasThrownOut } from './thrown-out.ts';

export default function SignInPage() {
  const { t } = useTranslation('auth');
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [times, setTimes] = useState(0);

  useEffect(() => {
    // Where one begins is known once the session is.
    if (isSignedIn.peek()) void loadSession().then(goOn);
  }, []);

  async function handleSubmit(value: FormValue) {
    const email = String(value.email).trim();
    typedEmail.value = email;
    try {
      await signIn(email, String(value.password));
      wasThrownOut.value = false;
      goOn();
    } catch (thrown) {
      // Each time anew, so that it is heard again. Until then the old one stays: going, it would move the button from
      // under a finger that presses twice.
      setProblem(signInProblem(thrown));
      setTimes((times) => times + 1);
    }
  }

  return (
    <>
      <PageTitle title={t('signIn.title')} description={t('signIn.lead')} />
      <div className="form-layout">
        <Card>
          <Form
            of="POST /auth/sign_in"
            onSubmit={handleSubmit}
            value={{ email: typedEmail.peek() }}
            onChange={(value) => {
              typedEmail.value = String(value.email ?? '').trim();
            }}
            label={t('signIn.title')}
          >
            {problem ? (
              <ProblemNotice key={times} problem={problem} />
            ) : wasThrownOut.value ? (
              <ThrownOut />
            ) : null}
            <Field name="email" kind="email" label={t('email')} autoComplete="username" />
            <Field name="password" kind="password" label={t('password')} autoComplete="current-password" />
            <SubmitButton large>{t('signIn.submit')}</SubmitButton>
            <p>
              <AppLink href={keepingNext('/auth/recover')}>{t('signIn.forgot')}</AppLink>
            </p>
          </Form>
        </Card>
        <aside className="stack" aria-label={t('signIn.newHere')}>
          <Card title={t('signIn.volunteerTitle')} className="stack">
            <p className="soft">{t('signIn.volunteerText')}</p>
            <ButtonLink href={keepingNext('/signup')} wide>
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

function ThrownOut() {
  const { t } = useTranslation('auth');
  return (
    <Notice tone="warning" live>
      <p>
        <strong>{t('signOut.refused')}</strong>
      </p>
      <p>{t('signOut.refusedText')}</p>
    </Notice>
  );
}

function ProblemNotice({ problem }: { problem: SignInProblem }) {
  const { t } = useTranslation('auth');
  return (
    <Notice tone="danger" live>
      <p>
        <strong>{t(`signIn.problem.${problem.name}.title`)}</strong>
      </p>
      <p>
        {t(`signIn.problem.${problem.name}.${problem.center ? 'textOf' : 'text'}` as 'signIn.lead', {
          center: problem.center,
          count: problem.minutes,
          date: formatDate(problem.until ?? ''),
        })}
      </p>
      {problem.name === 'unconfirmed' ? <ResendConfirmation email={typedEmail.value} /> : null}
      {problem.name === 'rate_limited' ? (
        <p>
          <AppLink href={keepingNext('/auth/recover')}>{t('signIn.forgot')}</AppLink>
        </p>
      ) : null}
      {['account_asleep', 'invalid_credentials'].includes(problem.name) ? (
        <p>
          <AppLink href={keepingNext('/auth/recover')}>{t('signIn.newPassword')}</AppLink>
        </p>
      ) : null}
      {problem.href ? (
        <p>
          <AppLink href={problem.href}>
            {problem.center ? t('signIn.rightSiteOf', { center: problem.center }) : t('signIn.rightSite')}
          </AppLink>
        </p>
      ) : null}
    </Notice>
  );
}
