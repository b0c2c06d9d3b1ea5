// An activity in steps, one screen each. A step is saved on the server before the next one opens; a new activity is made
// with its first date, and stands on this device until then.
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import type { Activity } from '../../../api/schema.d.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormState, type FormValue, useForm } from '../../../components/form/form-context.ts';
import type { Problem } from '../../../components/form/problems.ts';
import { QUESTIONS } from '../../../components/form/questions/asked-questions.ts';
import { QuestionsCard } from '../../../components/form/questions/asked-questions-card.tsx';
import { FormCard } from '../../../components/layout/card.tsx';
import { Stepper } from '../../../components/layout/stepper.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { ImageChoice } from '../../../components/picture/image-choice.tsx';
import { formatTime } from '../../../lib/locale/time.ts';
import { readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { useActivityTerms } from '../activity-facts.tsx';
import type { Owner } from '../owners.store.ts';
import { ContactCard, CostCard, OwnerCard, SignUpCard, WhatCard, WhereCard } from './activity-cards.tsx';
import { type DatesPreview, useDatesPreview } from './activity-form.store.ts';
import { ActivityPreview } from './activity-preview.tsx';
import { CheckCard } from './activity-step-check.tsx';
import { fieldInForm, STEPS, type StepKey, stepOfField } from './activity-steps-order.ts';
import { WhenCard } from './when-card.tsx';
import '../../../components/layout/step-form.css';
import './activity-form.css';

interface ActivityStepsProps {
  /** Names the draft on this device. */
  name: string;
  base: FormValue;
  step: StepKey;
  /** Null until it is made. */
  activity: Activity | null;
  owners: readonly Owner[];
  hrefOf: (step: StepKey) => string;
  /** Saves the step, and goes on; problems that are given back are shown. */
  onSave: (value: FormValue, next: StepKey | null) => Promise<readonly Problem[]>;
  /** Above the form of this step. */
  before?: ReactNode;
  /** Below the form of this step. */
  children?: ReactNode;
}

export function ActivitySteps(props: ActivityStepsProps) {
  const { name, base, step, activity, owners, hrefOf, onSave, before, children } = props;
  const { t } = useTranslation('activity-form');
  const [value, setValue] = useState<FormValue>(() => ({ ...base, ...readDraft<FormValue>(name) }));
  const set = useRef<FormState['set'] | null>(null);
  const preview = useDatesPreview(value);
  useActivityTerms();
  const next = STEPS[STEPS.indexOf(step) + 1] ?? null;
  const previous = STEPS[STEPS.indexOf(step) - 1];
  const organizationName =
    activity?.organizationName ?? owners.find((owner) => owner.value === value.organizationId)?.label ?? '';

  function handleChange(changed: FormValue) {
    setValue(changed);
    saveDraft(name, changed);
  }

  async function handleSubmit(changed: FormValue) {
    setValue(changed);
    try {
      return await onSave(changed, next);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) || thrown.problems.length === 0) throw thrown;
      return thrown.problems.map((problem) => {
        const of = stepOfField(problem.field);
        // A problem of another step says which one.
        return of === null || of === step
          ? { ...problem, field: fieldInForm(problem.field) }
          : { detail: t('onStep', { step: t(`step.${of}`), text: problem.detail }) };
      });
    }
  }

  return (
    <>
      <Stepper
        steps={STEPS.map((key) => ({ key, label: t(`step.${key}`), href: hrefOf(key) }))}
        current={step}
        open={activity !== null}
      />
      <div className="step-layout after-stepper">
        <div className="stack">
          {before}
          <Form
            key={step}
            of="activities"
            value={value}
            onChange={handleChange}
            onSubmit={handleSubmit}
            label={t(`step.${step}`)}
          >
            <FormHandle to={set} />
            {activity?.moderationMessage ? (
              <Notice tone="warning">
                <p>{activity.moderationMessage}</p>
              </Notice>
            ) : null}
            <StepCards step={step} activity={activity} owners={owners} preview={preview} hrefOf={hrefOf} />
            <div className="draft-bar">
              <p>
                {activity ? (
                  <>
                    <Icon name="check" />
                    <span>
                      {t(activity.status === 'draft' ? 'kept' : 'saved', {
                        time: formatTime(activity.updatedAt ?? activity.createdAt),
                      })}{' '}
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
              <SubmitButton>{t(next ? 'next' : 'save')}</SubmitButton>
            </div>
          </Form>
          {children}
        </div>
        <ActivityPreview
          value={value}
          organizationName={organizationName}
          preview={preview}
          step={step}
          onExcluded={step === 'when' ? (days) => set.current?.('excludedDays', days) : null}
        />
      </div>
    </>
  );
}

/** What stands beside the form changes a field of it. */
function FormHandle({ to }: { to: { current: FormState['set'] | null } }) {
  to.current = useForm().set;
  return null;
}

interface StepCardsProps {
  step: StepKey;
  activity: Activity | null;
  owners: readonly Owner[];
  preview: DatesPreview;
  hrefOf: (step: StepKey) => string;
}

function StepCards({ step, activity, owners, preview, hrefOf }: StepCardsProps) {
  const { t } = useTranslation('activity-form');
  const { value } = useForm();
  const contact = activity?.contactPerson;
  if (step === 'what')
    return (
      <>
        {activity ? null : <OwnerCard owners={owners} />}
        <WhatCard />
      </>
    );
  if (step === 'when') return <WhenCard preview={preview} />;
  if (step === 'where') return <WhereCard />;
  if (step === 'signup')
    return (
      <>
        <SignUpCard />
        {value.registration === 'none' ? null : (
          <QuestionsCard lead={t('questions', { most: QUESTIONS.atMost })} />
        )}
        <CostCard />
        <ContactCard saved={contact ? { value: contact.id, label: contact.fullName } : null} />
      </>
    );
  return (
    <>
      {activity ? <CheckCard activity={activity} hrefOf={hrefOf} /> : null}
      <FormCard title={t('check.image')}>
        <ImageChoice name="imageUrl" altName="imageAlt" hint={t('check.imageHint')} />
      </FormCard>
    </>
  );
}
