// Hours of others that wait to be confirmed: what is ordinary is ticked, what is odd is looked at.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoursEntry } from '../../../api/hours-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { Count } from '../../../components/content/badge.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TableTools, TypedSearch } from '../../../components/table/table-tools.tsx';
import { showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { sumOf } from '../../../lib/hours/hours.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { menuOfNow } from '../../../lib/session/session.ts';
import { takeHoursStep } from '../hours.store.ts';
import {
  organizationOfNow,
  type TabCounts,
  takeManySteps,
  useHoursOfOthers,
  useTabCounts,
} from './confirm.store.ts';
import { tableDay, useConfirmColumns } from './confirm-columns.tsx';
import { type Asked, ConfirmDialogs } from './confirm-dialogs.tsx';
import {
  type ConfirmState,
  confirmHref,
  isOrdinary,
  isTickable,
  PAGE_SIZE,
  readConfirm,
  SORTS,
  TABS,
  type Tab,
  type Ticks,
  tabHref,
  tickedOf,
} from './confirm-url.ts';
import { HoursSetting } from './hours-setting.tsx';
import '../../../components/work-list/work-list.css';
import '../hours.css';
import './confirm.css';

export default function ConfirmHoursPage() {
  const { t } = useTranslation(['hours-confirm', 'hours', 'routes']);
  const state = readConfirm(useQuery());
  const organization = organizationOfNow();
  const organizationId = organization?.id ?? null;
  const found = useHoursOfOthers(state, organizationId);
  const counts = useTabCounts(organizationId);
  const [asked, setAsked] = useState<Asked | null>(null);
  const isMentorAlone = !menuOfNow.value.includes('my_vacancies');
  const people = new Set(found.rows.map(({ userId }) => userId)).size;
  const isWhole =
    state.tab === 'waiting' && found.isThere && found.total > 0 && found.total === found.rows.length;
  const waiting = counts.waiting ?? 0;
  return (
    <div className="confirm-hours">
      <PageTitle
        title={t('routes:confirmHours.title')}
        description={
          <span role="status">
            {isWhole
              ? t('lead', {
                  times: t('times', { count: found.total }),
                  people: t('people', { count: people }),
                })
              : waiting > 0
                ? t('leadWaiting', { times: t('times', { count: waiting }) })
                : t('leadNone')}
          </span>
        }
        actions={
          <div className="button-row">
            {isMentorAlone ? null : (
              <Button icon="plus" onClick={() => setAsked({ kind: 'write' })}>
                {t('write.title')}
              </Button>
            )}
          </div>
        }
      />
      <Tabs tab={state.tab} counts={counts} />
      <Results key={state.tab} state={state} found={found} isOfOne={organization !== null} onAsk={setAsked} />
      {organization ? (
        <HoursSetting organizationId={organization.id} />
      ) : (
        <p className="hint confirm-foot">{t(isMentorAlone ? 'footMentor' : 'foot')}</p>
      )}
      {asked ? (
        <ConfirmDialogs asked={asked} organizationId={organizationId} onClose={() => setAsked(null)} />
      ) : null}
    </div>
  );
}

function Tabs({ tab, counts }: { tab: Tab; counts: TabCounts }) {
  const { t } = useTranslation(['hours-confirm', 'routes']);
  return (
    <nav className="view-tabs" aria-label={t('routes:confirmHours.title')}>
      {TABS.filter((each) => each !== 'refused' || tab === each || (counts.refused ?? 0) > 0).map((each) => {
        const count = counts[each];
        return (
          <AppLink
            key={each}
            className="view-tab"
            href={tabHref(each)}
            aria-current={each === tab ? 'true' : undefined}
          >
            {t(`tab.${each}`)}
            {count === undefined ? null : <Count>{formatNumber(count)}</Count>}
          </AppLink>
        );
      })}
    </nav>
  );
}

interface ResultsProps {
  state: ConfirmState;
  found: ReturnType<typeof useHoursOfOthers>;
  isOfOne: boolean;
  onAsk: (asked: Asked) => void;
}

interface Outcome {
  skipped: readonly { name: string; reason: string }[];
}

function Results({ state, found, isOfOne, onAsk }: ResultsProps) {
  const { t } = useTranslation(['hours-confirm', 'hours']);
  const [ticks, setTicks] = useState<Ticks>({});
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const columns = useConfirmColumns(state.tab, isOfOne);
  const { rows, total, pages } = found;
  if (found.isFailed && !found.isThere) return <LoadProblem onRetry={() => void found.refresh()} />;
  if (!found.isThere) return <RowSkeletons count={8} />;
  const ticked = tickedOf(rows, ticks);
  const tickable = rows.filter(isTickable);
  const ordinary = tickable.filter(isOrdinary);
  const from = (state.page - 1) * PAGE_SIZE;

  async function handle(change: () => Promise<void>) {
    setIsBusy(true);
    setOutcome(null);
    try {
      await change();
    } catch (cause) {
      showError(cause);
    } finally {
      setIsBusy(false);
    }
  }

  const handleMany = () =>
    handle(async () => {
      const { done, refused } = await takeManySteps(ticked, 'confirm');
      if (refused.length > 0)
        setOutcome({ skipped: refused.map(({ row, reason }) => ({ name: labelOf(row), reason })) });
      if (done.length > 0)
        addToast({
          title: t('done', {
            times: t('times', { count: done.length }),
            hours: t('hours:n', { count: sumOf(done.map(({ hours }) => hours)) }),
          }),
          color: 'success',
        });
      setTicks({});
    });

  return (
    <div className="table-view">
      {tickable.length > 0 && state.tab !== 'odd' ? (
        <div className="hint-line">
          <Notice>
            {ordinary.length === tickable.length
              ? t('hintAll', { times: t('times', { count: ordinary.length }) })
              : t('hintSome', {
                  count: tickable.length - ordinary.length,
                  ordinary: ordinary.length,
                  all: tickable.length,
                })}
          </Notice>
        </div>
      ) : null}
      {outcome ? (
        <Notice tone="warning" live>
          <p>{t('skipped', { count: outcome.skipped.length })}</p>
          <ul>
            {outcome.skipped.map(({ name, reason }) => (
              <li key={name}>{`${name}: ${reason}`}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {total > 0 || state.q ? (
        <TableTools>
          <TypedSearch
            q={state.q}
            label={t('search')}
            onSearch={(q) => navigateTo(confirmHref({ ...state, q, page: 1 }), { replace: true })}
          />
        </TableTools>
      ) : null}
      <DataTable
        caption={t(`caption.${state.tab}`)}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={labelOf}
        sort={{
          key: state.sort.replace('-', ''),
          direction: state.sort.startsWith('-') ? 'descending' : 'ascending',
        }}
        onSort={({ key, direction }) => {
          const name = `${direction === 'descending' ? '-' : ''}${key}`;
          const sort = SORTS.find((each) => each === name);
          if (sort) navigateTo(confirmHref({ ...state, sort, page: 1 }));
        }}
        {...(tickable.length > 0
          ? {
              selection: { kind: 'some' as const, ids: new Set(ticked.map(({ id }) => id)) },
              onSelection: (next) =>
                setTicks((now) => ({
                  ...now,
                  ...Object.fromEntries(rows.map(({ id }) => [id, next.kind === 'all' || next.ids.has(id)])),
                })),
            }
          : {})}
        rowMenu={(row) => <RowActions row={row} isBusy={isBusy} onAsk={onAsk} onConfirm={handle} />}
        bulkBar={
          ticked.length > 0 ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
            <div className="bulk-bar" role="group" aria-label={t('chosen.label')}>
              <strong aria-live="polite">
                {t('chosen.count', {
                  count: ticked.length,
                  hours: t('hours:n', { count: sumOf(ticked.map(({ hours }) => hours)) }),
                })}
              </strong>
              <Button className="is-light" icon="check" busy={isBusy} onClick={() => void handleMany()}>
                {t('chosen.confirm', { count: ticked.length })}
              </Button>
              <Button onClick={() => onAsk({ kind: 'ask', rows: ticked })}>{t('chosen.ask')}</Button>
              <Button
                variant="quiet"
                className="push"
                onClick={() => setTicks(Object.fromEntries(rows.map(({ id }) => [id, false])))}
              >
                {t('chosen.clear')}
              </Button>
            </div>
          ) : null
        }
        empty={<Nothing state={state} />}
      />
      {pages > 1 ? (
        <Pagination
          page={state.page}
          pages={pages}
          hrefFor={(page) => confirmHref({ ...state, page })}
          summary={t('summary', { from: from + 1, to: from + rows.length, total })}
        />
      ) : null}
    </div>
  );
}

const labelOf = (row: HoursEntry): string => `${row.personName}, ${tableDay(row.day)}`;

interface RowActionsProps {
  row: HoursEntry;
  isBusy: boolean;
  onAsk: (asked: Asked) => void;
  onConfirm: (change: () => Promise<void>) => Promise<void>;
}

function RowActions({ row, isBusy, onAsk, onConfirm }: RowActionsProps) {
  const { t } = useTranslation(['hours-confirm', 'hours']);
  const { personName: name, transitions } = row;
  // Their own, or those of somebody for whom they do not decide.
  const mayCorrect = row.can.includes('approve') && row.status !== 'refused';
  const day = tableDay(row.day);
  const handleConfirm = () =>
    void onConfirm(async () => {
      await takeHoursStep(row, 'confirm');
      addToast({ title: t('confirmed', { name }), color: 'success' });
    });
  // Where they disagree with a correction, a confirmation gives them the number that they wrote.
  const isTheirs = row.status === 'disputed' && row.hours !== row.loggedHours;
  const entries: MenuEntry[] = [
    ...(transitions.includes('confirm')
      ? [
          {
            label: isTheirs
              ? t('row.confirmTheirs', { hours: t('hours:n', { count: row.loggedHours }) })
              : t('row.confirm'),
            icon: 'check' as const,
            onSelect: handleConfirm,
          },
        ]
      : []),
    ...(transitions.includes('return')
      ? [
          {
            label: t('chosen.ask'),
            icon: 'question' as const,
            onSelect: () => onAsk({ kind: 'ask', rows: [row] }),
          },
        ]
      : []),
    ...(transitions.includes('refuse')
      ? [
          {
            label: t('row.refuse'),
            icon: 'close' as const,
            danger: true,
            onSelect: () => onAsk({ kind: 'refuse', row }),
          },
        ]
      : []),
  ];
  return (
    <span className="row-actions">
      {mayCorrect ? (
        <Button
          variant="quiet"
          off={isBusy}
          aria-label={t('row.correctOf', { name, day })}
          onClick={() => onAsk({ kind: 'correct', row })}
        >
          {t('row.correct')}
        </Button>
      ) : null}
      {entries.length > 0 ? <MenuButton label={t('row.more', { name, day })} entries={entries} /> : null}
    </span>
  );
}

function Nothing({ state }: { state: ConfirmState }) {
  const { t } = useTranslation('hours-confirm');
  if (state.q)
    return (
      <EmptyState level={2} title={t('empty.search.title')}>
        {t('empty.search.text')}
      </EmptyState>
    );
  return (
    <EmptyState
      level={2}
      icon={state.tab === 'waiting' ? 'check' : 'clock'}
      title={t(`empty.${state.tab}.title`)}
    >
      {t(`empty.${state.tab}.text`)}
    </EmptyState>
  );
}
