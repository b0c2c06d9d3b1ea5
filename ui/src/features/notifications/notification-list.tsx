// Notifications by day. Those about the same thing are one row that unfolds; opening a row marks all of it as read.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notification } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { Arch } from '../../components/content/category-tile.tsx';
import { Sentence } from '../../components/content/sentence.tsx';
import { markRead, notificationHref, notificationText } from '../../lib/feedback/notifications.ts';
import { language } from '../../lib/locale/language.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatDate, formatDay, formatTime } from '../../lib/locale/time.ts';
import {
  daysOf,
  type GroupWords,
  groupHref,
  groupWords,
  iconOf,
  type NotificationDay,
  type NotificationGroup,
} from './groups.ts';
import { RowTools } from './row-tools.tsx';
import './notification-list.css';

interface NotificationListProps {
  items: readonly Notification[];
  /** Of the headings of the days. */
  level?: 2 | 3;
  onOpen?: () => void;
  /** Each row can be marked as read and removed. */
  hasTools?: boolean;
}

export function NotificationList({ items, level = 2, onOpen, hasTools = false }: NotificationListProps) {
  return (
    <div className="notification-days">
      {daysOf(items).map((day) => (
        <Day key={day.key} day={day} level={level} onOpen={onOpen} hasTools={hasTools} />
      ))}
    </div>
  );
}

interface DayProps {
  day: NotificationDay;
  level: 2 | 3;
  onOpen: (() => void) | undefined;
  hasTools: boolean;
}

function Day({ day, level, onOpen, hasTools }: DayProps) {
  const { t } = useTranslation('notifications');
  const Heading = `h${level}` as const;
  const id = useId();
  const { key, at, groups } = day;
  const title = key === 'yesterday' ? upperFirst(formatDay(at)) : t(`day.${key}`);
  return (
    <section className="notification-day" aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <ul className="notification-list">
        {groups.map((group) => (
          <Row
            key={group.id}
            group={group}
            isEarlier={key === 'earlier'}
            onOpen={onOpen}
            hasTools={hasTools}
          />
        ))}
      </ul>
    </section>
  );
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface RowProps {
  group: NotificationGroup;
  /** Its day does not stand above it. */
  isEarlier: boolean;
  onOpen: (() => void) | undefined;
}

function Row({ group, isEarlier, onOpen, hasTools }: RowProps & { hasTools: boolean }) {
  const { t } = useTranslation('member');
  const { items, isUnread } = group;
  const [newest] = items;
  const words = groupWords(group);

  function handleOpen() {
    void Promise.all(items.map(markRead));
    onOpen?.();
  }

  return (
    <li className={isUnread ? 'is-unread' : undefined}>
      <Arch icon={iconOf(newest.kind)} />
      <div>
        {isUnread ? <span className="visually-hidden">{t('activity.unread')} </span> : null}
        {words ? (
          <Several group={group} words={words} onOpen={handleOpen} />
        ) : (
          <One notification={newest} onOpen={handleOpen} />
        )}
        <When at={newest.createdAt} isEarlier={isEarlier} />
      </div>
      {words && words.kind !== 'message_new' ? (
        <Unfolding group={group} words={words} isEarlier={isEarlier} onOpen={onOpen} onOpenAll={handleOpen} />
      ) : null}
      {hasTools ? <RowTools group={group} /> : null}
    </li>
  );
}

function When({ at, isEarlier }: { at: string; isEarlier: boolean }) {
  const { t } = useTranslation('notifications');
  const time = formatTime(at);
  return (
    <time dateTime={at}>
      {isEarlier ? t('day.dateAndTime', { date: formatDate(at), time }) : t('day.time', { time })}
    </time>
  );
}

function One({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { title, body } = notificationText(notification);
  return (
    <>
      <AppLink href={notificationHref(notification)} onClick={onOpen}>
        {title}
      </AppLink>
      {body ? <p>{body}</p> : null}
    </>
  );
}

interface SeveralProps {
  group: NotificationGroup;
  words: GroupWords;
  onOpen: () => void;
}

/** "4 nieuwe aanmeldingen voor Hulp bij de kerstmarkt: Wouter, Ineke, Kees en nog 1." */
function Several({ group, words, onOpen }: SeveralProps) {
  const { t } = useTranslation('notifications');
  const st = serverWords(t);
  const { kind, count, about, names, more } = words;
  const href = groupHref(group, words) ?? notificationHref(group.items[0]);
  if (kind === 'message_new') {
    const sentence = about ? 'group.message_new' : 'group.message_new_alone';
    return (
      <Sentence sentence={(name) => st(sentence, { count, name, about })}>
        <AppLink href={href} onClick={onOpen}>
          {names[0] ?? t('unknown.applicantName')}
        </AppLink>
      </Sentence>
    );
  }
  const people = [...names, ...(more > 0 ? [t('group.more', { count: more })] : [])];
  return (
    <>
      <b>{st(`group.${kind}`, { count })}</b>{' '}
      <Sentence sentence={(title) => t('group.about', { title, names: listOf(people) })}>
        <AppLink href={href} onClick={onOpen}>
          {about}
        </AppLink>
      </Sentence>
    </>
  );
}

const listOf = (names: readonly string[]): string =>
  new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names);

interface UnfoldingProps extends RowProps {
  words: GroupWords;
  onOpenAll: () => void;
}

/** Each of the group, on request. */
function Unfolding({ group, words, isEarlier, onOpen, onOpenAll }: UnfoldingProps) {
  const { t } = useTranslation('notifications');
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const allHref = groupHref(group, words);
  return (
    <>
      <div className="notification-actions">
        <Button
          small
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'group.fold' : 'group.unfold')}
        </Button>
        {allHref === null ? null : (
          <AppLink className="button is-small" href={allHref} onClick={onOpenAll}>
            {t('group.openAll', { count: words.count })}
          </AppLink>
        )}
      </div>
      <ul className="notification-parts" id={id} hidden={!isOpen}>
        {group.items.map((each) => (
          <li key={each.id}>
            <One
              notification={each}
              onOpen={() => {
                void markRead(each);
                onOpen?.();
              }}
            />
            <When at={each.createdAt} isEarlier={isEarlier} />
          </li>
        ))}
      </ul>
    </>
  );
}
