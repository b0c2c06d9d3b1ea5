// Above the form of an existing vacancy: what to do now, and what the centre said.

import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { NextStep } from '../../../components/content/application-parts.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import type { VacancyEvent } from '../form/vacancy-form-events.ts';
import { missingParts } from '../form/vacancy-form-values.ts';
import { workState } from '../list/my-vacancies-state.ts';
import { mayDecide, stepContext } from './vacancy-revision.ts';

export function ModerationNotice({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancies');
  const state = workState(vacancy);
  if (state !== 'needs_work' && state !== 'refused') return null;
  return (
    <Notice tone={state === 'refused' ? 'danger' : 'warning'}>
      <p>
        <strong>{t(`moderation.${state}`)}</strong>
      </p>
      {vacancy.moderationMessage ? <p>{vacancy.moderationMessage}</p> : null}
    </Notice>
  );
}

interface EditNextStepProps {
  vacancy: Vacancy;
  events: readonly VacancyEvent[];
  isUnsaved: boolean;
  onStep: (event: string) => void;
}

/** Steps that bring it further are the one primary button; others are there but do not compete. */
const FORWARD = ['approve', 'publish', 'submit', 'renew', 'reopen', 'restore'];

/** Which words: by what may be done now, not by who asks. */
function wordsFor(vacancy: Vacancy, events: readonly VacancyEvent[]): string {
  const state = workState(vacancy);
  if (vacancy.revisionState) {
    if (vacancy.revisionState === 'needs_work') return 'changeNeedsWork';
    return mayDecide(vacancy) ? 'reviewChange' : 'changeSubmitted';
  }
  if (vacancy.status !== 'draft') return state;
  const first = events[0]?.event;
  if (first === 'approve') return 'review';
  if (first === 'publish' || first === 'submit') return first;
  return state === 'draft' ? 'waiting' : state;
}

export function EditNextStep({ vacancy, events, isUnsaved, onStep }: EditNextStepProps) {
  const { t } = useTranslation('vacancies');
  const words = wordsFor(vacancy, events);
  const goesOut = ['publish', 'submit', 'review'].includes(words);
  const missing = goesOut ? missingParts(vacancy) : [];
  const isOff = isUnsaved || (missing.length > 0 && words !== 'review');
  const date = vacancy.expiresAt ? formatDate(vacancy.expiresAt) : '';
  const advice = serverWords(t)(`next.${words}.text`, { date });
  return (
    <NextStep
      title={serverWords(t)(`next.${words}.title`)}
      actions={
        events.length > 0
          ? events.map(({ event, icon }, at) => (
              <Button
                key={event}
                icon={icon}
                variant={at === 0 && FORWARD.includes(event) ? 'primary' : 'plain'}
                off={isOff}
                aria-describedby={isOff ? 'next-step-off' : undefined}
                onClick={() => onStep(event)}
              >
                {serverWords(t)(`step.${event}.confirm`, stepContext(vacancy, event))}
              </Button>
            ))
          : undefined
      }
    >
      <p>{advice}</p>
      {isOff ? (
        <p id="next-step-off">
          <strong>
            {isUnsaved
              ? t('next.saveFirst')
              : t('next.missing', { parts: missing.map((part) => t(`next.part.${part}`)).join(', ') })}
          </strong>
        </p>
      ) : null}
    </NextStep>
  );
}
