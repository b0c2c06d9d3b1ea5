// One thing that waits, beside the list: what it says, what differs, and what to look at before saying yes.
import { useTranslation } from 'react-i18next';
import type { Activity, Vacancy } from '../../api/schema.d.ts';
import type { ReviewHints } from '../../api/staff-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { MailPreview } from '../../components/work-list/mail-preview.tsx';
import { PanelFacts, PanelHead, PanelSection } from '../../components/work-list/panel-parts.tsx';
import { ActivityRevision } from '../../features/activities/activity-revision.tsx';
import { PendingOrganization } from '../../features/organizations/approve/pending-organization.tsx';
import { approvalMail } from '../../features/organizations/approve/use-decisions.ts';
import { RichText } from '../../features/vacancies/detail/rich-text.tsx';
import { RevisionCard } from '../../features/vacancies/edit/edit-vacancy-revision.tsx';
import { offeredEvents } from '../../features/vacancies/form/vacancy-form-events.ts';
import { moderationMail } from '../../features/vacancies/list/my-vacancies-decisions.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { useActivityHints, useHints, useWaitingVacancy, type Waiting } from './moderation.store.ts';
import { ReportPanel } from './reports/report-panel.tsx';
import { Criteria, Hints } from './review-hints.tsx';
import '../../components/content/prose.css';

export function WaitingPanel({ row }: { row: Waiting }) {
  const { t } = useTranslation('moderation');
  if (row.vacancy) return <WaitingVacancy id={row.vacancy.id} />;
  if (row.report) return <ReportPanel id={row.report.id} />;
  if (row.activity) return <WaitingActivity activity={row.activity} />;
  const organization = row.organizationRow;
  if (!organization) return null;
  return (
    <>
      <PendingOrganization organization={organization} />
      {row.kind === 'organization' ? <ApprovalMail load={() => approvalMail(organization)} /> : null}
      {row.kind === 'organization_change' ? (
        <p>
          <AppLink href={`/organizations/${organization.id}/edit`}>{t('decideThere')}</AppLink>
        </p>
      ) : null}
    </>
  );
}

/** An activity is decided on where its dates are. */
function WaitingActivity({ activity }: { activity: Activity }) {
  const { t } = useTranslation('moderation');
  const { data: hints } = useActivityHints(activity.id);
  return (
    <>
      <PanelHead title={activity.title}>{activity.organizationName}</PanelHead>
      {hints ? <Hints hints={hints} about="activity" /> : null}
      {activity.revision ? (
        <ActivityRevision activity={activity} />
      ) : (
        <>
          {activity.summary ? <p className="panel-text">{activity.summary}</p> : null}
          <PanelSection title={t('text')}>
            {activity.description ? (
              <div className="prose">
                <RichText html={activity.description} />
              </div>
            ) : (
              <p className="soft">{t('noText')}</p>
            )}
          </PanelSection>
        </>
      )}
      <p>
        <AppLink href={`/activiteitenkalender/overzicht/${activity.id}`}>{t('decideActivity')}</AppLink>
      </p>
    </>
  );
}

/** Preview of the email after an approval; a refusal has its preview in the dialog that asks for the reason. */
function ApprovalMail({ load }: { load: () => Promise<{ subject: string; text: string } | null> }) {
  const { t } = useTranslation('moderation');
  return (
    <PanelSection title={t('mail')}>
      <MailPreview label={t('showMail')} load={load} />
    </PanelSection>
  );
}

function WaitingVacancy({ id }: { id: string }) {
  const { data: vacancy, status, refresh } = useWaitingVacancy(id);
  const { data: hints } = useHints(id);
  if (vacancy) return <Whole vacancy={vacancy} hints={hints} />;
  return status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={5} />;
}

function Whole({ vacancy, hints }: { vacancy: Vacancy; hints: Partial<ReviewHints> | undefined }) {
  const { t } = useTranslation(['moderation', 'vacancies']);
  const { title, askerId, organizationId, organizationName, summary, description, requirements, offer } =
    vacancy;
  return (
    <>
      <PanelHead title={title}>
        <AppLink href={askerId ? `/users/${askerId}` : `/organizations/${organizationId}`}>
          {organizationName}
        </AppLink>
      </PanelHead>
      <PanelFacts>
        {vacancy.contactPerson?.fullName ? (
          <li>
            <Icon name="person" />
            {vacancy.contactPerson.fullName}
          </li>
        ) : null}
        {vacancy.city ? (
          <li>
            <Icon name="pin" />
            {vacancy.city}
          </li>
        ) : null}
        {vacancy.schedule ? (
          <li>
            <Icon name="calendar" />
            {vacancy.schedule}
          </li>
        ) : null}
        {vacancy.hoursPerWeek ? (
          <li>
            <Icon name="clock" />
            {t('hours', { count: vacancy.hoursPerWeek })}
          </li>
        ) : null}
        {vacancy.expiresAt ? (
          <li>
            <Icon name="calendar" />
            {t('until', { date: formatDate(vacancy.expiresAt) })}
          </li>
        ) : null}
      </PanelFacts>
      {hints ? <Hints hints={hints} about={askerId === null ? 'vacancy' : 'helpRequest'} /> : null}
      {vacancy.revision ? <RevisionCard vacancy={vacancy} /> : null}
      {vacancy.imageUrl ? (
        <img className="waiting-photo" src={vacancy.imageUrl} alt={vacancy.imageAlt ?? ''} />
      ) : null}
      {summary ? <p className="panel-text">{summary}</p> : null}
      <PanelSection title={t('text')}>
        {description ? (
          <div className="prose">
            <RichText html={description} />
          </div>
        ) : (
          <p className="soft">{t('noText')}</p>
        )}
      </PanelSection>
      {requirements.length > 0 ? (
        <PanelSection title={t(askerId ? 'asked' : 'requirements')}>
          <ul>
            {requirements.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </PanelSection>
      ) : null}
      {offer ? (
        <PanelSection title={t(askerId ? 'offerOfAsker' : 'offer')}>
          <p>{offer}</p>
        </PanelSection>
      ) : null}
      {hints ? <Criteria hints={hints} /> : null}
      {offeredEvents(vacancy).some(({ event }) => event === 'approve') ? (
        <ApprovalMail load={() => moderationMail(vacancy, 'approve')} />
      ) : null}
    </>
  );
}
