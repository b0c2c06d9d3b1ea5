// What is new in the product: the latest first, for whom one chooses, with what is new to the reader marked on this visit.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useResourceList } from '../../api/hooks.ts';
import type { ChangelogEntry } from '../../api/schema.d.ts';
import { Button } from '../../components/actions/button.tsx';
import { ViewChoice } from '../../components/actions/view-choice.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { formatDate } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { useFreshEntries } from './changelog.store.ts';
import { EntryDialog, RemoveDialog } from './entry-dialog.tsx';
import { EntryItem } from './entry-item.tsx';
import { FeedCard } from './feed-card.tsx';
import './changelog.css';

const AUDIENCES = ['all', 'volunteers', 'organizations', 'centers'] as const;
type Audience = (typeof AUDIENCES)[number];

/** In the address: `?voor=organizations`. */
const PARAMETER = 'voor';
const AT_FIRST = 10;
const MORE = 100;

type Question = 'new' | { edit: ChangelogEntry } | { remove: ChangelogEntry };

export default function ChangelogPage() {
  const { t } = useTranslation(['changelog', 'routes']);
  const query = useQuery();
  const { pathname, hash } = useLocation();
  const [size, setSize] = useState(AT_FIRST);
  const [question, setQuestion] = useState<Question | null>(null);
  const fresh = useFreshEntries();
  const audience: Audience = AUDIENCES.find((each) => each === query.get(PARAMETER)) ?? 'all';
  const list = useResourceList('changelog_entries', {
    filter: audience === 'all' ? {} : { audienceEq: audience },
    page: { size },
  });
  const { items, status, total } = list;

  // An address with an entry behind its sign leads to that entry, also to an older one.
  const wanted = hash.startsWith('#entry-') ? hash.slice(1) : null;
  const isLoaded = status === 'success';
  useEffect(() => {
    if (wanted === null || !isLoaded) return;
    const place = document.getElementById(wanted);
    if (place) place.scrollIntoView();
    else setSize(MORE);
  }, [wanted, isLoaded]);

  // What is for others stands between, with no sign of its own.
  const count = items.findLastIndex(({ id }) => fresh.has(id)) + 1;
  const last = items.at(-1);
  const itemOf = (entry: ChangelogEntry) => (
    <EntryItem
      key={entry.id}
      entry={entry}
      isFresh={fresh.has(entry.id)}
      onEdit={() => setQuestion({ edit: entry })}
      onRemove={() => setQuestion({ remove: entry })}
    />
  );
  const close = () => setQuestion(null);
  return (
    <>
      <PageTitle
        title={t('routes:changelog.title')}
        description={fresh.size > 0 ? t('descriptionNew', { count: fresh.size }) : t('description')}
        actions={
          <ViewChoice
            label={t('forWhom')}
            options={AUDIENCES}
            value={audience}
            labelOf={(option) => t(`audience.${option}`)}
            onChange={(option) =>
              navigateTo(option === 'all' ? pathname : `${pathname}?${PARAMETER}=${option}`, {
                replace: true,
              })
            }
          />
        }
      />
      <div className="log-layout">
        {list.can.includes('create') ? (
          <p>
            <Button variant="primary" icon="plus" onClick={() => setQuestion('new')}>
              {t('add')}
            </Button>
          </p>
        ) : null}
        {status === 'error' ? (
          <LoadProblem onRetry={() => void list.refresh()} />
        ) : items.length === 0 && status !== 'success' ? (
          <RowSkeletons count={3} />
        ) : items.length === 0 ? (
          <EmptyState title={t('empty')} level={2} actions={null}>
            {t('emptyText')}
          </EmptyState>
        ) : (
          <>
            {count > 0 ? <ol className="log-list">{items.slice(0, count).map(itemOf)}</ol> : null}
            {count > 0 && count < items.length ? <p className="log-seen">{t('seen')}</p> : null}
            {count < items.length ? <ol className="log-list">{items.slice(count).map(itemOf)}</ol> : null}
            {last && items.length < total ? (
              <p>
                <Button
                  iconAfter="arrow"
                  onClick={() => (size === AT_FIRST ? setSize(MORE) : void list.more())}
                >
                  {t('older', { date: formatDate(last.date) })}
                </Button>
              </p>
            ) : null}
          </>
        )}
        <FeedCard />
      </div>
      {question === 'new' ? <EntryDialog entry={null} onClose={close} /> : null}
      {question !== null && question !== 'new' && 'edit' in question ? (
        <EntryDialog entry={question.edit} onClose={close} />
      ) : null}
      {question !== null && question !== 'new' && 'remove' in question ? (
        <RemoveDialog entry={question.remove} onClose={close} />
      ) : null}
    </>
  );
}
