// The form of a vacancy, new or existing. Saving is the caller's; what was typed stays on this device until then.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './vacancy-form.css';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import type { Problem } from '../../../components/form/problems.ts';
import { QUESTIONS } from '../../../components/form/questions/asked-questions.ts';
import { QuestionsCard } from '../../../components/form/questions/asked-questions-card.tsx';
import { UnsavedBar } from '../../../components/layout/stepper.tsx';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { loadTerms } from './vacancy-form.store.ts';
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

export interface VacancyFormProps {
  /** Names the draft on this device and the unsaved work: 'vacancies/new', 'vacancies/12'. */
  name: string;
  /** As the server has it. */
  base: FormValue;
  isNew: boolean;
  submitLabel: string;
  /** Problems given back are shown; anything thrown says that it failed. Null: not saved, the caller says why. */
  onSave: (value: FormValue) => Promise<readonly Problem[] | null>;
  onUnsaved?: (isUnsaved: boolean) => void;
  /** Between the kept notice and the first card. */
  children?: ReactNode;
}

export function VacancyForm(props: VacancyFormProps) {
  const { name, base, isNew, submitLabel, onSave, onUnsaved, children } = props;
  const { t } = useTranslation(['vacancies', 'vacancy-steps']);
  const [kept, setKept] = useState(() => readDraft<FormValue>(name));
  const [round, setRound] = useState(0);
  const [isUnsaved, setIsUnsaved] = useState(kept !== null);

  const isHeld = useRef(false);

  useEffect(() => {
    void loadTerms();
  }, []);
  useEffect(() => {
    if (isUnsaved) markUnsaved(name);
    else markSaved(name);
    onUnsaved?.(isUnsaved);
    return () => markSaved(name);
  }, [isUnsaved, name, onUnsaved]);

  function handleAnew() {
    dropDraft(name);
    setKept(null);
    setIsUnsaved(false);
    setRound(round + 1);
  }

  async function handleSubmit(value: FormValue) {
    const problems = await onSave(value);
    isHeld.current = problems === null;
    if (problems?.length === 0) {
      dropDraft(name);
      setKept(null);
    }
    return problems ?? [];
  }

  return (
    <Form
      key={round}
      of="vacancies"
      value={kept ? { ...base, ...kept } : base}
      onSubmit={handleSubmit}
      onChange={(value) => saveDraft(name, value)}
      onUnsaved={(now) => setIsUnsaved(now || isHeld.current)}
      label={t(isNew ? 'form.titleNew' : 'form.label')}
    >
      {kept ? (
        <Notice>
          <p>{t('form.kept')}</p>
          <Button variant="quiet" small onClick={handleAnew}>
            {t(isNew ? 'form.anew' : 'form.discard')}
          </Button>
        </Notice>
      ) : null}
      {children}
      {isNew ? <OwnerCard /> : null}
      <WhatCard />
      <WhenCard dayBefore={isNew ? null : String(base.expiresAt ?? '')} />
      <WhereCard />
      <WhoCard />
      <OfferCard />
      <ContactCard />
      <QuestionsCard lead={t('vacancy-steps:askLead', { most: QUESTIONS.atMost })} />
      <ImageCard />
      <ApprovalCard />
      {isUnsaved ? (
        <UnsavedBar>
          <ButtonLink href="/vacancies" variant="quiet">
            {t('form.stop')}
          </ButtonLink>
          <SubmitButton plain={!isNew}>{submitLabel}</SubmitButton>
        </UnsavedBar>
      ) : (
        <div className="button-row">
          <SubmitButton large plain={!isNew}>
            {submitLabel}
          </SubmitButton>
        </div>
      )}
    </Form>
  );
}
