// An existing vacancy: what comes next, the form, what happened.

import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Vacancy } from '../../../api/schema.d.ts';
import '../../../components/layout/stepper.css';
import '../../../components/table/data-table.css';
import { ApiError } from '../../../api/client.ts';
import { updateResource } from '../../../api/requests.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Breadcrumb, PageTitle } from '../../../components/layout/page-title.tsx';
import { normaliseError, showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { dropDraft } from '../../../lib/unsaved/drafts.ts';
import { owner } from '../form/vacancy-form.store.ts';
import { VacancyForm } from '../form/vacancy-form.tsx';
import { splitEvents } from '../form/vacancy-form-events.ts';
import { StepDialog } from '../form/vacancy-form-step-dialog.tsx';
import { changedAttributes, toForm } from '../form/vacancy-form-values.ts';
import { isStepKey } from '../form/vacancy-steps-order.ts';
import { listTitle } from '../list/my-vacancies.store.ts';
import { StateBadge } from '../list/my-vacancies-columns.tsx';
import { VacancyMenu } from '../list/my-vacancies-menu.tsx';
import { DraftSteps } from './draft-steps.tsx';
import { edited, loadEdited, loadHistory } from './edit-vacancy.store.ts';
import { VacancyHistory } from './edit-vacancy-history.tsx';
import { EditNextStep, ModerationNotice } from './edit-vacancy-next.tsx';
import { ReviewedNotice, RevisionCard } from './edit-vacancy-revision.tsx';
import { inHand } from './vacancy-revision.ts';
import { StatisticsCard } from './vacancy-statistics.tsx';
import '../../../components/table/table-tools.css';

export default function EditVacancyPage() {
  const { id = '' } = useParams();
  const step = useQuery().get('step');
  const vacancy = edited.value;

  useEffect(() => {
    edited.value = null;
    loadEdited(id).catch((thrown: unknown) => showError(normaliseError(thrown, { fatal: true })));
    return () => {
      edited.value = null;
    };
  }, [id]);

  if (vacancy?.id !== id) return <RowSkeletons count={8} />;
  return vacancy.status === 'draft' && isStepKey(step) ? (
    <DraftSteps vacancy={vacancy} step={step} />
  ) : (
    <Editing vacancy={vacancy} />
  );
}

const ownAddress = () => owner.peek()?.address ?? null;

function Editing({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation(['vacancies', 'vacancy-steps']);
  const { id, title } = vacancy;
  const name = `vacancies/${id}`;
  const [base, setBase] = useState(() => toForm(inHand(vacancy), ownAddress()));
  const [round, setRound] = useState(0);
  const [step, setStep] = useState<string | null>(null);
  const [isUnsaved, setIsUnsaved] = useState(false);
  /** What was typed while somebody else saved. */
  const [conflict, setConflict] = useState<FormValue | null>(null);
  usePageHead(t('form.titleEdit', { title }));

  async function refresh() {
    const fresh = await loadEdited(id);
    setBase(toForm(inHand(fresh), ownAddress()));
    setRound((times) => times + 1);
    return fresh;
  }

  async function save(value: FormValue, before: FormValue) {
    const changed = changedAttributes(before, value, ownAddress());
    const isChanged = Object.keys(changed).length > 0;
    const saved = isChanged ? await updateResource('vacancies', id, changed) : vacancy;
    dropDraft(name);
    const isWaiting = isChanged && saved.revisionState === 'submitted';
    addToast({
      title: t('form.saved'),
      ...(isWaiting ? { message: t('revision.saved') } : {}),
      color: 'success',
    });
    setConflict(null);
    await refresh();
    await loadHistory(id);
  }

  async function handleSave(value: FormValue) {
    try {
      await save(value, base);
      return [];
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.statusCode !== 412) throw thrown;
      setConflict(value);
      return null;
    }
  }

  /** Theirs goes; what was typed here is given up on purpose. */
  async function handleTheirs() {
    dropDraft(name);
    setConflict(null);
    await refresh();
  }

  /** Reads the newest version and lays only one's own changes over it. */
  async function handleMine(value: FormValue) {
    await loadEdited(id);
    await save(value, base);
  }

  async function handleStepDone() {
    if (step === 'delete') navigateTo('/vacancies', { replace: true });
    else {
      await refresh();
      await loadHistory(id);
    }
  }

  const { next, more } = splitEvents(vacancy);
  return (
    <div className="vacancy-form-page">
      <Breadcrumb crumbs={[{ label: t(listTitle()), href: '/vacancies' }, { label: title }]} />
      <PageTitle
        title={title}
        description={
          <>
            <StateBadge vacancy={vacancy} /> {vacancy.organizationName}
          </>
        }
        actions={
          <>
            {vacancy.status === 'draft' ? (
              <ButtonLink href={`/vacancies/${id}/edit?step=what`}>{t('vacancy-steps:inSteps')}</ButtonLink>
            ) : null}
            <VacancyMenu vacancy={vacancy} events={more} isAlone onStep={setStep} />
          </>
        }
      />
      <div className="form-layout">
        <div className="stack">
          <ModerationNotice vacancy={vacancy} />
          <EditNextStep vacancy={vacancy} events={next} isUnsaved={isUnsaved} onStep={setStep} />
          <RevisionCard vacancy={vacancy} />
          <ReviewedNotice vacancy={vacancy} />
          {conflict ? <Conflict onMine={() => handleMine(conflict)} onTheirs={handleTheirs} /> : null}
          <VacancyForm
            key={round}
            name={name}
            base={base}
            isNew={false}
            submitLabel={t(vacancy.status === 'draft' ? 'form.saveDraft' : 'form.save')}
            onSave={handleSave}
            onUnsaved={setIsUnsaved}
          />
        </div>
        <div className="stack">
          {vacancy.status === 'draft' ? null : <StatisticsCard id={id} />}
          <VacancyHistory id={id} />
        </div>
      </div>
      {step ? (
        <StepDialog
          vacancy={vacancy}
          event={step}
          onClose={() => setStep(null)}
          onDone={() => void handleStepDone()}
        />
      ) : null}
    </div>
  );
}

/** Takes the focus: whoever pressed save may stand far below it. */
function Conflict({ onMine, onTheirs }: { onMine: () => Promise<void>; onTheirs: () => Promise<void> }) {
  const { t } = useTranslation('vacancies');
  const top = useRef<HTMLDivElement>(null);
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    top.current?.scrollIntoView?.({ block: 'center' });
    top.current?.focus({ preventScroll: true });
  }, []);
  const attempt = (act: () => Promise<void>) => {
    setIsFailed(false);
    act().catch(() => setIsFailed(true));
  };
  return (
    <div ref={top} tabIndex={-1}>
      <Notice tone="warning" live>
        <p>
          <strong>{t('conflict.title')}</strong>
        </p>
        <p>{t(isFailed ? 'conflict.failed' : 'conflict.text')}</p>
        <div className="button-row">
          <Button onClick={() => attempt(onMine)}>{t('conflict.mine')}</Button>
          <Button variant="quiet" onClick={() => attempt(onTheirs)}>
            {t('conflict.theirs')}
          </Button>
        </div>
      </Notice>
    </div>
  );
}
