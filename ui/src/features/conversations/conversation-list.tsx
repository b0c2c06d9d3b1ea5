// The list of conversations: unread ones first, each with what was said last, by whom, and what it is about.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../api/conversation-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Arch } from '../../components/content/category-tile.tsx';
import { Avatar } from '../../components/content/person.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatNumber, formatTime } from '../../lib/locale/time.ts';
import { currentUser } from '../../lib/session/session.ts';
import { readDraft } from '../../lib/unsaved/drafts.ts';
import { hrefOf, type ListState } from './list-url.ts';
import { firstWord, isPlain, isTeam, useNames } from './names.ts';
import { rowDay } from './when.ts';

/** Under which name what is typed in a conversation stays on this device. */
export const draftOf = (id: string): string => `conversations/${id}`;

interface ConversationListProps {
  items: readonly Conversation[];
  openId: string | null;
  state: ListState;
  hasMore: boolean;
  onMore: () => void;
}

export function ConversationList({ items, openId, state, hasMore, onMore }: ConversationListProps) {
  const { t } = useTranslation('conversations');
  const unread = items.filter(({ unreadCount }) => unreadCount > 0);
  const read = items.filter(({ unreadCount }) => unreadCount === 0);
  const rows = (some: readonly Conversation[]) =>
    some.map((each) => (
      <Row key={each.id} conversation={each} isOpen={each.id === openId} href={hrefOf(state, each.id)} />
    ));
  return (
    <div className="talk-list">
      {unread.length > 0 && read.length > 0 ? (
        <>
          <Group title={t('list.unread')} count={unread.length}>
            {rows(unread)}
          </Group>
          {/* Of those that were read, the last ones are not loaded yet. */}
          <Group title={t('list.read')} count={hasMore ? null : read.length}>
            {rows(read)}
          </Group>
        </>
      ) : (
        <ul>{rows(items)}</ul>
      )}
      {hasMore ? (
        <p className="talk-more">
          <Button onClick={onMore}>{t('list.more')}</Button>
        </p>
      ) : null}
    </div>
  );
}

function Group({ title, count, children }: { title: string; count: number | null; children: ReactNode }) {
  const { t } = useTranslation('conversations');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className="talk-group" id={id}>
        {count === null ? null : <Arch>{formatNumber(count)}</Arch>}
        {title}
        {count === null ? null : <span className="visually-hidden">{t('list.unreadCount', { count })}</span>}
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

interface RowProps {
  conversation: Conversation;
  isOpen: boolean;
  href: string;
}

function Row({ conversation, isOpen, href }: RowProps) {
  const { t } = useTranslation('conversations');
  const { id, unreadCount, lastMessageAt, aboutTitle, aboutType, subject } = conversation;
  const sw = serverWords(t);
  const { name } = useNames(conversation);
  const day = rowDay(lastMessageAt);
  const title = isPlain(conversation) ? '' : aboutTitle || sw(`subject.${aboutType}`);
  const about = [title, subject].filter(Boolean).join(' · ') || t(`side.${conversation.otherSide}`);
  return (
    <li className={classNames('talk-row', unreadCount > 0 && 'is-unread', isOpen && 'is-open')}>
      <Avatar name={name} />
      <AppLink className="talk-link" href={href} data-row={id} aria-current={isOpen ? 'true' : undefined}>
        <b>{name}</b>
        <time dateTime={lastMessageAt}>{day ?? t('list.time', { time: formatTime(lastMessageAt) })}</time>
        <small className="excerpt">
          <Excerpt conversation={conversation} />
        </small>
        {unreadCount > 0 ? (
          <span className="count is-new">
            <span aria-hidden="true">{formatNumber(unreadCount)}</span>
            <span className="visually-hidden">{t('list.messages', { count: unreadCount })}</span>
          </span>
        ) : (
          <Sign conversation={conversation} />
        )}
        <small className="about">{about}</small>
      </AppLink>
    </li>
  );
}

/** What one was writing goes before what was written last. */
function Excerpt({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('conversations');
  const { id, side, lastSide, lastMessage } = conversation;
  const draft = readDraft<string>(draftOf(id));
  if (typeof draft === 'string' && draft.trim() !== '')
    return (
      <>
        <span className="draft">{t('list.draft')}</span> {draft}
      </>
    );
  if (lastSide !== side) return lastMessage;
  return t(isTeam(conversation) ? 'list.we' : 'list.you', { text: lastMessage });
}

function Sign({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation('conversations');
  const sign = signOf(conversation);
  if (sign === null) return null;
  return (
    <small className="talk-sign">
      <Icon name={sign.icon} />
      {t(sign.words, { name: sign.name ?? '' })}
    </small>
  );
}

interface SignLook {
  icon: IconName;
  words: 'list.blocked' | 'list.muted' | 'list.takenByMe' | 'list.taken' | 'list.waiting';
  name?: string;
}

/** One of them: what keeps from writing goes before what one chose, that before whose turn it is. */
function signOf(conversation: Conversation): SignLook | null {
  const { blockedBy, isMuted, takenById, takenByName, lastSide, side } = conversation;
  if (blockedBy === 'us') return { icon: 'ban', words: 'list.blocked' };
  if (isMuted) return { icon: 'bell-off', words: 'list.muted' };
  if (takenById !== null && takenById === currentUser.value?.id)
    return { icon: 'hand', words: 'list.takenByMe' };
  if (takenById !== null && takenByName)
    return { icon: 'hand', words: 'list.taken', name: firstWord(takenByName) };
  if (isTeam(conversation) && lastSide !== null && lastSide !== side)
    return { icon: 'reply', words: 'list.waiting' };
  return null;
}
