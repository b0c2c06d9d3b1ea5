// The conversation about an application, and a field to answer.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { MessageForm } from '../../../components/content/message-form.tsx';
import { MessageThread } from '../../../components/conversations/message-thread.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { currentUser, impersonation, menu, organizations } from '../../../lib/session/session.ts';
import { isClosed } from '../stage.ts';
import { useHistory } from './application.store.ts';
import type { SideProps } from './application-page.tsx';
import { markRead, useWritten, writeMessage } from './messages.ts';
import { firstNameOf } from './next-step.ts';
import { useMessages } from './story.ts';

/** Both sides write while the application goes on; nobody else does. */
function mayWrite(application: Application, isOwn: boolean): boolean {
  const { stage, organizationId, can } = application;
  if (isClosed(stage) || stage === 'mentor_review' || stage === 'unconfirmed') return false;
  // Of who decides, a centre does not write; who asked for help does, without an organisation.
  const isAsked = can.includes('decide') && !menu.value.includes('vacancies_review');
  return isOwn || isAsked || organizations.value.some(({ id }) => id === organizationId);
}

export function MessagesCard({ application, isOwn }: SideProps) {
  const { t } = useTranslation('applications');
  const { id, unreadMessages } = application;
  const written = useWritten(id);
  const messages = useMessages(application, useHistory(id), isOwn, written);
  const canWrite = mayWrite(application, isOwn);
  useEffect(() => {
    if (canWrite && unreadMessages > 0 && impersonation.peek() === null) void markRead(id);
  }, [id, canWrite, unreadMessages]);
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
    <Card title={t('message.title')} className="stack">
      {messages.length > 0 ? (
        <MessageThread messages={messages} />
      ) : (
        <p className="soft">{t('message.none')}</p>
      )}
      {canWrite ? <Writing key={id} application={application} isOwn={isOwn} /> : null}
    </Card>
  );
}

function Writing({ application, isOwn }: SideProps) {
  const { t } = useTranslation('applications');
  const { id, userId, organizationName } = application;
  const name = isOwn ? organizationName : firstNameOf(application);
  return (
    <MessageForm
      draft={`applications/${id}/message`}
      label={t('message.write', { name })}
      hint={!isOwn && userId === null ? t('message.guest') : t('message.hint', { name })}
      submit={t('message.send')}
      sent={t('message.sent')}
      onSend={(body) => writeMessage(id, body)}
    />
  );
}
