// The work list of an organisation or a centre: who applied, for what, and who waits. The address is the state.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationStage } from '../../../api/choices.ts';
import { typed } from '../../../api/params.ts';
import type { Application } from '../../../api/schema.d.ts';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { FoldedFilters } from '../../../components/table/folded-filters.tsx';
import { type TableFilterProps, TypedSearch } from '../../../components/table/table-tools.tsx';
import { WorkList } from '../../../components/work-list/work-list.tsx';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { currentUser, menu } from '../../../lib/session/session.ts';
import { DIALOG_PARAM } from '../detail/actions.ts';
import { FILTERED } from '../stage.ts';
import { ApplicationPanel } from './application-panel.tsx';
import { ExportApplications, ExportNotice } from './export-applications.tsx';
import { hrefOf, isPreset, LIST_PATH, type ListState, readState, sortOf, sortText } from './list-url.ts';
import { useDecisions } from './use-decisions.ts';
import { useWrite } from './use-write.ts';
import { useColumns } from './work-columns.tsx';
import {
  presets,
  reloadWorkList,
  usePresetCounts,
  useVacancyChoices,
  useWorkList,
} from './work-list.store.ts';

const go = (state: ListState, change: Partial<ListState>): void =>
  navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

export function WorkApplications() {
  const { t } = useTranslation(['applications', 'common']);
  const params = useQuery();
  const state = readState(params);
  const list = useWorkList(state);
  const counts = usePresetCounts(state.vacancyId);
  const { items, total, status } = list;
  const isFirst = items.length === 0 && status !== 'success' && status !== 'error';
  const hasOwn = menu.value.includes('my_applications');
  const columns = useColumns(items);
  const decisions = useDecisions();
  const onChanged = () => void reloadWorkList();
  const [round, setRound] = useState(0);
  const writing = useWrite(() => setRound((before) => before + 1));
  return (
    <div className="work-applications">
      <PageTitle
        title={t('list.title')}
        description={
          <span role="status">{isFirst ? t('common:loading') : t('list.description', { count: total })}</span>
        }
        actions={
          <ButtonRow>
            {hasOwn ? (
              <ButtonLink variant="quiet" href={`${LIST_PATH}?own=1`}>
                {t('list.own')}
              </ButtonLink>
            ) : null}
            <ExportApplications state={state} shown={items} />
          </ButtonRow>
        }
      />
      <ExportNotice id={params.get('export')} />
      <WorkList
        name="applications"
        type="applications"
        person={currentUser.value?.id ?? ''}
        caption={t('list.caption')}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowLabel={(row) => row.name || t('list.nameless')}
        rowHref={(row) => `${LIST_PATH}/${row.id}`}
        hasFaces
        sort={sortOf(state.sort)}
        onSort={(sort) => go(state, { sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => go(state, { size }),
          summary: (from, to) => t('list.summary', { from, to, total: formatNumber(total) }),
        }}
        views={presets().map((preset) => ({
          label: serverWords(t)(`list.preset.${preset.key}`),
          href: hrefOf({ size: state.size, vacancyId: state.vacancyId, ...preset.state }),
          current: isPreset(state, preset),
          count: counts[preset.key],
        }))}
        tools={<Tools state={state} shown={items} />}
        rowMenu={(row) => <RowMenu row={row} />}
        decisions={writing.step ? [...decisions, writing.step] : decisions}
        round={round}
        panel={(row) => <ApplicationPanel key={row.id} application={row} />}
        empty={<Nothing state={state} />}
        onChanged={onChanged}
      />
      {writing.dialog}
    </div>
  );
}

interface ShownProps {
  state: ListState;
  shown: readonly Application[];
}

function Tools({ state, shown }: ShownProps) {
  const { t } = useTranslation(['applications', 'common']);
  const stage = state.stages.length === 1 ? (state.stages[0] ?? '') : '';
  const vacancies = useVacancyFilter(state, shown);
  return (
    <>
      <TypedSearch
        q={state.q}
        label={t('list.search')}
        onSearch={(q) => go(readState(new URLSearchParams(location.search)), { q })}
      />
      <FoldedFilters
        filters={[
          {
            label: t('list.stageLabel'),
            value: stage,
            options: [
              { value: '', label: t('list.anyStage') },
              ...FILTERED.map((each) => ({ value: each, label: t(`stage.${each}`) })),
            ],
            onChange: (value) =>
              go(state, { stages: value === '' ? [] : [typed<ApplicationStage>(value)], waiting: null }),
          },
          ...(vacancies === null ? [] : [vacancies]),
        ]}
      />
    </>
  );
}

/** A long list is no choice: then the search finds the vacancy, and a chosen one can be let go. */
function useVacancyFilter(state: ListState, shown: readonly Application[]): TableFilterProps | null {
  const { t } = useTranslation(['applications', 'common']);
  const { vacancyId } = state;
  const choices = useVacancyChoices().map(({ id, title }) => ({ value: id, label: title }));
  if (vacancyId !== null && !choices.some(({ value }) => value === vacancyId)) {
    const found = shown.find((each) => each.vacancyId === vacancyId);
    choices.unshift({ value: vacancyId, label: found?.vacancyTitle ?? t('list.vacancyLabel') });
  }
  if (choices.length === 0) return null;
  return {
    label: t('list.vacancyLabel'),
    value: vacancyId ?? '',
    options: [{ value: '', label: t('list.anyVacancy') }, ...choices],
    onChange: (value) => go(state, { vacancyId: value === '' ? null : value }),
  };
}

function Nothing({ state }: { state: ListState }) {
  const { t } = useTranslation(['applications', 'common']);
  if (isPreset(state, { key: 'all', state: {} }) && state.vacancyId === null) {
    return (
      <EmptyState
        level={2}
        icon="people"
        title={t('list.empty.title')}
        actions={<ButtonLink href="/vacancies">{t('list.empty.action')}</ButtonLink>}
      >
        {t('list.empty.text')}
      </EmptyState>
    );
  }
  const kind = state.waiting !== null && state.q === '' ? 'calm' : 'nothing';
  return (
    <EmptyState
      level={2}
      icon={kind === 'calm' ? 'check' : 'search'}
      title={t(`list.${kind}.title`)}
      actions={<Button onClick={() => navigateTo(LIST_PATH)}>{t(`list.${kind}.action`)}</Button>}
    >
      {t(`list.${kind}.text`)}
    </EmptyState>
  );
}

function RowMenu({ row }: { row: Application }) {
  const { t } = useTranslation(['applications', 'common']);
  const { id, name, phoneNumber, email, vacancyId } = row;
  const entries: MenuEntry[] = [{ label: t('list.menu.open'), href: `${LIST_PATH}/${id}`, icon: 'eye' }];
  if (row.transitions.includes('approve_as_mentor')) {
    const ask = (event: string) => `${LIST_PATH}/${id}?${DIALOG_PARAM}=${event}`;
    entries.push({ label: t('action.approve_as_mentor'), href: ask('approve_as_mentor'), icon: 'check' });
    entries.push({ label: t('action.rejectHeld'), href: ask('reject'), icon: 'close' });
  }
  if (phoneNumber) {
    const number = formatPhone(phoneNumber);
    entries.push({ label: t('list.menu.call', { number }), href: `tel:${phoneNumber}`, icon: 'phone' });
  }
  if (email) entries.push({ label: t('list.menu.mail', { email }), href: `mailto:${email}`, icon: 'mail' });
  entries.push({ label: t('list.menu.vacancy'), href: `/vacancies/${vacancyId}`, icon: 'list', apart: true });
  return <MenuButton label={t('list.menu.label', { name })} entries={entries} />;
}
