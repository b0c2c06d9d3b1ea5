// The organisation's own details, in steps that are each saved on their own. Once it is approved, another name or
// number waits for the centre.

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { asRead } from '../../../api/as-read.ts';
import type { Organization, OrganizationInput } from '../../../api/schema.d.ts';
import { midSentence } from '../../../lib/locale/mid-sentence.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import '../../../components/layout/stepper.css';
import '../../../components/table/data-table.css';
import { ApiError } from '../../../api/client.ts';
import { send, updateResource } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import type { Problem } from '../../../components/form/problems.ts';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { Stepper } from '../../../components/layout/stepper.tsx';
import { normaliseError, showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { dropDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved } from '../../../lib/unsaved/unsaved.ts';
import { loadOrganization, organization } from '../organization.store.ts';
import { RequestedChange } from '../requested-change.tsx';
import { draftOf, editHref, stepsOf } from './edit-steps.ts';
import { FormStep } from './form-step.tsx';
import { HoursStep } from './hours-step.tsx';
import { MapStep } from './map-step.tsx';
import { PlaceStep } from './place-step.tsx';
import '../../../components/table/table-tools.css';
import './profile-steps.css';

const OrganizationManage = lazy(async () => ({
  default: (await import('../manage/organization-manage.tsx')).OrganizationManage,
}));

const WITH = ['address', 'profile'] as const;

export default function OrganizationEditPage() {
  const { id = '' } = useParams();
  const shown = organization.value;
  useEffect(() => {
    organization.value = null;
    loadOrganization(id, 'update', WITH).catch((thrown: unknown) =>
      showError(normaliseError(thrown, { fatal: true })),
    );
  }, [id]);
  return shown?.id === id ? <Editing found={shown} /> : <RowSkeletons count={6} />;
}

function Editing({ found }: { found: Organization }) {
  const { t } = useTranslation('organizations');
  const { id, name } = found;
  const steps = stepsOf(found);
  const wished = useQuery().get('step');
  const step = steps.find((each) => each === wished) ?? 'about';
  const [round, setRound] = useState(0);
  const [hasConflict, setHasConflict] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current !== step) heading.current?.focus();
    lastStep.current = step;
  }, [step]);

  async function refresh() {
    for (const name of [draftOf(id, step), `${draftOf(id, step)}/address`]) {
      dropDraft(name);
      markSaved(name);
    }
    setHasConflict(false);
    await loadOrganization(id, undefined, WITH);
    setRound((times) => times + 1);
  }

  async function save(attributes: OrganizationInput): Promise<readonly Problem[]> {
    try {
      if (Object.keys(attributes).length > 0) await updateResource('organizations', id, attributes);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.statusCode !== 412) throw thrown;
      setHasConflict(true);
      return [{ detail: t('edit.conflictTitle') }];
    }
    await refresh();
    // The next step says enough: a notice would lie over its button.
    const next = steps[steps.indexOf(step) + 1];
    if (next) navigateTo(editHref(id, next));
    else addToast({ title: t('edit.saved'), color: 'success' });
    return [];
  }

  const shared = { found, save, key: `${step}${round}` };
  return (
    <>
      <Breadcrumb crumbs={[{ label: name, href: `/organizations/${id}` }, { label: t('page.edit') }]} />
      <PageTitle title={t('edit.title', { name })} />
      <Stepper
        current={step}
        open
        steps={steps.map((key) => ({ key, label: t(`edit.step.${key}`), href: editHref(id, key) }))}
      />
      <h2 className="visually-hidden" ref={heading} tabIndex={-1}>
        {t(`edit.step.${step}`)}
      </h2>
      <div className="form-layout edit-steps">
        <div className="stack">
          <StatusNotice found={found} onDone={() => void refresh()} />
          <RequestedChange found={found} onDone={() => void refresh()} />
          {hasConflict ? (
            <Notice tone="warning" live>
              <p>
                <strong>{t('edit.conflictTitle')}</strong>
              </p>
              <p>{t('edit.conflictText')}</p>
              <Button small onClick={() => void refresh()}>
                {t('edit.reload')}
              </Button>
            </Notice>
          ) : null}
          {step === 'place' ? (
            <PlaceStep {...shared} />
          ) : step === 'hours' ? (
            <HoursStep {...shared} />
          ) : step === 'map' ? (
            <MapStep {...shared} />
          ) : (
            <FormStep step={step} {...shared} />
          )}
        </div>
        <Suspense fallback={null}>
          <OrganizationManage found={found} onDone={() => void refresh()} />
        </Suspense>
      </div>
    </>
  );
}

/** How it stands when it is not simply approved, and the way back. */
function StatusNotice({ found, onDone }: { found: Organization; onDone: () => void }) {
  const { t } = useTranslation(['organizations', 'reasons']);
  const { id, name, status, transitions, denialReason, denialText, can } = found;
  // A reviewer reads other words than the organisation that waits for the decision.
  const whose = can.includes('approve') ? 'statusOf' : 'status';
  if (status === 'approved' || status === 'deleted') return null;

  async function handleResubmit() {
    await send(STAFF_CALLS.changeOrganization, { id, body: { status: 'pending' }, headers: asRead(found) });
    addToast({ title: t('edit.resubmitted'), color: 'success' });
    onDone();
  }

  return (
    <Notice tone={status === 'denied' ? 'danger' : 'info'}>
      <p>
        <strong>
          {t(`edit.${whose}.${status}`, {
            name,
            reason: denialReason ? midSentence(serverWords(t)(`reasons:denial.${denialReason}`)) : '',
          })}
        </strong>
      </p>
      {status === 'denied' && denialText ? <p>{denialText}</p> : null}
      {whose === 'statusOf' && status === 'pending' ? (
        <ButtonLink small href={`/organizations/approve?open=${id}`}>
          {t('edit.review')}
        </ButtonLink>
      ) : null}
      {transitions.includes('resubmit') && whose === 'status' ? (
        <Button small onClick={() => void handleResubmit()}>
          {t('edit.resubmit')}
        </Button>
      ) : null}
    </Notice>
  );
}
