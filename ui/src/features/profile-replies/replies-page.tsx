// Messages between organisations and people of the pool: received, sent and archived. The address is the state.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Count } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Breadcrumb, PageTitle } from '../../components/layout/page-title.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import {
  currentUser,
  impersonation,
  isForCentre,
  isForOneself,
  menu,
  organizations,
} from '../../lib/session/session.ts';
import { HowItWorks } from './how-it-works.tsx';
import { ReceivedReply } from './received-reply.tsx';
import { type Replies, useReplies, useReply } from './replies.store.ts';
import { RepliesOverview } from './replies-overview.tsx';
import { hrefOf, isArchived, type RepliesTab, tabOf, waitingFirst } from './reply-view.ts';
import { SentReply } from './sent-reply.tsx';
import '../../components/content/application-parts.css';
import '../../components/work-list/work-list.css';
import './profile-replies.css';

export default function RepliesPage() {
  const params = useQuery();
  const openId = params.get('open');
  const opened = useReply(impersonation.value ? null : openId);
  const tab = tabOf(params);
  const found = opened.data?.item ?? null;
  if (impersonation.value) return <OfAnother />;
  const isGone = openId !== null && opened.status === 'error' && found === null;
  // In which list it stands, only the message itself says.
  if (openId !== null && tab === null && found === null && !isGone) return <RowSkeletons count={3} />;
  // Who works for the centre sees that messages were sent; what they received themselves is read as anybody does.
  const isCentre = isForCentre(menu.value) && !isForOneself.value;
  if (isCentre && tab === null && found?.direction !== 'received') return <RepliesOverview />;
  return (
    <OwnReplies
      asked={tab}
      openId={openId}
      opened={found}
      isGone={isGone}
      works={!isCentre && worksForOrganization()}
    />
  );
}

const worksForOrganization = (): boolean => organizations.value.length > 0 && !isForOneself.value;

function OfAnother() {
  const { t } = useTranslation(['pool', 'routes']);
  return (
    <>
      <PageTitle title={t('routes:profileReplies.title')} />
      <Notice tone="warning" icon="lock">
        {t('replies.asAnother', { name: currentUser.value?.fullName ?? '' })}
      </Notice>
    </>
  );
}

interface OwnRepliesProps {
  asked: RepliesTab | null;
  openId: string | null;
  opened: VolunteerProfileReply | null;
  /** The one that was asked for is there no more, or is not for the one who looks. */
  isGone: boolean;
  /** For an organisation, which sends them. */
  works: boolean;
}

function OwnReplies({ asked, openId, opened, isGone, works }: OwnRepliesProps) {
  const { t } = useTranslation(['pool', 'routes']);
  const received = useReplies('received', 'current');
  const sent = useReplies('sent', 'current', works);
  const ofOpened = opened && (isArchived(opened) ? 'archive' : opened.direction);
  const tab = asked ?? ofOpened ?? (works ? 'sent' : 'received');
  const isArchive = tab === 'archive';
  const closedReceived = useReplies('received', 'closed', isArchive);
  const closedSent = useReplies('sent', 'closed', isArchive && works);
  const lists =
    tab === 'archive' ? [closedReceived, closedSent, received, sent] : tab === 'sent' ? [sent] : [received];
  const hasReceived = !works || received.total > 0 || tab === 'received';
  const tabs = [
    ...(hasReceived ? [{ key: 'received' as const, count: countOpen(received) }] : []),
    ...(works ? [{ key: 'sent' as const, count: countOpen(sent) }] : []),
    { key: 'archive' as const, count: 0 },
  ];
  const isSent = tab === 'sent' || (tab === 'archive' && works);
  return (
    <div className="replies-page">
      {works ? null : (
        <Breadcrumb
          crumbs={[
            { label: t('routes:profile.title'), href: '/profiel' },
            { label: t('routes:profileReplies.title') },
          ]}
        />
      )}
      <PageTitle
        title={t('routes:profileReplies.title')}
        description={isSent ? t('replies.introSent') : t('replies.introReceived')}
      />
      <nav className="view-tabs reply-tabs" aria-label={t('routes:profileReplies.title')}>
        {tabs.map(({ key, count }) => (
          <AppLink
            key={key}
            className="view-tab"
            href={hrefOf(key)}
            aria-current={key === tab ? 'true' : undefined}
          >
            {t(`replies.tab.${key}`)}
            {count > 0 ? <Count>{formatNumber(count)}</Count> : null}
          </AppLink>
        ))}
      </nav>
      <div className="reply-layout">
        <Listed lists={lists} tab={tab} openId={openId} opened={opened} isGone={isGone} />
        <aside className="stack" aria-label={t('replies.how.title')}>
          <HowItWorks isSent={isSent} />
        </aside>
      </div>
    </div>
  );
}

const countOpen = ({ items }: Replies): number => items.filter(({ status }) => status === 'open').length;

interface ListedProps extends Pick<OwnRepliesProps, 'openId' | 'opened' | 'isGone'> {
  lists: readonly Replies[];
  tab: RepliesTab;
}

function Listed({ lists, tab, openId, opened, isGone }: ListedProps) {
  const { t } = useTranslation('pool');
  const column = useRef<HTMLDivElement>(null);
  const loaded = lists
    .flatMap(({ items }) => items)
    .filter((each) => isArchived(each) === (tab === 'archive'));
  const isListed = opened === null || loaded.some(({ id }) => id === opened.id);
  const shown = isListed ? waitingFirst(loaded) : [opened, ...waitingFirst(loaded)];
  const firstOpen = tab === 'received' ? shown.find(({ status }) => status === 'open')?.id : undefined;
  const openOne = openId ?? firstOpen ?? null;
  const isThere = shown.some(({ id }) => id === openId);
  useEffect(() => {
    if (openId === null || !isThere) return;
    const card = [...(column.current?.children ?? [])].find(
      (each) => each instanceof HTMLElement && each.dataset.reply === openId,
    );
    card?.scrollIntoView({ block: 'nearest' });
    card?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [openId, isThere]);

  if (lists.some(({ status }) => status === 'error') && shown.length === 0)
    return <LoadProblem onRetry={() => void Promise.all(lists.map(({ refresh }) => refresh()))} />;
  if (shown.length === 0 && lists.some(({ status }) => status !== 'success'))
    return <RowSkeletons count={3} />;
  const withMore = lists.filter(({ items, total }) => items.length < total);
  return (
    <div className="reply-list" ref={column}>
      {isGone ? (
        <Notice>
          <p>{t('replies.gone')}</p>
        </Notice>
      ) : null}
      {shown.length === 0 ? <Nothing tab={tab} /> : null}
      {shown.map((reply) =>
        reply.direction === 'sent' ? (
          <SentReply key={reply.id} reply={reply} tab={tab} isOpen={reply.id === openOne} />
        ) : (
          <ReceivedReply key={reply.id} reply={reply} tab={tab} isOpen={reply.id === openOne} />
        ),
      )}
      {withMore.length > 0 ? (
        <p>
          <Button onClick={() => void Promise.all(withMore.map(({ more }) => more()))}>
            {t('replies.more')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function Nothing({ tab }: { tab: RepliesTab }) {
  const { t } = useTranslation('pool');
  if (tab === 'archive') {
    return (
      <EmptyState level={2} icon="archive" title={t('replies.empty.archive.title')}>
        {t('replies.empty.archive.text')}
      </EmptyState>
    );
  }
  const isSent = tab === 'sent';
  return (
    <EmptyState
      level={2}
      icon="message"
      title={t(isSent ? 'replies.empty.sent.title' : 'replies.empty.received.title')}
      actions={
        <ButtonLink href={isSent ? '/vrijwilligerspool' : '/profiel'} variant="primary">
          {t(isSent ? 'replies.empty.sent.action' : 'replies.empty.received.action')}
        </ButtonLink>
      }
    >
      {t(isSent ? 'replies.empty.sent.text' : 'replies.empty.received.text')}
    </EmptyState>
  );
}
