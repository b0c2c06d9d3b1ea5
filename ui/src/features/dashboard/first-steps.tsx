// What somebody who has just begun does first: each step with its state, and where it is taken.
import { useTranslation } from 'react-i18next';
import type { DashboardApproval, DashboardPart } from '../../api/matching-calls.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { StatusBadge } from '../../components/content/badge.tsx';
import { Card } from '../../components/layout/card.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { addressOfStep, type Side } from './dashboard.ts';

interface FirstStepsProps {
  side: Side;
  part: Pick<DashboardPart, 'steps' | 'approval'>;
}

export function FirstSteps({ side, part: { steps, approval } }: FirstStepsProps) {
  const { t } = useTranslation('dashboard');
  const words = serverWords(t);
  const isPending = approval?.status === 'pending';
  const next = steps.find(({ key, isDone }) => !isDone && addressOfStep(side, key, approval) !== null);
  return (
    <Card title={t('steps.title')}>
      <ol className="line-list first-steps">
        {steps.map(({ key, isDone }) => {
          const path = `steps.${side}.${key}`;
          const href = isDone ? null : addressOfStep(side, key, approval);
          const isDraft = key === 'vacancy' && approval?.draftId !== null && approval?.draftId !== undefined;
          return (
            <li key={key}>
              <div>
                <h3>{words(`${path}.title`)}</h3>
                {key === 'approval' && approval ? (
                  <Approval approval={approval} isDone={isDone} />
                ) : isDone ? null : (
                  <p>{words(key === 'vacancy' && isPending ? `${path}.textPending` : `${path}.text`)}</p>
                )}
              </div>
              <div className="button-row">
                <StatusBadge
                  tone={isDone && !isDraft ? 'success' : 'neutral'}
                  icon={isDone && !isDraft ? 'check' : 'clock'}
                >
                  {t(isDraft ? 'steps.draft' : isDone ? 'steps.done' : href ? 'steps.todo' : 'steps.waits')}
                </StatusBadge>
                {isDraft && approval?.draftId ? (
                  <ButtonLink href={`/vacancies/${approval.draftId}/edit`}>
                    {t('steps.organization.vacancy.resume')}
                  </ButtonLink>
                ) : href ? (
                  <ButtonLink href={href} variant={next?.key === key ? 'primary' : 'plain'}>
                    {words(`${path}.action`)}
                  </ButtonLink>
                ) : null}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

/** How long it takes, and how long it has waited. */
function Approval({ approval, isDone }: { approval: DashboardApproval; isDone: boolean }) {
  const { t } = useTranslation('dashboard');
  if (isDone) return <p>{t('steps.organization.approval.done')}</p>;
  const days = approval.waitingDays ?? 0;
  return (
    <p>
      {t('steps.organization.approval.text', { count: approval.termDays })}{' '}
      {days === 0
        ? t('steps.organization.approval.since_zero')
        : t('steps.organization.approval.since', { count: days })}{' '}
      {days > approval.termDays ? t('steps.organization.approval.late') : null}
    </p>
  );
}
