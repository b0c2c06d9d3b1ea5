// What was written after a message was answered, and the next message.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import { MessageForm } from '../../components/content/message-form.tsx';
import { MessageThread, type ThreadMessage } from '../../components/conversations/message-thread.tsx';
import { markReplyRead, useReplyMessages, writeReplyMessage } from './replies.store.ts';
import { useWhen } from './reply-head.tsx';

/** The conversation from its first message on, with the field to go on where it is still open. */
export function ReplyConversation({ reply }: { reply: VolunteerProfileReply }) {
  const { t } = useTranslation('pool');
  const { id, organizationName, personName, direction } = reply;
  const messages = useReplyMessages(id);
  const isReceived = direction === 'received';
  const hasUnread = messages.some(({ isRead, side }) => !isRead && (side === 'organization') === isReceived);
  useEffect(() => {
    // That it could not be marked takes nothing from who reads it.
    if (hasUnread) markReplyRead(id).catch(() => undefined);
  }, [id, hasUnread]);
  const name = isReceived ? organizationName : (personName.split(' ')[0] ?? personName);
  return (
    <>
      <ReplyThread reply={reply} />
      {reply.status === 'answered' ? (
        <MessageForm
          draft={`profile-replies/${id}/message`}
          label={t('replies.message.write', { name })}
          hint={t('replies.message.hint', { name })}
          submit={t('replies.message.send')}
          sent={t('replies.message.sent')}
          onSend={(body) => writeReplyMessage(id, body)}
        />
      ) : null}
    </>
  );
}

function ReplyThread({ reply }: { reply: VolunteerProfileReply }) {
  const when = useWhen();
  const { id, body, answer, answeredAt, createdAt, senderName, organizationName, personName } = reply;
  const isReceived = reply.direction === 'received';
  const later = useReplyMessages(id);
  const first: ThreadMessage = {
    id: `reply-${id}`,
    author: authorOf(senderName, organizationName),
    when: when(createdAt),
    text: body,
    own: !isReceived,
  };
  // The conversation begins with the answer; until it is loaded the answer stands alone.
  const answered: ThreadMessage[] =
    answer && answeredAt && later.length === 0
      ? [
          {
            id: `answer-${id}`,
            author: personName,
            when: when(answeredAt),
            text: answer,
            own: isReceived,
          },
        ]
      : [];
  const written = later.map(
    (each): ThreadMessage => ({
      id: each.id,
      author: each.authorName || (each.side === 'person' ? personName : organizationName),
      when: when(each.createdAt),
      text: each.body,
      own: (each.side === 'person') === isReceived,
      isHidden: each.isHidden,
      messageId: each.id,
    }),
  );
  return <MessageThread messages={[first, ...answered, ...written]} />;
}

/** "Ineke Kok, Taalhuis Lindewaard" */
export const authorOf = (sender: string | null, organization: string): string =>
  sender ? `${sender}, ${organization}` : organization;
