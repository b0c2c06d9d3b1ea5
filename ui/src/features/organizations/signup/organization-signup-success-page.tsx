// The organisation is signed up: what happens next, and how long it takes.
import { useTranslation } from 'react-i18next';
import '../../../components/layout/stepper.css';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { NextStep } from '../../../components/content/application-parts.tsx';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { isSignedIn } from '../../../lib/session/session.ts';

export default function OrganizationSignupSuccessPage() {
  const { t } = useTranslation('organizations');
  const signedIn = isSignedIn.value;
  const phone = centre.value?.phoneNumber;
  return (
    <>
      <PageTitle title={t('done.title')} description={t('done.lead')} />
      <div className="form-layout">
        <div className="stack">
          <NextStep
            title={t(signedIn ? 'done.readyTitle' : 'done.mailTitle')}
            actions={
              signedIn ? (
                <ButtonLink href="/vacancies/add" variant="primary" icon="plus">
                  {t('done.draft')}
                </ButtonLink>
              ) : (
                <ButtonLink href="/" variant="primary">
                  {t('done.home')}
                </ButtonLink>
              )
            }
          >
            <p>{t(signedIn ? 'done.readyText' : 'done.mailText')}</p>
          </NextStep>
          <Card title={t('done.nextTitle')} className="stack">
            <CheckList lines={[t('done.next1'), t('done.next2'), t('done.next3')]} />
          </Card>
        </div>
        <aside aria-label={t('done.questionTitle')}>
          <Card title={t('done.questionTitle')} className="stack">
            <p className="soft">{t('done.question')}</p>
            {phone ? (
              <p>
                <a href={`tel:${phone}`}>{t('done.call', { phone: formatPhone(phone) })}</a>
              </p>
            ) : null}
          </Card>
        </aside>
      </div>
    </>
  );
}
