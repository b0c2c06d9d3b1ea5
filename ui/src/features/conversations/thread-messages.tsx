// The messages of a conversation, by day, with a line above those that are new, and what the other side has read.
import { Fragment, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Conversation,
  type ConversationEvent,
  type ConversationLine,
  isEvent,
  isMessage,
  type Message,
} from '../../api/conversation-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Avatar } from '../../components/content/person.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { HiddenNote, MessageReport, useMessageReports } from '../../components/report/message-report.tsx';
import { daysUntil, formatDate, formatTime } from '../../lib/locale/time.ts';
import { takeStep, useMessages } from './conversations.store.ts';
import { eventCode, readable } from './events.ts';
import { linkParts } from './links.ts';
import { useNames } from './names.ts';
import { useTyping } from './use-typing.ts';
import { dayLine, mailMoment, WITHDRAW_MS } from './when.ts';

const CLOCK_MS = 20_000;
/** Who has scrolled up by more than this reads something older: they stay there. */
const NEAR_END_PX = 120;

interface ThreadMessagesProps {
  conversation: Conversation;
  onWithdraw: (id: string, body: string) => void;
}

interface News {
  firstId: string;
  count: number;
}

export function ThreadMessages({ conversation, onWithdraw }: ThreadMessagesProps) {
  const { t } = useTranslation('conversations');
  const { id, side, unreadCount } = conversation;
  const { name } = useNames(conversation);
  const [pages, setPages] = useState(1);
  const { items, status, hasMore, refresh } = useMessages(id, pages);
  const lines = readable(items);
  const messages = lines.filter(isMessage);
  const reports = useMessageReports();
  const now = useClock();
  const typing = useTyping(id);
  const isLoaded = items.length > 0 || status === 'success';
  const news = useNews(messages, side);
  const log = useRef<HTMLDivElement>(null);
  useMarkRead(id, isLoaded, unreadCount);
  useScroll(log, messages, news);

  const readings = conversation.centerReadings ?? NO_READINGS;
  const own = messages.filter((message) => message.side === side);
  const lastRead = own.filter(({ isRead }) => isRead).at(-1)?.id;
  const lastOwn = own.at(-1);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys
    <div ref={log} className="panel-body" role="log" tabIndex={0} aria-label={t('thread.log', { name })}>
      {hasMore ? (
        <p className="talk-more">
          <Button small onClick={() => setPages(pages + 1)}>
            {t('thread.earlier')}
          </Button>
        </p>
      ) : null}
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {isLoaded || status === 'error' ? null : <RowSkeletons count={4} />}
      {isLoaded && lines.length === 0 && status !== 'error' ? (
        <p className="soft">{t('thread.none')}</p>
      ) : null}
      <div className="message-thread">
        {lines.map((line, at) => {
          const before = lines[at - 1];
          return (
            <Fragment key={line.id}>
              <Between line={line} before={before} readings={readings} />
              {news !== null && line.id === news.firstId ? (
                <p className="new-line">{t('thread.new', { count: news.count })}</p>
              ) : null}
              {isEvent(line) ? (
                <EventLine event={line} conversation={conversation} />
              ) : (
                <OneMessage
                  message={line}
                  isOwn={line.side === side}
                  mark={line.id === lastRead || line.id === lastOwn?.id}
                  conversation={conversation}
                  now={now}
                  onWithdraw={onWithdraw}
                  isReported={reports.isReported(line.id)}
                  onReport={() => reports.report(line.id, line.authorName || name)}
                />
              )}
            </Fragment>
          );
        })}
        {isLoaded ? <Readings of={readings} after={lines.at(-1)?.createdAt} /> : null}
      </div>
      <p className="talk-typing" role="status">
        {typing === null ? '' : t('thread.typing', { name: typing })}
      </p>
      {reports.dialog}
    </div>
  );
}

interface BetweenProps {
  line: ConversationLine;
  before: ConversationLine | undefined;
  readings: readonly Reading[];
}

/** What stands between two lines: another day, a centre that has read all of it. */
function Between({ line, before, readings }: BetweenProps) {
  const { t } = useTranslation('conversations');
  const isOtherDay = !before || daysUntil(line.createdAt, before.createdAt) !== 0;
  return (
    <>
      {isOtherDay ? <p className="day-line">{dayLine(line.createdAt) ?? t('thread.today')}</p> : null}
      <Readings of={readings} after={before?.createdAt} until={line.createdAt} />
    </>
  );
}

interface EventLineProps {
  event: ConversationEvent;
  conversation: Conversation;
}

function EventLine({ event, conversation }: EventLineProps) {
  const { t } = useTranslation('conversations');
  const { short: name } = useNames(conversation);
  const code = eventCode(event);
  if (code === null) return null;
  const reader = isPerson(conversation) ? 'person' : 'team';
  return (
    <p className="message-note">
      {t(`event.${reader}.${code}`, { name })}
      <time dateTime={event.createdAt}>{t('thread.written', { time: formatTime(event.createdAt) })}</time>
    </p>
  );
}

const isPerson = ({ side }: Conversation): boolean => side === 'person';

type Reading = NonNullable<Conversation['centerReadings']>[number];

const NO_READINGS: readonly Reading[] = [];

/** A centre that has read all of it, between two messages. */
function Readings({
  of,
  after,
  until,
}: {
  of: readonly Reading[];
  after?: string | undefined;
  until?: string;
}) {
  const { t } = useTranslation('conversations');
  const isHere = ({ at }: Reading): boolean =>
    (after === undefined || Date.parse(at) >= Date.parse(after)) &&
    (until === undefined || Date.parse(at) < Date.parse(until));
  return of.filter(isHere).map(({ at, centerName }) => (
    <p key={at} className="talk-reading">
      <Icon name="eye" />
      <span>
        {t('thread.centreRead', { centre: centerName, date: formatDate(at), time: formatTime(at) })}
      </span>
    </p>
  ));
}

/** What was unread when the conversation was opened: it is read a moment later, the line stays. */
function useNews(items: readonly Message[], side: string): News | null {
  const [news, setNews] = useState<News | null | undefined>(undefined);
  const unread = items.filter((message) => message.side !== side && !message.isRead);
  if (news === undefined && items.length > 0) {
    const [first] = unread;
    setNews(first ? { firstId: first.id, count: unread.length } : null);
  }
  return news ?? null;
}

/** Once it is on a screen that somebody looks at. */
function useMarkRead(id: string, isLoaded: boolean, unreadCount: number) {
  const isVisible = useVisible();
  useEffect(() => {
    if (isLoaded && isVisible && unreadCount > 0) takeStep('read', id).catch(() => undefined);
  }, [id, isLoaded, isVisible, unreadCount]);
}

function useVisible(): boolean {
  const [isVisible, setIsVisible] = useState(document.visibilityState === 'visible');
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}

/** The time of now, for what changes with it. */
function useClock(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Begins at what is new, else at the end; a new message at the end is followed by who looks at the end. */
function useScroll(log: RefObject<HTMLDivElement | null>, items: readonly Message[], news: News | null) {
  const lastId = items.at(-1)?.id;
  const shown = useRef<string | undefined>(undefined);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const box = log.current;
    if (!box) return undefined;
    const look = () => {
      isAtEnd.current = roomBelow(box) < NEAR_END_PX;
    };
    box.addEventListener('scroll', look, { passive: true });
    addEventListener('scroll', look, { passive: true });
    return () => {
      box.removeEventListener('scroll', look);
      removeEventListener('scroll', look);
    };
  }, [log]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another last message
  useLayoutEffect(() => {
    const box = log.current;
    if (!box || lastId === undefined || shown.current === lastId) return;
    const isFirst = shown.current === undefined;
    shown.current = lastId;
    if (!isFirst && !isAtEnd.current) return;
    const line = isFirst ? box.querySelector('.new-line') : null;
    if (line) toMiddle(box, line);
    else if (scrolls(box)) box.scrollTop = box.scrollHeight;
    else scrollTo(0, document.documentElement.scrollHeight);
  }, [lastId, news?.firstId]);
}

/** On a phone the page scrolls, and the box of the messages does not. */
const scrolls = (box: Element): boolean => getComputedStyle(box).overflowY === 'auto';

function roomBelow(box: Element): number {
  const { scrollHeight, scrollTop, clientHeight } = scrolls(box) ? box : document.documentElement;
  return scrollHeight - scrollTop - clientHeight;
}

function toMiddle(box: Element, line: Element): void {
  const isBox = scrolls(box);
  const { top, bottom } = isBox ? box.getBoundingClientRect() : { top: 0, bottom: innerHeight };
  const by = line.getBoundingClientRect().top - (top + bottom) / 2;
  if (isBox) box.scrollTop += by;
  else scrollBy(0, by);
}

interface OneMessageProps {
  message: Message;
  isOwn: boolean;
  /** Whether it says that it was read. */
  mark: boolean;
  conversation: Conversation;
  now: number;
  onWithdraw: (id: string, body: string) => void;
  isReported: boolean;
  onReport: () => void;
}

function OneMessage(props: OneMessageProps) {
  const { message, isOwn, mark, conversation, now, onWithdraw, isReported, onReport } = props;
  const { t } = useTranslation('conversations');
  const { id, body, isHidden, authorName, createdAt, isRead, canWithdraw } = message;
  const name = authorName || t('list.gone');
  const canTakeBack = canWithdraw && !isRead && now - Date.parse(createdAt) < WITHDRAW_MS;
  return (
    <div className={classNames('message', isOwn && 'is-own')}>
      {isOwn ? null : <Avatar name={name} />}
      <div>
        <p className="message-meta">
          <b>{name}</b>
          <time dateTime={createdAt}>{t('thread.written', { time: formatTime(createdAt) })}</time>
          {isOwn || isHidden ? null : (
            <MessageReport name={name} isReported={isReported} onReport={onReport} />
          )}
        </p>
        {isHidden ? <HiddenNote isOwn={isOwn} /> : null}
        {isHidden && body === '' ? null : <Text body={body} />}
        {isOwn && mark ? <ReadMark message={message} conversation={conversation} now={now} /> : null}
        {isOwn && canTakeBack ? (
          <p className="talk-withdraw">
            <Button small variant="quiet" icon="undo" onClick={() => onWithdraw(id, body)}>
              {t('thread.withdraw')}
            </Button>
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Text({ body }: { body: string }) {
  return (
    <p className="message-text">
      {linkParts(body).map(({ text, href }, at) =>
        href === undefined ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which do not move
          <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow">
            {text}
          </a>
        ),
      )}
    </p>
  );
}

interface ReadMarkProps {
  message: Message;
  conversation: Conversation;
  now: number;
}

function ReadMark({ message, conversation, now }: ReadMarkProps) {
  const { t } = useTranslation('conversations');
  const { short: name } = useNames(conversation);
  const mailAt = mailMoment(message.createdAt);
  const time = formatTime(mailAt);
  const isTomorrow = daysUntil(mailAt, new Date(now)) > 0;
  return (
    <p className="read-mark">
      <Icon name={message.isRead ? 'check' : 'clock'} />
      {message.isRead
        ? t('thread.read')
        : mailAt.getTime() <= now
          ? t('thread.notRead')
          : t(isTomorrow ? 'thread.notReadMailTomorrow' : 'thread.notReadMail', { name, time })}
    </p>
  );
}
