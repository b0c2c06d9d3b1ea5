// The vacancies one works with, of an organisation or of a whole centre. The address is the state.

import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoadedList } from '../../../api/hooks.ts';
import { typed } from '../../../api/params.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import './my-vacancies.css';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import type { Selection } from '../../../components/table/table-selection.ts';
import { TableFilter, TypedSearch } from '../../../components/table/table-tools.tsx';
import type { ListView } from '../../../components/work-list/list-types.ts';
import { WorkList } from '../../../components/work-list/work-list.tsx';
import { loadTaxonomy, tags } from '../../../lib/centre/taxonomies.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { currentUser, selectedOrganization } from '../../../lib/session/session.ts';
import { StepDialog } from '../form/vacancy-form-step-dialog.tsx';
import {
  listTitle,
  mayReview,
  reloadMyVacancies,
  useMyVacancies,
  usePresetCounts,
} from './my-vacancies.store.ts';
import { hrefOfVacancy, useColumns } from './my-vacancies-columns.tsx';
import { useDecisions } from './my-vacancies-decisions.ts';
import { VacancyMenu } from './my-vacancies-menu.tsx';
import { VacancyPanel } from './my-vacancies-panel.tsx';
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
  const { t } = useTranslation(['vacancies', 'common']);
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
      <Results
        state={state}
        list={list}
        views={presetsOf(isReviewer).map((preset) => ({
          label: t(`preset.${preset}`),
          href: hrefOf({ preset, size: state.size }),
          current: state.preset === preset && state.q === '' && state.status === '',
          count: counts[preset],
        }))}
        tools={
          <>
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
          </>
        }
      />
    </div>
  );
}

/** Whoever still waits for the centre hears what can be done meanwhile. */
function NotApproved() {
  const { t } = useTranslation(['vacancies', 'common']);
  const chosen = selectedOrganization.value;
  // Who works for the centre reviews it; the words are for those who wait.
  if (chosen?.status !== 'pending' || mayReview()) return null;
  return (
    <Notice>
      <p>
        <strong>{t('list.pendingTitle', { name: chosen.name })}</strong>
      </p>
      <p>{t('list.pendingText')}</p>
    </Notice>
  );
}

interface ResultsProps {
  state: ListState;
  list: LoadedList<Vacancy>;
  views: readonly ListView[];
  tools: ReactNode;
}

const rowId = ({ id }: Vacancy): string => id;

/** What is chosen goes along: some by their ids, all by the filters of the list. */
function hrefOfBulk(selection: Selection, state: ListState): string {
  if (selection.kind === 'some') return `/vacancies/bulk-edit?ids=${[...selection.ids].join(',')}`;
  const all = hrefOf({ ...state, page: 1 }).replace(MY_VACANCIES, '/vacancies/bulk-edit');
  return `${all}${all.includes('?') ? '&' : '?'}all=1`;
}

function Results({ state, list, views, tools }: ResultsProps) {
  const { t } = useTranslation(['vacancies', 'common']);
  const { items, total, can } = list;
  const [step, setStep] = useState<{ vacancy: Vacancy; event: string } | null>(null);
  const columns = useColumns(items);
  const decisions = useDecisions((vacancy, event) => setStep({ vacancy, event }));
  const onChanged = () => void reloadMyVacancies();
  return (
    <>
      <WorkList
        name="vacancies"
        type="vacancies"
        person={currentUser.value?.id ?? ''}
        caption={t('list.caption', { filter: t(`preset.${state.preset}`) })}
        list={list}
        columns={columns}
        rowId={rowId}
        rowLabel={(row) => row.title}
        rowHref={hrefOfVacancy}
        sort={sortOf(state.sort)}
        onSort={(sort) => go(state, { sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => go(state, { size }),
          summary: (from, to) => t('list.summary', { from, to, total: formatNumber(total) }),
        }}
        views={views}
        tools={tools}
        rowMenu={(vacancy) => (
          <VacancyMenu vacancy={vacancy} onStep={(event) => setStep({ vacancy, event })} />
        )}
        decisions={decisions}
        bulk={[
          {
            name: 'edit',
            label: t('list.bulk'),
            icon: 'pen',
            run: (selection) => navigateTo(hrefOfBulk(selection, state)),
          },
        ]}
        canChooseAll
        panel={(row) => <VacancyPanel key={row.id} vacancy={row} />}
        empty={<Nothing state={state} mayAdd={can.includes('create')} />}
        onChanged={onChanged}
      />
      {step ? (
        <StepDialog
          vacancy={items.find(({ id }) => id === step.vacancy.id) ?? step.vacancy}
          event={step.event}
          onClose={() => setStep(null)}
          onDone={onChanged}
        />
      ) : null}
    </>
  );
}

/** Empty list: says why no vacancy is shown, and offers the next action. */
function Nothing({ state, mayAdd }: { state: ListState; mayAdd: boolean }) {
  const { t } = useTranslation(['vacancies', 'common']);
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
