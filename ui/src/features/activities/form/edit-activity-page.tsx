// An activity that is there, in its steps; after the last one it can be put online or sent in.
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useResource } from '../../../api/hooks.ts';
import { updateResource } from '../../../api/requests.ts';
import type { Activity } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { NextStep } from '../../../components/content/application-parts.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { dropDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved } from '../../../lib/unsaved/unsaved.ts';
import { reloadActivities } from '../activities.store.ts';
import { ACTIVITIES } from '../activities-url.ts';
import { inHand } from '../activity-changes.ts';
import { hrefOfActivity, StateBadge } from '../activity-columns.tsx';
import { ActivityRevision, ReadFirst } from '../activity-revision.tsx';
import { FORWARD, offeredSteps, type StepName } from '../activity-state.ts';
import { StepDialog } from '../activity-step-dialog.tsx';
import { changedAttributes, missingParts, toForm } from './activity-form-values.ts';
import { ActivitySteps } from './activity-steps.tsx';
import { isStepKey, type StepKey } from './activity-steps-order.ts';
import { KeepAsTemplate } from './activity-templates.tsx';
import '../../../components/layout/stepper.css';

export default function EditActivityPage() {
  const { id = '' } = useParams();
  const found = useResource('activities', id, { include: ['contactPerson'] }, { isNew: true });
  if (found.item) return <Editing key={id} activity={found.item} onChanged={found.refresh} />;
  return found.status === 'error' ? (
    <LoadProblem onRetry={() => void found.refresh()} />
  ) : (
    <RowSkeletons count={8} />
  );
}

interface EditingProps {
  activity: Activity;
  onChanged: () => Promise<void>;
}

function Editing({ activity, onChanged }: EditingProps) {
  const { t } = useTranslation(['activity-form', 'activities', 'routes']);
  const { id, title } = activity;
  const asked = useQuery().get('step');
  const step: StepKey = isStepKey(asked) ? asked : 'what';
  const [event, setEvent] = useState<StepName | null>(null);
  const base = useMemo(() => toForm(inHand(activity)), [activity]);
  const name = `activities/${id}`;
  const href = hrefOfActivity(activity);
  const hrefOf = (key: StepKey) => `${href}/wijzigen?step=${key}`;
  usePageHead(t('editTitle', { title }));

  async function handleSave(value: FormValue, next: StepKey | null) {
    const changed = changedAttributes(base, value);
    let isWaiting = false;
    if (Object.keys(changed).length > 0) {
      const saved = await updateResource('activities', id, changed, { include: ['contactPerson'] });
      isWaiting = saved.revisionState === 'submitted';
      await Promise.all([onChanged(), reloadActivities()]);
    }
    dropDraft(name);
    markSaved(name);
    if (next) navigateTo(hrefOf(next));
    else
      addToast({
        title: t(activity.status === 'draft' ? 'draftSaved' : 'changesSaved'),
        ...(isWaiting ? { message: t('activities:revision.saved') } : {}),
        color: 'success',
      });
    window.scrollTo(0, 0);
    return [];
  }

  async function handleDone() {
    setEvent(null);
    await reloadActivities();
    navigateTo(href);
  }

  return (
    <div className="activity-form-page">
      <Breadcrumb
        crumbs={[
          { label: t('routes:activities.title'), href: ACTIVITIES },
          { label: title, href },
          { label: t('editCrumb') },
        ]}
      />
      <PageTitle
        title={title}
        description={
          <>
            <StateBadge activity={activity} /> {activity.organizationName}
          </>
        }
      />
      <ReadFirst activity={activity} />
      <ActivityRevision activity={activity} />
      <ActivitySteps
        name={name}
        base={base}
        step={step}
        activity={activity}
        owners={[]}
        hrefOf={hrefOf}
        onSave={handleSave}
      >
        {step === 'check' ? (
          <>
            <Then activity={activity} onStep={setEvent} />
            <KeepAsTemplate activity={activity} value={base} />
          </>
        ) : null}
      </ActivitySteps>
      {event ? (
        <StepDialog
          activity={activity}
          event={event}
          onClose={() => setEvent(null)}
          onDone={() => void handleDone()}
        />
      ) : null}
    </div>
  );
}

/** What happens now: it goes online at once, or the centre reads it first. */
function Then({ activity, onStep }: { activity: Activity; onStep: (event: StepName) => void }) {
  const { t } = useTranslation(['activity-form', 'activities']);
  const steps = offeredSteps(activity).filter(({ event }) => FORWARD.includes(event));
  const [first] = steps;
  const isIncomplete = missingParts(activity).length > 0;
  if (!first) return null;
  const words = first.event === 'submit' ? 'submit' : first.event === 'approve' ? 'review' : 'publish';
  return (
    <NextStep
      title={t(`activities:next.${words}.title`)}
      actions={steps.map(({ event, icon }, at) => (
        <Button
          key={event}
          icon={icon}
          variant={at === 0 ? 'primary' : 'plain'}
          off={isIncomplete}
          aria-describedby={isIncomplete ? 'then-off' : undefined}
          onClick={() => onStep(event)}
        >
          {t(`activities:step.${event}.confirm`)}
        </Button>
      ))}
    >
      <p>{t(`activities:next.${words}.text`)}</p>
      {isIncomplete ? (
        <p id="then-off">
          <strong>{t('check.first')}</strong>
        </p>
      ) : null}
    </NextStep>
  );
}
