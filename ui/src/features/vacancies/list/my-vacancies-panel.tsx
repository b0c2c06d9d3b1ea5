// A vacancy beside the list: whose it is, how it stands, and its text, to judge it by.
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { PanelFacts, PanelHead, PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { formatDate } from '../../../lib/locale/time.ts';
import { RichText } from '../detail/rich-text.tsx';
import { StateBadge } from './my-vacancies-columns.tsx';
import { mayFindPeople, peoplePath } from './my-vacancies-menu.tsx';
import '../../../components/content/prose.css';

export function VacancyPanel({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancies');
  const { id, title, organizationId, organizationName, summary, description, requirements } = vacancy;
  const { expiresAt, contactPerson, applicationsCount = 0 } = vacancy;
  return (
    <>
      <PanelHead title={title} sign={<StateBadge vacancy={vacancy} />}>
        <AppLink href={`/organizations/${organizationId}`}>{organizationName}</AppLink>
      </PanelHead>
      <PanelFacts>
        {contactPerson?.fullName ? (
          <li>
            <Icon name="person" />
            {contactPerson.fullName}
          </li>
        ) : null}
        {expiresAt ? (
          <li>
            <Icon name="calendar" />
            {t('panel.until', { date: formatDate(expiresAt) })}
          </li>
        ) : null}
        {applicationsCount > 0 ? (
          <li>
            <Icon name="hand" />
            <AppLink href={`/applications?vacancy=${id}`}>
              {t('panel.applications', { count: applicationsCount })}
            </AppLink>
          </li>
        ) : null}
        {mayFindPeople(vacancy) ? (
          <li>
            <Icon name="people" />
            <AppLink href={peoplePath(id)}>{t('menu.people')}</AppLink>
          </li>
        ) : null}
      </PanelFacts>
      {vacancy.revisionState ? <p className="panel-note">{t('panel.revision')}</p> : null}
      {summary ? <p className="panel-text">{summary}</p> : null}
      <PanelSection title={t('panel.text')}>
        {description ? (
          <div className="prose">
            <RichText html={description} />
          </div>
        ) : (
          <p className="soft">{t('panel.noText')}</p>
        )}
      </PanelSection>
      {requirements.length > 0 ? (
        <PanelSection title={t('panel.requirements')}>
          <ul>
            {requirements.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </PanelSection>
      ) : null}
    </>
  );
}
