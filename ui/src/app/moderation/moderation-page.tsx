// All that waits for the centre's yes or no, the longest wait on top: one list, one panel, one key a decision.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../api/cache.ts';
import type { Organization } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { StatusBadge } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { TypedSearch } from '../../components/table/table-tools.tsx';
import type { WorkColumn } from '../../components/work-list/list-types.ts';
import { WorkList } from '../../components/work-list/work-list.tsx';
import { QuestionDialog } from '../../features/organizations/approve/question-dialog.tsx';
import { formatDate, formatNumber } from '../../lib/locale/time.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { currentUser } from '../../lib/session/session.ts';
import { MENU_COUNTS } from '../workspace/counts.ts';
import { KINDS, type Kind, useCounts, useWaiting, type Waiting } from './moderation.store.ts';
import { hrefOfWaiting, useDecisions } from './moderation-decisions.ts';
import { WaitingPanel } from './moderation-panel.tsx';
import '../../components/table/table-tools.css';
import './moderation.css';

const PATH = '/moderation';
const PAGE_SIZE = 20;

interface State {
  kind: Kind | '';
  q: string;
  page: number;
  size: number;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

function stateOf(params: URLSearchParams): State {
  const kind = KINDS.find((each) => each === params.get('kind')) ?? '';
  return {
    kind,
    q: params.get('q') ?? '',
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

function hrefOf({ kind, q, page, size }: State): string {
  const query = new URLSearchParams();
  if (kind) query.set('kind', kind);
  if (q) query.set('q', q);
  if (page > 1) query.set('page', String(page));
  if (size !== PAGE_SIZE) query.set('size', String(size));
  const text = query.toString();
  return text ? `${PATH}?${text}` : PATH;
}

const LATE_AFTER_DAYS = 3;

const rowId = ({ key }: Waiting): string => key;

export default function ModerationPage() {
  const { t } = useTranslation(['moderation', 'vacancies']);
  const state = stateOf(useQuery());
  const [round, setRound] = useState(0);
  const list = useWaiting(state);
  const counts = useCounts(round);
  const [asking, setAsking] = useState<Organization | null>(null);
  const decisions = useDecisions(setAsking);
  usePageHead(t('title'));
  const oldest = list.items[0]?.since;
  const total = counts[''] ?? list.total;
  return (
    <div className="moderation">
      <PageTitle
        title={t('title')}
        description={
          list.status === 'success'
            ? [t('lead', { count: total }), oldest ? t('oldest', { date: formatDate(oldest) }) : '']
                .filter(Boolean)
                .join(' ')
            : undefined
        }
      />
      <WorkList
        name="moderation"
        type="moderation"
        person={currentUser.value?.id ?? ''}
        caption={t('caption')}
        list={list}
        columns={useColumns()}
        rowId={rowId}
        rowLabel={(row) => row.title}
        rowHref={hrefOfWaiting}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => navigateTo(hrefOf({ ...state, page: 1, size }), { replace: true }),
          summary: (from, to) => t('summary', { from, to, total: formatNumber(list.total) }),
        }}
        views={(['', ...KINDS] as const).map((kind) => ({
          label: kind ? t(`view.${kind}`) : t('view.all'),
          href: hrefOf({ ...state, kind, page: 1 }),
          current: state.kind === kind,
          count: counts[kind],
        }))}
        tools={
          <TypedSearch
            q={state.q}
            label={t('search')}
            onSearch={(q) => navigateTo(hrefOf({ ...state, q, page: 1 }), { replace: true })}
          />
        }
        decisions={decisions}
        panel={(row) => <WaitingPanel key={row.key} row={row} />}
        empty={
          <EmptyState level={2} icon="check" title={t('empty.title')}>
            {t('empty.text')}
          </EmptyState>
        }
        onChanged={() => {
          void list.refresh();
          setRound((times) => times + 1);
          void refresh(MENU_COUNTS);
        }}
      />
      {asking ? <QuestionDialog organization={asking} onClose={() => setAsking(null)} /> : null}
    </div>
  );
}

function useColumns(): readonly WorkColumn<Waiting>[] {
  const { t } = useTranslation('moderation');
  return [
    {
      key: 'title',
      title: t('column.title'),
      isTitle: true,
      render: (row) => (
        <AppLink className="row-title" href={hrefOfWaiting(row)}>
          {row.title}
        </AppLink>
      ),
    },
    {
      key: 'organization',
      title: t('column.organization'),
      compact: 'below',
      isEmpty: ({ title, organization }) => title === organization,
      render: ({ title, organization }) => (title === organization ? '' : organization),
    },
    { key: 'kind', title: t('column.kind'), compact: 'aside', render: ({ kind }) => t(`kind.${kind}`) },
    {
      key: 'since',
      title: t('column.since'),
      compact: 'sign',
      noWrap: true,
      render: ({ since, waitingDays }) => <SinceBadge since={since} days={waitingDays} />,
    },
  ];
}

/** In working days, as the server counts them for all that waits. */
function SinceBadge({ since, days }: { since: string; days: number }) {
  const { t } = useTranslation('moderation');
  const isLate = days > LATE_AFTER_DAYS;
  const isToday = formatDate(since) === formatDate(new Date().toISOString());
  return (
    <StatusBadge tone={isLate ? 'danger' : 'neutral'} icon={isLate ? 'alert' : 'clock'}>
      {isToday ? t('today') : t('workdays', { count: days })}
    </StatusBadge>
  );
}
