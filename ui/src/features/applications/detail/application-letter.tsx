// The letter for somebody without e-mail: what they applied for, what happens next, whom to call. For the printer.
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { PrintButton } from '../../../components/actions/print-button.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { LIST_PATH } from '../list/list-url.ts';
import { AnswersList } from './answers-list.tsx';
import './application-letter.css';

export function ApplicationLetter({ application }: { application: Application }) {
  const { t } = useTranslation('applications');
  const { id, name, vacancyTitle, organizationName, organization, message, answers, createdAt } = application;
  const here = centre.value;
  usePageHead(t('letter.title', { name }));
  return (
    <div className="application-letter">
      <ButtonRow>
        <PrintButton />
        <ButtonLink variant="quiet" href={`${LIST_PATH}/${id}`}>
          {t('letter.back')}
        </ButtonLink>
      </ButtonRow>
      <article className="card">
        <p className="letter-from">
          <b>{here?.name}</b>
          {here?.phoneNumber ? <span>{formatPhone(here.phoneNumber)}</span> : null}
          {here?.email ? <span>{here.email}</span> : null}
        </p>
        <p>{formatDate(new Date().toISOString())}</p>
        <h1>{t('letter.subject', { vacancy: vacancyTitle })}</h1>
        <p>{t('letter.dear', { name })}</p>
        <p>
          {t('letter.applied', {
            day: formatDate(createdAt),
            vacancy: vacancyTitle,
            organization: organizationName,
          })}
        </p>
        <h2>{t('letter.next')}</h2>
        <ul>
          <li>{t('letter.contact', { organization: organizationName })}</li>
          <li>{t('letter.silence')}</li>
        </ul>
        {organization?.phoneNumber || organization?.email ? (
          <>
            <h2>{organizationName}</h2>
            <ul>
              {organization.phoneNumber ? <li>{formatPhone(organization.phoneNumber)}</li> : null}
              {organization.email ? <li>{organization.email}</li> : null}
            </ul>
          </>
        ) : null}
        {message || answers.length > 0 ? (
          <>
            <h2>{t('letter.sent')}</h2>
            {message ? <p className="letter-text">{message}</p> : null}
            <AnswersList application={application} />
          </>
        ) : null}
        <p>{t('letter.greeting')}</p>
        <p>{here?.name}</p>
      </article>
    </div>
  );
}
