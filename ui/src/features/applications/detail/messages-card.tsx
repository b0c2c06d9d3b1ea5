// The conversation about an application, and a field to answer.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { MessageThread } from '../../../components/content/application-parts.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { currentUser, impersonation, menu, organizations } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { isClosed } from '../stage.ts';
import { useHistory } from './application.store.ts';
import type { SideProps } from './application-page.tsx';
import { markRead, useWritten, writeMessage } from './messages.ts';
import { firstNameOf } from './next-step.ts';
import { useMessages } from './story.ts';

const LONGEST = 5000;

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
  const [round, setRound] = useState(0);
  const { id, userId, organizationName } = application;
  const draft = `applications/${id}/message`;
  const name = isOwn ? organizationName : firstNameOf(application);

  async function handleSubmit(value: FormValue) {
    await writeMessage(id, String(value.body ?? '').trim());
    dropDraft(draft);
    addToast({ title: t('message.sent'), color: 'success' });
    setRound((times) => times + 1);
  }

  return (
    <Form
      key={round}
      className="application-form"
      label={t('message.write', { name })}
      value={readDraft<FormValue>(draft) ?? { body: '' }}
      onChange={(value) => saveDraft(draft, value)}
      onSubmit={handleSubmit}
    >
      <Field
        name="body"
        kind="textarea"
        rows={3}
        label={t('message.write', { name })}
        hint={!isOwn && userId === null ? t('message.guest') : t('message.hint', { name })}
        rules={{ required: true, maxLength: LONGEST }}
      />
      <SubmitButton>{t('message.send')}</SubmitButton>
    </Form>
  );
}
