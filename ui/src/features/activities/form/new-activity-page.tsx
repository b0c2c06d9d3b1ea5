// A new activity: its first two steps stand on this device, then it is made as a draft.
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createResource } from '../../../api/requests.ts';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { currentUser, selectedOrganizationId } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved } from '../../../lib/unsaved/unsaved.ts';
import { reloadActivities } from '../activities.store.ts';
import { ACTIVITIES, CENTRE } from '../activities-url.ts';
import { type Owner, useOwners } from '../owners.store.ts';
import { newAttributes, newForm, ownerOf } from './activity-form-values.ts';
import { ActivitySteps } from './activity-steps.tsx';
import type { StepKey } from './activity-steps-order.ts';
import { StartingPoint } from './activity-templates.tsx';
import '../../../components/layout/stepper.css';

const NAME = 'activities/new';
const NEW = `${ACTIVITIES}/nieuw`;

export default function NewActivityPage() {
  const { t } = useTranslation(['activity-form', 'routes']);
  const { owners, isFailed, refresh } = useOwners();
  usePageHead(t('routes:activityNew.title'));
  return (
    <div className="activity-form-page">
      <Breadcrumb
        crumbs={[{ label: t('routes:activities.title'), href: ACTIVITIES }, { label: t('newCrumb') }]}
      />
      <PageTitle title={t('routes:activityNew.title')} description={t('lead')} />
      {owners ? (
        <NewDraft owners={owners} />
      ) : isFailed ? (
        <LoadProblem onRetry={refresh} />
      ) : (
        <RowSkeletons count={6} />
      )}
    </div>
  );
}

function NewDraft({ owners }: { owners: readonly Owner[] }) {
  const step: StepKey = useQuery().get('step') === 'when' ? 'when' : 'what';
  const base = useMemo(() => {
    const chosen = owners.find(({ value }) => value === selectedOrganizationId.peek()) ?? owners[0];
    return newForm(chosen?.value ?? CENTRE, currentUser.peek()?.id ?? null);
  }, [owners]);

  // The form begins anew with what was chosen.
  const [round, setRound] = useState(0);
  function handleStart(content: FormValue) {
    saveDraft(NAME, { ...readDraft<FormValue>(NAME), ...content });
    setRound((times) => times + 1);
  }

  async function handleSave(value: FormValue, next: StepKey | null) {
    if (step === 'what') navigateTo(`${NEW}?step=when`);
    else {
      const made = await createResource('activities', newAttributes(value));
      dropDraft(NAME);
      markSaved(NAME);
      void reloadActivities();
      navigateTo(`${ACTIVITIES}/${made.id}/wijzigen?step=${next}`, { replace: true });
    }
    window.scrollTo(0, 0);
    return [];
  }

  return (
    <ActivitySteps
      key={round}
      name={NAME}
      base={base}
      step={step}
      activity={null}
      owners={owners}
      hrefOf={(key) => (key === 'when' ? `${NEW}?step=when` : NEW)}
      onSave={handleSave}
      before={
        step === 'what' ? (
          <StartingPoint
            organizationOf={() => ownerOf({ ...base, ...readDraft<FormValue>(NAME) })}
            onStart={handleStart}
          />
        ) : null
      }
    />
  );
}
