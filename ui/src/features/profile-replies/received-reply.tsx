// A message that an organisation sent to somebody of the pool, as that person reads and answers it.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { AnswerForm } from './answer-form.tsx';
import { blockReply, declineReply } from './replies.store.ts';
import { authorOf, ReplyConversation } from './reply-conversation.tsx';
import { ReplyHead } from './reply-head.tsx';
import { daysLeft, hrefOfReply, isArchived, type RepliesTab } from './reply-view.ts';

interface ReceivedReplyProps {
  reply: VolunteerProfileReply;
  isOpen: boolean;
  tab: RepliesTab;
}

export function ReceivedReply({ reply, isOpen, tab }: ReceivedReplyProps) {
  const titleId = useId();
  const [asked, setAsked] = useState<'decline' | 'block' | null>(null);
  const { status, body, senderName, organizationName } = reply;
  const isOfConversation = status === 'answered' && isOpen;
  return (
    <article
      className={classNames('card reply', status === 'open' && 'is-new')}
      aria-labelledby={titleId}
      data-reply={reply.id}
    >
      <ReplyHead reply={reply} name={organizationName} titleId={titleId} />
      {isOfConversation ? null : (
        <div className="reply-text">
          <p>{body}</p>
          <p className="hint">{authorOf(senderName, organizationName)}</p>
        </div>
      )}
      {status === 'open' ? (
        isOpen ? (
          <>
            <AnswerForm
              reply={reply}
              onDecline={() => setAsked('decline')}
              onBlock={() => setAsked('block')}
            />
            <DaysLeft reply={reply} />
          </>
        ) : (
          <div className="reply-foot">
            <OpenLink reply={reply} tab={tab} />
            <DaysLeft reply={reply} />
          </div>
        )
      ) : (
        <Closed reply={reply} isOpen={isOpen} tab={tab} onBlock={() => setAsked('block')} />
      )}
      <Decision reply={reply} asked={asked} onClose={() => setAsked(null)} />
    </article>
  );
}

function OpenLink({ reply, tab }: Pick<ReceivedReplyProps, 'reply' | 'tab'>) {
  const { t } = useTranslation('pool');
  return <ButtonLink href={hrefOfReply(reply.id, tab)}>{t('replies.readAndAnswer')}</ButtonLink>;
}

/** How long there is to answer, and what follows from not answering. */
function DaysLeft({ reply }: { reply: VolunteerProfileReply }) {
  const { t } = useTranslation('pool');
  const days = daysLeft(reply);
  if (days === null) return null;
  return <p className="hint">{days === 0 ? t('replies.lastDay') : t('replies.daysLeft', { count: days })}</p>;
}

/** How it ended, or the conversation that followed. */
function Closed({ reply, isOpen, tab, onBlock }: ReceivedReplyProps & { onBlock: () => void }) {
  const { t } = useTranslation('pool');
  const { status, answeredAt, organizationName } = reply;
  if (status !== 'answered') {
    return <p className="hint">{t(`replies.ended.${status as 'declined' | 'expired' | 'blocked'}`)}</p>;
  }
  if (!isOpen) {
    return (
      <div className="reply-foot">
        <ButtonLink href={hrefOfReply(reply.id, tab)}>{t('replies.openConversation')}</ButtonLink>
        <p className="hint">{t('replies.youAnswered', { day: formatDate(answeredAt ?? '') })}</p>
      </div>
    );
  }
  return (
    <>
      <ReplyConversation reply={reply} />
      <SharedByYou reply={reply} />
      {isArchived(reply) ? null : (
        <p>
          <Button small variant="quiet" icon="block" onClick={onBlock}>
            {t('replies.block.open', { name: organizationName })}
          </Button>
        </p>
      )}
    </>
  );
}

function SharedByYou({ reply }: { reply: VolunteerProfileReply }) {
  const { t } = useTranslation('pool');
  const { sharesPhone, sharesLastName, sharesEmail, organizationName: name } = reply;
  const shared = [
    sharesPhone ? t('replies.shared.phone') : '',
    sharesLastName ? t('replies.shared.lastName') : '',
    sharesEmail ? t('replies.shared.email') : '',
  ].filter(Boolean);
  return (
    <p className="hint">
      {shared.length === 0
        ? t('replies.shared.nothing', { name })
        : t('replies.shared.list', { name, list: shared.join(', ') })}
    </p>
  );
}

interface DecisionProps {
  reply: VolunteerProfileReply;
  asked: 'decline' | 'block' | null;
  onClose: () => void;
}

function Decision({ reply, asked, onClose }: DecisionProps) {
  const { t } = useTranslation('pool');
  const [isBusy, setIsBusy] = useState(false);
  const name = reply.organizationName;

  async function handleConfirm(kind: 'decline' | 'block') {
    setIsBusy(true);
    try {
      await (kind === 'block' ? blockReply(reply) : declineReply(reply));
      addToast({ id: 'profile-reply', title: t(`replies.${kind}.done`, { name }), color: 'success' });
    } catch (thrown) {
      addToast({
        id: 'profile-reply',
        title: normaliseError(thrown).message || t('replies.failed'),
        color: 'danger',
      });
    }
    setIsBusy(false);
    onClose();
  }

  if (asked === null) return null;
  return (
    <ConfirmDialog
      open
      title={t(`replies.${asked}.title`, { name })}
      confirmLabel={t(`replies.${asked}.confirm`)}
      variant={asked === 'block' ? 'danger' : 'primary'}
      busy={isBusy}
      onConfirm={() => void handleConfirm(asked)}
      onCancel={onClose}
    >
      <p>{t(`replies.${asked}.text`)}</p>
    </ConfirmDialog>
  );
}
