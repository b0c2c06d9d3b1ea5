// The newsletter: asking for it without an account, and earlier ones to read first. A mail asks to confirm.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askForNewsletter } from '../../api/newsletter-subscription-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import { appName } from '../../lib/centre/centre.ts';
import { language } from '../../lib/locale/language.ts';
import { isSignedIn } from '../../lib/session/session.ts';
import { CONSENT_EDITION } from './consent-edition.ts';
import { EarlierNewsletters } from './earlier-newsletters.tsx';

const CONSENTS_PATH = '/account/privacy';

export default function SubscribePage() {
  const { t } = useTranslation(['newsletter-subscription', 'routes']);
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null)
    return (
      <QuestionPanel icon="mail" title={t('sent.title')} focus>
        <p>{t('sent.text', { email: sentTo })}</p>
        <p className="soft">{t('sent.spam')}</p>
        <Button onClick={() => setSentTo(null)}>{t('sent.again')}</Button>
      </QuestionPanel>
    );
  return (
    <div className="page-bottom own-column">
      <PageTitle title={t('routes:newsletterSubscribe.title')} description={t('lead')} />
      {isSignedIn.value ? <MemberCard /> : <SubscribeCard onSent={setSentTo} />}
      <EarlierNewsletters />
    </div>
  );
}

/** Who has an account says it there: then it stands among what else they agreed to. */
function MemberCard() {
  const { t } = useTranslation('newsletter-subscription');
  return (
    <Card title={t('member.title')} className="stack">
      <p>{t('member.text')}</p>
      <p>
        <ButtonLink href={CONSENTS_PATH} variant="primary" large>
          {t('member.link')}
        </ButtonLink>
      </p>
    </Card>
  );
}

function SubscribeCard({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation('newsletter-subscription');

  async function handleSubmit(value: FormValue) {
    const email = String(value.email ?? '').trim();
    await askForNewsletter({
      email,
      firstName: String(value.firstName ?? '').trim() || null,
      locale: language.peek(),
      edition: CONSENT_EDITION,
    });
    onSent(email);
  }

  return (
    <Card title={t('form.title')} className="stack">
      <Form onSubmit={handleSubmit} label={t('form.title')}>
        <Field
          name="email"
          kind="email"
          label={t('form.email')}
          rules={{ required: true }}
          autoComplete="email"
        />
        <Field
          name="firstName"
          label={t('form.firstName')}
          hint={t('form.firstNameHint')}
          autoComplete="given-name"
        />
        <p>{t('form.consent', { centre: appName.value })}</p>
        <p>
          <AppLink href="/privacy">{t('form.privacy')}</AppLink>
        </p>
        <SubmitButton large>{t('form.submit')}</SubmitButton>
      </Form>
    </Card>
  );
}
