// The cards of an application: how to reach each other, what happened.
import { useTranslation } from 'react-i18next';
import { Timeline } from '../../../components/content/application-parts.tsx';
import { type ContactLine, ContactList } from '../../../components/content/person.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { safeHref } from '../../../lib/navigation/navigation.ts';
import { useHistory } from './application.store.ts';
import type { SideProps } from './application-page.tsx';
import { useEvents } from './story.ts';
import { namesOf } from './use-step-words.ts';

interface Reachable {
  phoneNumber?: string | null;
  email?: string | null;
  website?: string | null;
}

function contactLines({ phoneNumber, email, website }: Reachable): ContactLine[] {
  const site = safeHref(website);
  return [
    ...(phoneNumber
      ? [{ icon: 'phone' as const, text: formatPhone(phoneNumber), href: `tel:${phoneNumber}` }]
      : []),
    ...(email ? [{ icon: 'mail' as const, text: email, href: `mailto:${email}` }] : []),
    ...(site ? [{ icon: 'globe' as const, text: site.replace(/^https?:\/\//, ''), href: site }] : []),
  ];
}

/** Only when there is something to reach somebody by. */
export function AboutCards({ application, isOwn }: SideProps) {
  const { t } = useTranslation('applications');
  const { phoneNumber, email, organization } = application;
  const lines = contactLines(isOwn ? (organization ?? {}) : { phoneNumber, email });
  if (lines.length === 0) return null;
  return (
    <Card title={t(isOwn ? 'about.organization' : 'about.person', namesOf(application))}>
      <ContactList lines={lines} />
    </Card>
  );
}

/** How help between people went, in the words of both; the server tells it to the centre alone. */
export function ExperienceCard({ application }: SideProps) {
  const { t } = useTranslation('applications');
  const { applicantExperience, askerExperience } = application;
  if (!applicantExperience && !askerExperience) return null;
  return (
    <Card title={t('experience.title')} className="stack">
      {applicantExperience ? (
        <p>
          <b>{t('experience.applicant', namesOf(application))}</b> {applicantExperience}
        </p>
      ) : null}
      {askerExperience ? (
        <p>
          <b>{t('experience.asker', namesOf(application))}</b> {askerExperience}
        </p>
      ) : null}
    </Card>
  );
}

export function HistoryCard({ application, isOwn }: SideProps) {
  const { t } = useTranslation('applications');
  const events = useEvents(application, useHistory(application.id), isOwn);
  if (events.length === 0) return null;
  return (
    <Card title={t('history.title')}>
      <Timeline events={events} />
    </Card>
  );
}
