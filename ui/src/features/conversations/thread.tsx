// One conversation: with whom, what it is about, what was written, and a field to answer.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../api/conversation-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../components/actions/menu.tsx';
import { Key } from '../../components/content/key.tsx';
import { Avatar } from '../../components/content/person.tsx';
import { ConfirmDialog } from '../../components/feedback/dialog.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { currentUser } from '../../lib/session/session.ts';
import { ClosedComposer, Composer } from './composer.tsx';
import { type ConversationStep, takeStep, withdrawMessage } from './conversations.store.ts';
import { aboutHref } from './links.ts';
import { isPlain, isTeam, useNames } from './names.ts';
import { ThreadMessages } from './thread-messages.tsx';

const ARCHIVE_KEY = 'E';

interface ThreadProps {
  conversation: Conversation;
  /** It covers the list: the focus moves to it. */
  isAlone: boolean;
  onClose: () => void;
  onArchive: () => void;
}

export function Thread({ conversation, isAlone, onClose, onArchive }: ThreadProps) {
  const { t } = useTranslation('conversations');
  const { id, otherSide, isArchived, isMuted, blockedBy, closedReason } = conversation;
  const { name, short } = useNames(conversation);
  const [isBlocking, setIsBlocking] = useState(false);
  const [given, setGiven] = useState({ text: '', round: 0 });
  const title = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const step = useStep(conversation);
  const ownHref = isPlain(conversation) && !isOwnOrganization(conversation) ? aboutHref(conversation) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with another conversation
  useEffect(() => {
    if (!isAlone) return;
    title.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [id, isAlone]);

  const entries: MenuEntry[] = [
    isMuted
      ? {
          label: t('thread.unmute'),
          hint: t('thread.unmuteHint'),
          icon: 'bell',
          onSelect: () => void step('unmute'),
        }
      : {
          label: t('thread.mute'),
          hint: t('thread.muteHint'),
          icon: 'bell-off',
          onSelect: () => void step('mute'),
        },
    {
      label: t(isArchived ? 'thread.unarchive' : 'thread.archive'),
      hint: isArchived ? undefined : t('thread.archiveHint', { name: short }),
      icon: 'archive',
      onSelect: onArchive,
    },
    {
      label: t('thread.markUnread'),
      icon: 'mail',
      // Looking at it would mark it as read again at once.
      onSelect: () => void step('unread').then((isDone) => isDone && onClose()),
    },
    blockedBy === 'us'
      ? { label: t('thread.unblock'), icon: 'ban', onSelect: () => void step('unblock') }
      : {
          label: t('thread.block', { name: short }),
          hint: t('thread.blockHint'),
          icon: 'ban',
          danger: true,
          onSelect: () => setIsBlocking(true),
        },
  ];

  async function withdraw(messageId: string, body: string) {
    try {
      await withdrawMessage(messageId);
      addToast({ id: 'conversation', title: t('thread.withdrawn'), color: 'success' });
      setGiven(({ round }) => ({ text: body, round: round + 1 }));
      field.current?.focus();
    } catch {
      addToast({ id: 'conversation', title: t('done.failed'), color: 'danger' });
    }
  }

  return (
    <section className="work-panel is-talk" aria-labelledby="conversation-with">
      <header className="talk-head">
        {isAlone ? (
          <Button variant="quiet" icon="left" className="talk-back" onClick={onClose}>
            <span className="visually-hidden">{t('thread.back')}</span>
          </Button>
        ) : (
          <Avatar name={name} />
        )}
        <div>
          <h2 id="conversation-with" ref={title} tabIndex={-1}>
            {name}
          </h2>
          <p>
            {ownHref ? <AppLink href={ownHref}>{t(`side.${otherSide}`)}</AppLink> : t(`side.${otherSide}`)}
          </p>
        </div>
        <div className="talk-tools">
          <Button variant="quiet" icon="archive" className="from-desk" onClick={onArchive}>
            {t(isArchived ? 'thread.unarchive' : 'thread.archive')} <Key>{ARCHIVE_KEY}</Key>
          </Button>
          <MenuButton className="button is-quiet" label={t('thread.moreLabel')} entries={entries}>
            <Icon name="dots" />
            {t('thread.more')}
          </MenuButton>
        </div>
      </header>
      <About conversation={conversation} onStep={(which) => void step(which)} />
      <ThreadMessages
        key={`messages-${id}`}
        conversation={conversation}
        onWithdraw={(messageId, body) => void withdraw(messageId, body)}
      />
      {closedReason === null ? (
        <Composer key={`field-${id}`} conversation={conversation} given={given} field={field} />
      ) : (
        <ClosedComposer conversation={conversation} onUnblock={() => void step('unblock')} />
      )}
      <ConfirmDialog
        open={isBlocking}
        title={t('block.title', { name })}
        confirmLabel={t('block.confirm')}
        variant="danger"
        onCancel={() => setIsBlocking(false)}
        onConfirm={() => {
          setIsBlocking(false);
          void step('block');
        }}
      >
        <ul className="block-list">
          <Line icon="ban" text={t('block.noMessages', { name: short })} />
          <Line icon="check" text={t('block.goesOn')} />
          <Line icon="undo" text={t('block.undo')} />
        </ul>
      </ConfirmDialog>
    </section>
  );
}

const Line = ({ icon, text }: { icon: IconName; text: string }) => (
  <li>
    <Icon name={icon} />
    <span>{text}</span>
  </li>
);

/** The page of one's own organisation says nothing of the other. */
const isOwnOrganization = ({ side, aboutType }: Conversation): boolean =>
  side === 'organization' && aboutType === 'organizations';

/** A step with its word afterwards. */
function useStep(conversation: Conversation) {
  const { t } = useTranslation('conversations');
  const { id } = conversation;
  const { short: name } = useNames(conversation);
  return async (step: Exclude<ConversationStep, 'read'>): Promise<boolean> => {
    try {
      await takeStep(step, id);
      addToast({ id: 'conversation', title: t(`done.${step}`, { name }), color: 'success' });
      return true;
    } catch {
      addToast({ id: 'conversation', title: t('done.failed'), color: 'danger' });
      return false;
    }
  };
}

interface AboutProps {
  conversation: Conversation;
  onStep: (step: 'take' | 'release') => void;
}

/** What it is about, and who of the team is on it. */
function About({ conversation, onStep }: AboutProps) {
  const { t } = useTranslation('conversations');
  const { aboutTitle, aboutType, subject, takenById, takenByName } = conversation;
  const href = aboutHref(conversation);
  const hasTitle = !isPlain(conversation);
  const title = aboutTitle || serverWords(t)(`subject.${aboutType}`);
  const isMine = takenById !== null && takenById === currentUser.value?.id;
  if (!hasTitle && !subject && !isTeam(conversation)) return null;
  return (
    <div className="talk-about">
      {hasTitle || subject ? <span className="soft">{t('thread.about')}</span> : null}
      {hasTitle ? href ? <AppLink href={href}>{title}</AppLink> : <b>{title}</b> : null}
      {subject && subject !== title ? <span>{subject}</span> : null}
      {isTeam(conversation) ? (
        <span className="talk-taken">
          {takenById === null ? (
            <Button small variant="quiet" icon="hand" onClick={() => onStep('take')}>
              {t('thread.take')}
            </Button>
          ) : (
            <>
              <span role="status">
                {isMine ? t('thread.takenByMe') : t('thread.taken', { name: takenByName ?? '' })}
              </span>
              <Button small variant="quiet" onClick={() => onStep(isMine ? 'release' : 'take')}>
                {t(isMine ? 'thread.release' : 'thread.takeOver')}
              </Button>
            </>
          )}
        </span>
      ) : null}
    </div>
  );
}
