// What somebody looks for, asked in ten questions: begin, go on, see what fits, or clear it all.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { saveWishes, useWishes } from './wishes.store.ts';
import { answered, NOTHING, nextQuestion, QUESTIONS, questionPath } from './wishes.ts';

const RECOMMENDED = '/vacancies/recommended';

export function WishesCard() {
  const { t } = useTranslation('wishes');
  const { profile, hasFailed, refresh } = useWishes();
  const [isAsking, setAsking] = useState(false);
  if (hasFailed) return <LoadProblem onRetry={() => void refresh()} />;
  const count = profile ? answered(profile) : 0;

  async function clear() {
    setAsking(false);
    try {
      await saveWishes(NOTHING);
      await refresh();
      addToast({ title: t('card.cleared'), color: 'success' });
    } catch {
      addToast({ title: t('game.failed'), color: 'danger' });
    }
  }

  return (
    <div id="wensen">
      <Card title={t('card.title')} className="stack">
        {profile === null ? (
          <RowSkeletons count={3} />
        ) : count === 0 ? (
          <>
            <p>{t('card.text')}</p>
            <ButtonRow>
              <ButtonLink variant="primary" href={questionPath(1)}>
                {t('card.start')}
              </ButtonLink>
            </ButtonRow>
          </>
        ) : (
          <>
            <p>{t('card.answered', { count })}</p>
            <ButtonRow>
              <ButtonLink variant="primary" href={RECOMMENDED}>
                {t('card.show')}
              </ButtonLink>
              {count < QUESTIONS.length ? (
                <ButtonLink href={questionPath(nextQuestion(profile))}>{t('card.go_on')}</ButtonLink>
              ) : null}
            </ButtonRow>
            <ButtonRow>
              <Button variant="quiet" icon="trash" onClick={() => setAsking(true)}>
                {t('card.clear')}
              </Button>
            </ButtonRow>
          </>
        )}
        <p className="soft small">{t('card.purpose')}</p>
        <ConfirmDialog
          open={isAsking}
          title={t('card.clearTitle')}
          confirmLabel={t('card.clear')}
          variant="danger"
          onConfirm={() => void clear()}
          onCancel={() => setAsking(false)}
        >
          <p>{t('card.clearText')}</p>
        </ConfirmDialog>
      </Card>
    </div>
  );
}
