// A message that one's organisation sent to somebody of the pool, and what came of it.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { StatusBadge } from '../../components/content/badge.tsx';
import { type ContactLine, ContactList } from '../../components/content/person.tsx';
import { formatPhone } from '../../lib/locale/phone.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { organizations } from '../../lib/session/session.ts';
import { authorOf, ReplyConversation } from './reply-conversation.tsx';
import { ReplyHead } from './reply-head.tsx';
import { daysLeft, hrefOfReply, type RepliesTab, STATUS_LOOK } from './reply-view.ts';

interface SentReplyProps {
  reply: VolunteerProfileReply;
  isOpen: boolean;
  tab: RepliesTab;
}

export function SentReply({ reply, isOpen, tab }: SentReplyProps) {
  const { t } = useTranslation('pool');
  const titleId = useId();
  const { status, body, personName, senderName, organizationName } = reply;
  const isOfConversation = status === 'answered' && isOpen;
  return (
    <article className="card reply" aria-labelledby={titleId} data-reply={reply.id}>
      <ReplyHead
        reply={reply}
        name={personName}
        titleId={titleId}
        onBehalf={organizations.value.length > 1 ? organizationName : undefined}
      />
      <p>
        <ReplyStatusBadge reply={reply} />
      </p>
      <Shared reply={reply} />
      {isOfConversation ? (
        <ReplyConversation reply={reply} />
      ) : (
        <div className="reply-text is-own">
          <p>{body}</p>
          <p className="hint">{authorOf(senderName, organizationName)}</p>
        </div>
      )}
      {status === 'answered' && !isOpen ? (
        <div className="reply-foot">
          <ButtonLink href={hrefOfReply(reply.id, tab)}>{t('replies.openConversation')}</ButtonLink>
        </div>
      ) : null}
      {status === 'expired' || status === 'declined' ? (
        <p className="hint">{t(`replies.sentEnded.${status}`)}</p>
      ) : null}
    </article>
  );
}

/** "Wacht op antwoord, nog 24 dagen" */
export function ReplyStatusBadge({ reply, short }: { reply: VolunteerProfileReply; short?: boolean }) {
  const { t } = useTranslation('pool');
  const { status, answeredAt } = reply;
  const days = daysLeft(reply);
  const text = short
    ? t(`replies.status.${status}`)
    : status === 'open'
      ? days === null
        ? t('replies.status.open')
        : days === 0
          ? t('replies.status.openLastDay')
          : t('replies.status.openDays', { count: days })
      : status === 'answered' && answeredAt
        ? t('replies.status.answeredOn', { day: formatDate(answeredAt) })
        : t(`replies.status.${status}`);
  return <StatusBadge {...STATUS_LOOK[status]}>{text}</StatusBadge>;
}

function Shared({ reply }: { reply: VolunteerProfileReply }) {
  const { t } = useTranslation('pool');
  const { status, personPhone, personEmail, personName } = reply;
  if (status !== 'answered') return null;
  const lines: ContactLine[] = [
    ...(personPhone
      ? [
          {
            icon: 'phone' as const,
            text: formatPhone(personPhone),
            href: `tel:${personPhone.replace(/[^+\d]/g, '')}`,
          },
        ]
      : []),
    ...(personEmail ? [{ icon: 'mail' as const, text: personEmail, href: `mailto:${personEmail}` }] : []),
  ];
  return lines.length > 0 ? (
    <ContactList lines={lines} />
  ) : (
    <p className="hint">{t('replies.notShared', { name: personName.split(' ')[0] ?? personName })}</p>
  );
}
