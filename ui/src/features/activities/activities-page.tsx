// The activities one works with, of an organisation or of a whole centre. The address is the state.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { ButtonLink } from '../../components/actions/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { paragraphsOf } from '../../components/form/prose.ts';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { FoldedFilters } from '../../components/table/folded-filters.tsx';
import { TypedSearch } from '../../components/table/table-tools.tsx';
import type { AnyDecision } from '../../components/work-list/decisions.ts';
import { PanelHead, PanelSection } from '../../components/work-list/panel-parts.tsx';
import { WorkList } from '../../components/work-list/work-list.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { currentUser, selectedOrganization } from '../../lib/session/session.ts';
import { mayReview, reloadActivities, useActivities, usePresetCounts } from './activities.store.ts';
import {
  ACTIVITIES,
  hrefOf,
  type ListState,
  PRESETS,
  type Preset,
  readState,
  sortOf,
  sortText,
} from './activities-url.ts';
import { hrefOfActivity, StateBadge, useColumns } from './activity-columns.tsx';
import { ActivityDates } from './activity-dates.tsx';
import { ActivityFacts } from './activity-facts.tsx';
import { ActivityMenu } from './activity-menu.tsx';
import { offeredSteps, type StepName } from './activity-state.ts';
import { StepDialog } from './activity-step-dialog.tsx';
import { useOwners } from './owners.store.ts';
import './activities.css';

const go = (state: ListState, change: Partial<ListState>): void =>
  navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

const rowId = ({ id }: Activity): string => id;
const DATES_IN_PANEL = 6;

/** With a letter in the list; the others are in the menu. */
const IN_LIST = ['approve', 'request_changes', 'refuse', 'publish', 'submit'] as const;
const LOOK = {
  approve: { key: 'a', icon: 'check', variant: 'primary' },
  request_changes: { key: 'w', icon: 'pen', variant: 'plain' },
  refuse: { key: 'r', icon: 'close', variant: 'danger' },
  publish: { key: 'p', icon: 'check', variant: 'primary' },
  submit: { key: 'i', icon: 'send', variant: 'primary' },
} as const;

export default function ActivitiesPage() {
  const { t } = useTranslation(['activities', 'routes', 'common']);
  const state = readState(useQuery());
  const presets = PRESETS.filter((preset) => preset !== 'review' || mayReview());
  const list = useActivities(state);
  const counts = usePresetCounts(presets);
  const [step, setStep] = useState<{ activity: Activity; event: StepName } | null>(null);
  const { items, total, can } = list;
  usePageHead(t('routes:activities.title'));
  const columns = useColumns(items);
  const decisions = IN_LIST.map(
    (event): AnyDecision<Activity> => ({
      name: event,
      ...LOOK[event],
      label: t(`step.${event}.confirm`),
      isAllowed: (row) => offeredSteps(row).some((each) => each.event === event),
      open: ([row]) => row && setStep({ activity: row, event }),
    }),
  );
  const count = counts.upcoming;
  return (
    <div className="activities-page">
      <PageTitle
        title={t('routes:activities.title')}
        description={
          count === undefined ? t('common:loading') : t('list.count', { count, number: formatNumber(count) })
        }
        actions={
          can.includes('create') ? (
            <ButtonLink href={`${ACTIVITIES}/nieuw`} variant="primary" icon="plus">
              {t('list.add')}
            </ButtonLink>
          ) : undefined
        }
      />
      <WorkList
        name="activities"
        type="activities"
        person={currentUser.value?.id ?? ''}
        caption={t('list.caption', { filter: t(`preset.${state.preset}`) })}
        list={list}
        columns={columns}
        rowId={rowId}
        rowLabel={(row) => row.title}
        rowHref={hrefOfActivity}
        sort={sortOf(state.sort)}
        onSort={(sort) => go(state, { sort: sortText(sort) })}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => go(state, { size }),
          summary: (from, to) => t('list.summary', { from, to, total: formatNumber(total) }),
        }}
        views={presets.map((preset) => ({
          label: t(`preset.${preset}`),
          href: hrefOf({ preset, size: state.size }),
          current: state.preset === preset && state.q === '' && state.owner === '',
          count: counts[preset],
        }))}
        tools={
          <>
            <TypedSearch
              q={state.q}
              label={t('list.search')}
              onSearch={(q) => go(readState(new URLSearchParams(location.search)), { q })}
            />
            <OwnerFilter state={state} />
          </>
        }
        rowMenu={(activity) => (
          <ActivityMenu activity={activity} onStep={(event) => setStep({ activity, event })} />
        )}
        decisions={decisions}
        panel={(row) => <ActivityPanel key={row.id} activity={row} />}
        empty={<Nothing state={state} mayAdd={can.includes('create')} />}
        onChanged={() => void reloadActivities()}
      />
      {step ? (
        <StepDialog
          activity={items.find(({ id }) => id === step.activity.id) ?? step.activity}
          event={step.event}
          onClose={() => setStep(null)}
          onDone={() => void reloadActivities()}
        />
      ) : null}
    </div>
  );
}

/** For who works with the activities of several. */
function OwnerFilter({ state }: { state: ListState }) {
  const { t } = useTranslation('activities');
  const owners = useOwners().owners ?? [];
  if (owners.length < 2 || selectedOrganization.value) return null;
  return (
    <FoldedFilters
      filters={[
        {
          label: t('filter.organization'),
          value: state.owner,
          options: [{ value: '', label: t('filter.anyOrganization') }, ...owners],
          onChange: (owner) => go(state, { owner }),
        },
      ]}
    />
  );
}

function ActivityPanel({ activity }: { activity: Activity }) {
  const { t } = useTranslation('activities');
  const { title, organizationName, summary, moderationMessage } = activity;
  const paragraphs = paragraphsOf(activity.description)
    .split(/\n{2,}/)
    .filter(Boolean);
  return (
    <>
      <PanelHead title={title} sign={<StateBadge activity={activity} />}>
        {organizationName}
      </PanelHead>
      <ActivityFacts activity={activity} />
      {moderationMessage ? <p className="panel-note">{moderationMessage}</p> : null}
      {summary ? <p className="panel-text">{summary}</p> : null}
      {paragraphs.length > 0 ? (
        <PanelSection title={t('panel.text')}>
          {paragraphs.map((paragraph) => (
            <p className="panel-text" key={paragraph}>
              {paragraph}
            </p>
          ))}
        </PanelSection>
      ) : null}
      <PanelSection title={t('dates.toCome')}>
        <ActivityDates activity={activity} most={DATES_IN_PANEL} />
      </PanelSection>
      <p>
        <AppLink href={hrefOfActivity(activity)}>{t('menu.open')}</AppLink>
      </p>
    </>
  );
}

/** Why there is nothing, and the nearest way out. */
function Nothing({ state, mayAdd }: { state: ListState; mayAdd: boolean }) {
  const { t } = useTranslation('activities');
  const name: Preset | 'filtered' = state.q === '' && state.owner === '' ? state.preset : 'filtered';
  return (
    <EmptyState
      level={2}
      icon={name === 'filtered' ? 'search' : name === 'review' ? 'check' : 'calendar'}
      title={t(`empty.${name}.title`)}
      actions={
        name === 'filtered' ? (
          <ButtonLink href={ACTIVITIES}>{t('empty.showAll')}</ButtonLink>
        ) : mayAdd && name !== 'review' && name !== 'past' ? (
          <ButtonLink href={`${ACTIVITIES}/nieuw`}>{t('list.add')}</ButtonLink>
        ) : undefined
      }
    >
      {t(`empty.${name}.text`)}
    </EmptyState>
  );
}
