// Conversations of who is signed in: with organisations, the centre, volunteers. A list with the open one beside it; on a
// phone one after the other. The address is the state.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conversation } from '../../api/conversation-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Count } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { TypedSearch } from '../../components/table/table-tools.tsx';
import { useMedia, WIDE } from '../../components/use-media.ts';
import { useListKeys } from '../../components/work-list/list-keys.ts';
import { useOpenRow } from '../../components/work-list/use-open-row.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { onLive } from '../../lib/live/live-events.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { screenKeys } from '../../lib/navigation/key-choice.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { currentUser, hasWork, impersonation, isForOneself } from '../../lib/session/session.ts';
import { ConversationList } from './conversation-list.tsx';
import {
  type FolderCounts,
  type Loaded,
  reloadConversations,
  takeStep,
  useConversation,
  useConversations,
  useFolderCounts,
} from './conversations.store.ts';
import { hrefOf, type ListState, OWN_FOLDERS, PATH, readState, SUBJECTS, TEAM_FOLDERS } from './list-url.ts';
import { StartButton } from './start-button.tsx';
import { StartDialog } from './start-dialog.tsx';
import { readStart } from './start-url.ts';
import { Thread } from './thread.tsx';
import '../../components/content/application-parts.css';
import '../../components/form/form.css';
import '../../components/table/table-tools.css';
import '../../components/work-list/work-list.css';
import './conversations.css';

const TOGETHER_MS = 250;

export default function ConversationsPage() {
  const { t } = useTranslation(['conversations', 'routes']);
  // What is written to somebody is not for who works as them.
  if (impersonation.value)
    return (
      <>
        <PageTitle title={t('routes:conversations.title')} />
        <Notice tone="warning" icon="lock">
          {t('asAnother', { name: currentUser.value?.fullName ?? '' })}
        </Notice>
      </>
    );
  return <Conversations />;
}

/** Who works here answers for a team. */
const worksHere = (): boolean => hasWork.value && !isForOneself.value;

function Conversations() {
  const { t } = useTranslation(['conversations', 'routes']);
  const params = useQuery();
  const state = readState(params);
  const start = readStart(params);
  const isStaff = worksHere();
  const folders = isStaff ? TEAM_FOLDERS : OWN_FOLDERS;
  const [pages, setPages] = useState(1);
  const list = useConversations(state, pages, true);
  const counts = useFolderCounts(
    folders.filter((folder) => folder !== 'archive'),
    true,
  );
  const { openId, open, close } = useOpenRow();
  const isWide = useMedia(WIDE);
  const shown = useConversation(openId);
  const opened = shown.data?.item ?? list.items.find(({ id }) => id === openId) ?? null;
  const unread = counts.unread ?? 0;
  useLiveRefresh();

  const listKey = hrefOf(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another list
  useEffect(() => setPages(1), [listKey]);

  const root = useRef<HTMLDivElement>(null);
  function focusRow(id: string | null) {
    if (id === null) return;
    requestAnimationFrame(() => {
      const row = root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView?.({ block: 'nearest' });
    });
  }

  function handleClose() {
    close();
    focusRow(openId);
  }

  function move(by: number): boolean {
    // As they stand on the screen: the unread ones first.
    const ids = inOrder(list.items).map(({ id }) => id);
    const at = openId === null ? -1 : ids.indexOf(openId);
    const next = ids[Math.max(0, at + by)];
    if (next === undefined || next === openId) return false;
    open(next);
    if (isWide) focusRow(next);
    return true;
  }

  async function archive(conversation: Conversation) {
    const { id, isArchived } = conversation;
    const step = isArchived ? 'unarchive' : 'archive';
    const back = isArchived ? 'archive' : 'unarchive';
    try {
      await takeStep(step, id);
      if (!isWide) close();
      else if (!move(1) && !move(-1)) close();
      addToast({
        id: 'conversation',
        title: t(`done.${step}`),
        color: 'success',
        action: { label: t('done.undo'), onClick: () => void takeStep(back, id).catch(sayFailed) },
      });
    } catch {
      sayFailed();
    }
  }

  function sayFailed() {
    addToast({ id: 'conversation', title: t('done.failed'), color: 'danger' });
  }

  useListKeys((key) => {
    if (key === 'j') return move(1);
    if (key === 'k') return move(-1);
    if (key === 'e' && opened !== null) {
      void archive(opened);
      return true;
    }
    if (key !== 'Escape' || openId === null) return false;
    handleClose();
    return true;
  });
  useEffect(() => {
    screenKeys.value = [
      { keys: ['J', 'K'], says: t('key.next') },
      { keys: ['E'], says: t('key.archive') },
    ];
    return () => {
      screenKeys.value = [];
    };
  }, [t]);

  const isAlone = openId !== null && !isWide;
  return (
    <div className="talk-page">
      <PageTitle
        title={t('routes:conversations.title')}
        description={
          isStaff ? (
            <span role="status">
              {counts.unread === undefined ? '' : unread > 0 ? t('unread', { count: unread }) : t('allRead')}
            </span>
          ) : (
            t('own')
          )
        }
        actions={<StartButton />}
      />
      <div className="work-list" ref={root} data-panel={isAlone ? 'alone' : isWide ? 'beside' : undefined}>
        <div className="view-bar">
          <Tabs state={state} folders={folders} counts={counts} />
        </div>
        <div className="workbench">
          <section className="list-side" aria-label={t('list.label')}>
            <div className="list-tools">
              <TypedSearch
                q={state.q}
                label={t('list.search')}
                onSearch={(q) => {
                  const now = new URLSearchParams(location.search);
                  navigateTo(hrefOf({ ...readState(now), q }, now.get('open')), { replace: true });
                }}
              />
              {isStaff ? <AboutFilter state={state} /> : null}
            </div>
            <Listed list={list} state={state} openId={openId} onMore={() => setPages(pages + 1)} />
            {list.items.length > 0 ? <KeyHints /> : null}
          </section>
          {openId === null ? (
            isWide ? (
              <div className="work-panel is-talk is-empty">
                <EmptyState level={2} icon="message" title={t('choose.title')}>
                  {t('choose.text')}
                </EmptyState>
              </div>
            ) : null
          ) : opened ? (
            <Thread
              conversation={opened}
              isAlone={isAlone}
              onClose={handleClose}
              onArchive={() => void archive(opened)}
            />
          ) : (
            <div className="work-panel is-talk is-empty">
              {shown.status === 'error' ? (
                <Missing
                  isThere={shown.error?.statusCode !== 404 && shown.error?.statusCode !== 403}
                  onRetry={() => void shown.refresh()}
                  onClose={handleClose}
                />
              ) : (
                <RowSkeletons count={4} />
              )}
            </div>
          )}
        </div>
      </div>
      {start === null ? null : (
        <StartDialog start={start} onClose={() => navigateTo(PATH, { replace: true })} />
      )}
    </div>
  );
}

const inOrder = (items: readonly Conversation[]): readonly Conversation[] => [
  ...items.filter(({ unreadCount }) => unreadCount > 0),
  ...items.filter(({ unreadCount }) => unreadCount === 0),
];

/** What others write and do shows at once; several at a moment are one look. */
function useLiveRefresh() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = onLive(({ type }) => {
      if (type !== 'message' && type !== 'conversation' && type !== 'resumed') return;
      clearTimeout(timer);
      timer = setTimeout(() => void reloadConversations(), TOGETHER_MS);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
}

interface TabsProps {
  state: ListState;
  folders: readonly ListState['folder'][];
  counts: FolderCounts;
}

function Tabs({ state, folders, counts }: TabsProps) {
  const { t } = useTranslation('conversations');
  const nav = useRef<HTMLElement>(null);
  const { folder: current } = state;
  // On a phone the tabs move sideways: the chosen one is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another tab
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && tab) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  return (
    <nav className="view-tabs" ref={nav} aria-label={t('tabs')}>
      {folders.map((folder) => (
        <AppLink
          key={folder}
          className="view-tab"
          href={hrefOf({ ...state, folder })}
          aria-current={folder === current ? 'true' : undefined}
        >
          {t(`folder.${folder}`)}
          {counts[folder] ? <Count>{formatNumber(counts[folder] ?? 0)}</Count> : null}
        </AppLink>
      ))}
    </nav>
  );
}

function AboutFilter({ state }: { state: ListState }) {
  const { t } = useTranslation('conversations');
  const { about } = state;
  return (
    <details className="column-choice">
      <summary className="button">
        <Icon name="filter" />
        {t('list.filter')}
        {about.length > 0 ? <Count>{formatNumber(about.length)}</Count> : null}
      </summary>
      <div className="popover">
        <fieldset>
          <legend className="field-label">{t('list.about')}</legend>
          {SUBJECTS.map((subject) => (
            <label className="choice" key={subject}>
              <input
                type="checkbox"
                checked={about.includes(subject)}
                onChange={({ target }) =>
                  navigateTo(
                    hrefOf({
                      ...state,
                      about: SUBJECTS.filter((each) =>
                        each === subject ? target.checked : about.includes(each),
                      ),
                    }),
                    { replace: true },
                  )
                }
              />
              {t(`subject.${subject}`)}
            </label>
          ))}
        </fieldset>
      </div>
    </details>
  );
}

interface ListedProps {
  list: Loaded<Conversation>;
  state: ListState;
  openId: string | null;
  onMore: () => void;
}

function Listed({ list, state, openId, onMore }: ListedProps) {
  const { t } = useTranslation('conversations');
  const { items, status, hasMore, refresh } = list;
  if (items.length > 0)
    return <ConversationList items={items} openId={openId} state={state} hasMore={hasMore} onMore={onMore} />;
  const isSearch = state.q !== '' || state.about.length > 0;
  const kind = isSearch ? 'search' : state.folder;
  return (
    <div className="list-message">
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : status !== 'success' ? (
        <RowSkeletons count={6} />
      ) : (
        <EmptyState
          level={2}
          icon={isSearch ? 'search' : 'message'}
          title={t(`empty.${kind}.title`)}
          actions={kind === 'all' ? undefined : <ButtonLink href={PATH}>{t('empty.clear')}</ButtonLink>}
        >
          {t(`empty.${kind}.text`)}
        </EmptyState>
      )}
    </div>
  );
}

const KEYS = { next: 'J', previous: 'K', archive: 'E', all: '?' } as const;

function KeyHints() {
  const { t } = useTranslation('conversations');
  return (
    <p className="key-hints talk-hints" aria-hidden="true">
      <span>
        <kbd>{KEYS.next}</kbd> <kbd>{KEYS.previous}</kbd> {t('list.walk')}
      </span>
      <span>
        <kbd>{KEYS.archive}</kbd> {t('list.archiveKey')}
      </span>
      <span>
        <kbd>{KEYS.all}</kbd> {t('list.allKeys')}
      </span>
    </p>
  );
}

interface MissingProps {
  /** It could not be loaded, which says nothing of whether it is there. */
  isThere: boolean;
  onRetry: () => void;
  onClose: () => void;
}

function Missing({ isThere, onRetry, onClose }: MissingProps) {
  const { t } = useTranslation('conversations');
  if (isThere) return <LoadProblem onRetry={onRetry} />;
  return (
    <EmptyState
      level={2}
      icon="message"
      title={t('missing.title')}
      actions={<Button onClick={onClose}>{t('thread.back')}</Button>}
    >
      {t('missing.text')}
    </EmptyState>
  );
}
