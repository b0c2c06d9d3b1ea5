// A draft in steps, one screen each. Every step is saved on the server before the next one opens.
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import type { Problem } from '../../../components/form/problems.ts';
import { QUESTIONS } from '../../../components/form/questions/asked-questions.ts';
import { QuestionsCard } from '../../../components/form/questions/asked-questions-card.tsx';
import { Stepper } from '../../../components/layout/stepper.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatTime } from '../../../lib/locale/time.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { StartingPoints } from './starting-points.tsx';
import { loadOwner, loadTerms } from './vacancy-form.store.ts';
import {
  ApprovalCard,
  ContactCard,
  ImageCard,
  OfferCard,
  OwnerCard,
  WhatCard,
  WhenCard,
  WhereCard,
  WhoCard,
} from './vacancy-form-cards.tsx';
import { VacancyPreview } from './vacancy-preview.tsx';
import { CheckStep } from './vacancy-step-check.tsx';
import { STEPS, type StepKey, stepOfField } from './vacancy-steps-order.ts';
import './vacancy-form.css';
import '../../../components/layout/step-form.css';
import './vacancy-steps.css';

interface VacancyStepsProps {
  /** Names the draft on this device. */
  name: string;
  base: FormValue;
  step: StepKey;
  /** Null until the first step is saved. */
  vacancy: Vacancy | null;
  hrefOf: (step: StepKey) => string;
  /** Saves the draft; problems that are given back are shown. */
  onSave: (value: FormValue, next: StepKey | null) => Promise<readonly Problem[]>;
  onStart: (content: FormValue) => void;
  /** Below the form of this step. */
  children?: ReactNode;
}

export function VacancySteps(props: VacancyStepsProps) {
  const { name, base, step, vacancy, hrefOf, onSave, onStart, children } = props;
  const { t } = useTranslation(['vacancy-steps', 'vacancies']);
  const [value, setValue] = useState<FormValue>(() => ({ ...base, ...readDraft<FormValue>(name) }));
  const at = STEPS.indexOf(step);
  const next = STEPS[at + 1] ?? null;
  const previous = STEPS[at - 1];
  const organizationId = typeof value.organizationId === 'string' ? value.organizationId : null;

  useEffect(() => {
    void loadTerms();
  }, []);
  useEffect(() => {
    void loadOwner(organizationId);
  }, [organizationId]);

  function handleChange(changed: FormValue) {
    setValue(changed);
    saveDraft(name, changed);
  }

  async function handleSubmit(changed: FormValue) {
    setValue(changed);
    try {
      const problems = await onSave(changed, next);
      if (problems.length === 0) dropDraft(name);
      return problems;
    } catch (thrown) {
      return elsewhere(thrown);
    }
  }

  /** A problem of another step says which one. */
  function elsewhere(thrown: unknown): readonly Problem[] {
    if (!(thrown instanceof ApiError) || thrown.problems.length === 0) throw thrown;
    return thrown.problems.map((problem) => {
      const of = stepOfField(problem.field);
      return of === null || of === step
        ? problem
        : { detail: t('onStep', { step: t(`step.${of}`), text: problem.detail }) };
    });
  }

  return (
    <>
      <Stepper
        steps={STEPS.map((key) => ({
          key,
          label: t(`step.${key}`),
          href: vacancy ? hrefOf(key) : undefined,
        }))}
        current={step}
      />
      <div className="step-layout after-stepper">
        <div className="stack">
          <Form
            key={step}
            of="vacancies"
            value={value}
            onChange={handleChange}
            onSubmit={handleSubmit}
            label={t(`step.${step}`)}
          >
            {vacancy?.moderationMessage ? (
              <Notice tone="warning">
                <p>{vacancy.moderationMessage}</p>
              </Notice>
            ) : null}
            <StepCards step={step} vacancy={vacancy} base={base} />
            <div className="draft-bar">
              <p>
                {vacancy ? (
                  <>
                    <Icon name="check" />
                    <span>
                      {t('kept', { time: formatTime(vacancy.updatedAt ?? '') })}{' '}
                      <span className="soft from-tablet">{t('keptEverywhere')}</span>
                    </span>
                  </>
                ) : (
                  <span className="soft">{t('notKept')}</span>
                )}
              </p>
              <a className="button to-preview" href="#preview">
                <Icon name="eye" /> {t('preview.show')}
              </a>
              {previous ? (
                <ButtonLink href={hrefOf(previous)} icon="left">
                  {t('previous')}
                </ButtonLink>
              ) : null}
              <SubmitButton>
                {next ? t('next', { step: serverWords(t)(`vacancy-steps:nextStep.${next}`) }) : t('save')}
              </SubmitButton>
            </div>
          </Form>
          {children}
          {step === 'what' && !vacancy ? (
            <StartingPoints organizationId={organizationId} onStart={onStart} />
          ) : null}
        </div>
        <VacancyPreview value={value} saved={vacancy} />
      </div>
    </>
  );
}

function StepCards({ step, vacancy, base }: { step: StepKey; vacancy: Vacancy | null; base: FormValue }) {
  const { t } = useTranslation('vacancy-steps');
  if (step === 'what')
    return (
      <>
        {vacancy ? null : <OwnerCard />}
        <WhatCard />
      </>
    );
  if (step === 'when') return <WhenCard dayBefore={vacancy ? String(base.expiresAt ?? '') : null} />;
  if (step === 'where') return <WhereCard />;
  if (step === 'who')
    return (
      <>
        <WhoCard />
        <OfferCard />
      </>
    );
  if (step === 'contact')
    return (
      <>
        <ContactCard />
        <QuestionsCard lead={t('askLead', { most: QUESTIONS.atMost })} />
        <ApprovalCard />
      </>
    );
  return (
    <>
      <ImageCard />
      {vacancy ? <CheckStep vacancy={vacancy} /> : null}
    </>
  );
}
