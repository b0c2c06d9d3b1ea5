// The vacancies one works with, of an organisation or of a whole centre. The address is the state.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoadedList } from '../../../api/hooks.ts';
import { typed } from '../../../api/params.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import './my-vacancies.css';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import {
  SavedFilters,
  TableFilter,
  TableTools,
  TypedSearch,
} from '../../../components/table/table-tools.tsx';
import { loadTaxonomy, tags } from '../../../lib/centre/taxonomies.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { selectedOrganization } from '../../../lib/session/session.ts';
import { StepDialog } from '../form/vacancy-form-step-dialog.tsx';
import {
  listTitle,
  mayReview,
  reloadMyVacancies,
  useMyVacancies,
  usePresetCounts,
} from './my-vacancies.store.ts';
import { useColumns } from './my-vacancies-columns.tsx';
import { VacancyMenu } from './my-vacancies-menu.tsx';
import {
  FILTERED_STATUSES,
  hrefOf,
  type ListState,
  MY_VACANCIES,
  PRESETS,
  type Preset,
  readState,
  sortOf,
  sortText,
} from './my-vacancies-url.ts';

const go = (state: ListState, change: Partial<ListState>): void =>
  navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

const presetsOf = (isReviewer: boolean): Preset[] =>
  PRESETS.filter((preset) => preset !== 'review' || isReviewer);

export default function MyVacanciesPage() {
  const { t } = useTranslation('vacancies');
  const params = useQuery();
  const state = readState(params);
  const isReviewer = mayReview();
  const list = useMyVacancies(state);
  const { items, status, total, can } = list;
  const counts = usePresetCounts(presetsOf(isReviewer));
  usePageHead(t(listTitle()));
  useEffect(() => {
    void loadTaxonomy(tags);
  }, []);

  const isFirst = items.length === 0 && status !== 'success' && status !== 'error';
  const count = counts.all ?? total;
  return (
    <div className="my-vacancies">
      <PageTitle
        title={t(listTitle())}
        description={isFirst ? t('common:loading') : t('list.count', { count, number: formatNumber(count) })}
        actions={
          can.includes('create') ? (
            <ButtonLink href="/vacancies/add" variant="primary" icon="plus">
              {t('list.add')}
            </ButtonLink>
          ) : undefined
        }
      />
      <NotApproved />
      <SavedFilters
        filters={presetsOf(isReviewer).map((preset) => {
          const held = counts[preset];
          return {
            label: t(`preset.${preset}`),
            href: hrefOf({ preset, size: state.size }),
            current: state.preset === preset && state.q === '' && state.status === '',
            ...(held === undefined ? {} : { count: held }),
          };
        })}
      />
      <TableTools>
        <TypedSearch
          q={state.q}
          label={t('list.search')}
          onSearch={(q) => go(readState(new URLSearchParams(location.search)), { q })}
        />
        <TableFilter
          label={t('list.statusLabel')}
          value={state.status}
          options={[
            { value: '', label: t('list.anyStatus') },
            ...FILTERED_STATUSES.map((each) => ({ value: each, label: t(`state.${each}`) })),
          ]}
          onChange={(chosen) =>
            go(state, {
              status: typed<ListState['status']>(chosen),
              preset: 'all',
              sort: readState(new URLSearchParams()).sort,
            })
          }
        />
      </TableTools>
      <Results state={state} list={list} />
    </div>
  );
}

/** Whoever still waits for the centre hears what can be done meanwhile. */
function NotApproved() {
  const { t } = useTranslation('vacancies');
  const chosen = selectedOrganization.value;
  if (chosen?.status !== 'pending') return null;
  return (
    <Notice>
      <p>
        <strong>{t('list.pendingTitle', { name: chosen.name })}</strong>
      </p>
      <p>{t('list.pendingText')}</p>
    </Notice>
  );
}

function Results({ state, list }: { state: ListState; list: LoadedList<Vacancy> }) {
  const { t } = useTranslation('vacancies');
  const { items, status, total, pages, can, refresh } = list;
  const [step, setStep] = useState<{ vacancy: Vacancy; event: string } | null>(null);
  const columns = useColumns(items);

  function handleDone() {
    void reloadMyVacancies();
  }

  if (status === 'error') return <LoadProblem onRetry={() => void refresh()} />;
  if (items.length === 0 && status !== 'success') return <RowSkeletons count={8} />;
  const from = (state.page - 1) * state.size;
  return (
    <>
      <DataTable
        caption={t('list.caption', { filter: t(`preset.${state.preset}`) })}
        columns={columns}
        rows={items}
        rowId={(row) => row.id}
        rowLabel={(row) => row.title}
        sort={sortOf(state.sort)}
        onSort={(sort) => go(state, { sort: sortText(sort) })}
        rowMenu={(vacancy) => (
          <VacancyMenu vacancy={vacancy} onStep={(event) => setStep({ vacancy, event })} />
        )}
        empty={<Nothing state={state} mayAdd={can.includes('create')} />}
      />
      {items.length > 0 ? (
        <Pagination
          page={state.page}
          pages={pages}
          hrefFor={(page) => hrefOf({ ...state, page })}
          summary={t('list.summary', {
            from: from + 1,
            to: from + items.length,
            total: formatNumber(total),
          })}
          size={state.size}
          onSize={(size) => go(state, { size })}
        />
      ) : null}
      {step ? (
        <StepDialog
          vacancy={step.vacancy}
          event={step.event}
          onClose={() => setStep(null)}
          onDone={handleDone}
        />
      ) : null}
    </>
  );
}

/** Why there is nothing, and the nearest way out. */
function Nothing({ state, mayAdd }: { state: ListState; mayAdd: boolean }) {
  const { t } = useTranslation('vacancies');
  const isFiltered = state.q !== '' || state.status !== '';
  const name = isFiltered ? 'filtered' : state.preset;
  const isCalm = !isFiltered && (state.preset === 'review' || state.preset === 'expiring');
  return (
    <EmptyState
      level={2}
      icon={isCalm ? 'check' : isFiltered ? 'search' : 'pen'}
      title={t(`empty.${name}.title`)}
      actions={
        name === 'all' && mayAdd ? (
          <ButtonLink href="/vacancies/add">{t('list.add')}</ButtonLink>
        ) : name === 'all' ? undefined : (
          <ButtonLink href={MY_VACANCIES}>{t('empty.showAll')}</ButtonLink>
        )
      }
    >
      {t(`empty.${name}.text`)}
    </EmptyState>
  );
}
