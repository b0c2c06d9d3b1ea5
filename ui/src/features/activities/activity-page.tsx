// One activity: what comes next, what it is, its dates, what happened.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ACTIVITY_CALLS } from '../../api/activity-calls.ts';
import { refresh } from '../../api/cache.ts';
import { keyOf, useCall, useResource } from '../../api/hooks.ts';
import type { Activity } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { NextStep, Timeline } from '../../components/content/application-parts.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../components/layout/page-title.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatDay, formatTime } from '../../lib/locale/time.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { reloadActivities } from './activities.store.ts';
import { ACTIVITIES } from './activities-url.ts';
import { hrefOfActivity, StateBadge } from './activity-columns.tsx';
import { ActivityDates } from './activity-dates.tsx';
import { ActivityFacts } from './activity-facts.tsx';
import { ActivityMenu } from './activity-menu.tsx';
import { ActivityRevision } from './activity-revision.tsx';
import { FORWARD, offeredSteps, type StepName, workState } from './activity-state.ts';
import { StepDialog } from './activity-step-dialog.tsx';
import { Participants } from './participants/participants.tsx';
import { hrefOfPeople, PEOPLE_PART } from './participants/participants-url.ts';
import '../../components/work-list/work-list.css';
import './activities.css';

export default function ActivityPage() {
  const { id = '' } = useParams();
  const { item, status, refresh: again } = useResource('activities', id);
  if (item) return <Showing activity={item} />;
  return status === 'error' ? <LoadProblem onRetry={() => void again()} /> : <RowSkeletons count={8} />;
}

function Showing({ activity }: { activity: Activity }) {
  const { t } = useTranslation(['activities', 'routes']);
  const { id, title, can, organizationName } = activity;
  const isOfPeople = useQuery().get('deel') === PEOPLE_PART && can.includes('manage');
  const [step, setStep] = useState<StepName | null>(null);
  usePageHead(title);

  async function handleDone() {
    if (step === 'delete') navigateTo(ACTIVITIES, { replace: true });
    await Promise.all([reloadActivities(), refresh(keyOf(`/activities/${id}/history`))]);
  }

  return (
    <div className="activity-work">
      <Breadcrumb crumbs={[{ label: t('routes:activities.title'), href: ACTIVITIES }, { label: title }]} />
      <PageTitle
        title={title}
        description={
          <>
            <StateBadge activity={activity} /> {organizationName}
          </>
        }
        actions={
          <ButtonRow>
            {can.includes('update') ? (
              <ButtonLink href={`${hrefOfActivity(activity)}/wijzigen`} icon="pen">
                {t('menu.edit')}
              </ButtonLink>
            ) : null}
            <ActivityMenu activity={activity} isAlone onStep={setStep} />
          </ButtonRow>
        }
      />
      {can.includes('manage') ? <Parts id={id} isOfPeople={isOfPeople} /> : null}
      {isOfPeople ? <Participants activity={activity} /> : <Overview activity={activity} onStep={setStep} />}
      {step ? (
        <StepDialog
          activity={activity}
          event={step}
          onClose={() => setStep(null)}
          onDone={() => void handleDone()}
        />
      ) : null}
    </div>
  );
}

/** Who comes is asked for only by who wants to know. */
function Parts({ id, isOfPeople }: { id: string; isOfPeople: boolean }) {
  const { t } = useTranslation('participants');
  const parts = [
    { label: t('tab.overview'), href: `${ACTIVITIES}/${id}`, isCurrent: !isOfPeople },
    { label: t('title'), href: hrefOfPeople(id), isCurrent: isOfPeople },
  ];
  return (
    <div className="view-bar">
      <nav className="view-tabs" aria-label={t('tab.label')}>
        {parts.map(({ label, href, isCurrent }) => (
          <AppLink key={href} className="view-tab" href={href} aria-current={isCurrent ? 'true' : undefined}>
            {label}
          </AppLink>
        ))}
      </nav>
    </div>
  );
}

function Overview({ activity, onStep }: { activity: Activity; onStep: (event: StepName) => void }) {
  const { t } = useTranslation('activities');
  return (
    <div className="form-layout">
      <div className="stack">
        <Said activity={activity} />
        <ActivityRevision activity={activity} />
        <Next activity={activity} onStep={onStep} />
        <Card title={t('dates.title')} className="stack">
          <ActivityDates activity={activity} />
        </Card>
      </div>
      <div className="stack">
        <Card title={t('facts.title')} className="stack">
          {activity.summary ? <p>{activity.summary}</p> : null}
          <ActivityFacts activity={activity} />
        </Card>
        <History id={activity.id} />
      </div>
    </div>
  );
}

/** What the centre said. */
function Said({ activity }: { activity: Activity }) {
  const { t } = useTranslation('activities');
  const state = workState(activity);
  if (state !== 'needs_work' && state !== 'refused') return null;
  return (
    <Notice tone={state === 'refused' ? 'danger' : 'warning'}>
      <p>
        <strong>{t(`said.${state}`)}</strong>
      </p>
      {activity.moderationMessage ? <p>{activity.moderationMessage}</p> : null}
    </Notice>
  );
}

/** Which words: by what may be done now, not by who asks. */
function Next({ activity, onStep }: { activity: Activity; onStep: (event: StepName) => void }) {
  const { t } = useTranslation('activities');
  const steps = offeredSteps(activity).filter(({ event }) => FORWARD.includes(event));
  const [first] = steps;
  const state = workState(activity);
  const words =
    first?.event === 'approve'
      ? activity.revision
        ? 'reviewChange'
        : 'review'
      : first && state === 'draft'
        ? (first.event as 'publish')
        : state;
  return (
    <NextStep
      title={t(`next.${words}.title`)}
      {...(first ? {} : { kicker: null })}
      actions={
        steps.length > 0
          ? steps.map(({ event, icon }, at) => (
              <Button
                key={event}
                icon={icon}
                variant={at === 0 ? 'primary' : 'plain'}
                onClick={() => onStep(event)}
              >
                {t(`step.${event}.confirm`)}
              </Button>
            ))
          : undefined
      }
    >
      <p>{t(`next.${words}.text`)}</p>
    </NextStep>
  );
}

/** What happened, the latest on top. Beside the work: when it cannot be had, the card stays away. */
function History({ id }: { id: string }) {
  const { t, i18n } = useTranslation('activities');
  const { data } = useCall(ACTIVITY_CALLS.activityHistory, { id });
  const steps = (data?.items ?? []).toReversed();
  if (steps.length === 0) return null;
  return (
    <aside aria-label={t('history.title')}>
      <Card title={t('history.title')}>
        <Timeline
          events={steps.map((step, index) => ({
            id: step.id,
            title: serverWords(t)(
              i18n.exists(`activities:history.${step.event}`) ? `history.${step.event}` : 'history.other',
            ),
            detail: [step.actorName, step.reasonText].filter(Boolean).join(': '),
            when: `${formatDay(step.at)}, ${formatTime(step.at)}`,
            at: step.at,
            mark: index === 0 ? 'now' : step.event === 'request_changes' ? 'warning' : undefined,
          }))}
        />
      </Card>
    </aside>
  );
}
