// The cards of an application: messages, how to reach each other, what happened.
import { useTranslation } from 'react-i18next';
import { MessageThread, Timeline } from '../../../components/content/application-parts.tsx';
import { type ContactLine, ContactList } from '../../../components/content/person.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { safeHref } from '../../../lib/navigation/navigation.ts';
import { currentUser, impersonation } from '../../../lib/session/session.ts';
import { useHistory } from './application.store.ts';
import type { SideProps } from './application-page.tsx';
import { useEvents, useMessages } from './story.ts';
import { namesOf } from './use-step-words.ts';

export function MessagesCard({ application, isOwn }: SideProps) {
  const { t } = useTranslation('applications');
  const messages = useMessages(application, useHistory(application.id), isOwn);
  if (impersonation.value) {
    return (
      <Card title={t('message.title')} className="stack">
        <Notice tone="warning" icon="lock">
          {t('message.asAnother', { name: currentUser.value?.fullName ?? '' })}
        </Notice>
      </Card>
    );
  }
  return (
    <Card title={t('message.title')}>
      {messages.length > 0 ? (
        <MessageThread messages={messages} />
      ) : (
        <p className="soft">{t('message.none')}</p>
      )}
    </Card>
  );
}

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
