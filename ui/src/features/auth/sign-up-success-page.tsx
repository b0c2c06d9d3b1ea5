// After signing up: open your mail, and what happens next.
import { useTranslation } from 'react-i18next';
import '../../css/stepper.css';
import { NextStep } from '../../components/application-parts.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { CheckList } from '../../components/practical-list.tsx';
import { sentTo } from './sent-to.ts';

export default function SignUpSuccessPage() {
  const { t } = useTranslation('auth');
  const email = sentTo.value;
  return (
    <>
      <PageTitle title={t('success.title')} description={t('success.lead')} />
      <div className="form-layout">
        <div className="stack">
          <NextStep
            title={t('success.mailTitle')}
            actions={
              <ButtonLink href="/vacancies/search" variant="primary" icon="search">
                {t('success.search')}
              </ButtonLink>
            }
          >
            <p>{email ? t('success.mailTo', { email }) : t('success.mail')}</p>
          </NextStep>
          <Card title={t('success.nextTitle')} className="stack">
            <CheckList lines={[t('success.next1'), t('success.next2'), t('success.next3')]} />
          </Card>
        </div>
        <aside aria-label={t('success.noMailTitle')}>
          <Card title={t('success.noMailTitle')} className="stack">
            <p className="soft">{t('success.noMail')}</p>
          </Card>
        </aside>
      </div>
    </>
  );
}
