// What somebody looks for, on their profile: begin, go on, or change one answer.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VolunteerProfile } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { keyedName, languages, skills } from '../../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy, nameOf, termOf } from '../../../lib/centre/taxonomies.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { slotText } from '../../../lib/matching/match.ts';
import { saveWishes, useWishes } from './wishes.store.ts';
import {
  answered,
  HOURS,
  isAnswered,
  languageName,
  NOTHING,
  nextQuestion,
  QUESTIONS,
  type Question,
  questionPath,
} from './wishes.ts';
import '../../../components/layout/line-list.css';

const RECOMMENDED = '/vacancies/recommended';
const SHOWN = 4;

export function WishesCard() {
  const { t } = useTranslation('wishes');
  const { profile, hasFailed, refresh } = useWishes();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    for (const list of [activityTypes, skills, languages]) void loadTaxonomy(list);
  }, []);
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
            <AnswerList profile={profile} />
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

function AnswerList({ profile }: { profile: VolunteerProfile }) {
  const { t } = useTranslation('wishes');
  const textOf = useAnswerText();
  return (
    <ul className="line-list">
      {QUESTIONS.map((question, index) => (
        <li key={question}>
          <div>
            <span className="soft small">{t(`question.${question}.short`)}</span>
            <p>
              {isAnswered(question, profile) ? (
                textOf(question, profile)
              ) : (
                <span className="soft">{t('card.none')}</span>
              )}
            </p>
          </div>
          <AppLink
            className="button is-quiet"
            href={questionPath(index + 1)}
            aria-label={t('card.changeOf', { question: t(`question.${question}.short`) })}
          >
            {t('card.change')}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

function useAnswerText() {
  const { t } = useTranslation('wishes');
  const { t: words } = useTranslation('matching');
  const some = (texts: readonly string[]): string =>
    texts.length > SHOWN ? `${texts.slice(0, SHOWN).join(', ')} …` : texts.join(', ');
  return (question: Question, profile: VolunteerProfile): string => {
    switch (question) {
      case 'themes':
        return some(
          profile.themeIds.flatMap((id) => {
            const term = termOf(activityTypes, id);
            return term ? [nameOf(term)] : [];
          }),
        );
      case 'skills':
        return some(
          profile.skills.map((skill) =>
            keyedName(skills, skill, (key) => words(`choice.skill.${key}` as 'choice.skill.music')),
          ),
        );
      case 'frequency':
        return profile.frequency ? words(`choice.frequency.${profile.frequency}`) : '';
      case 'hours': {
        const hours = HOURS.find((most) => most >= (profile.hoursPerWeek ?? 0)) ?? 20;
        return t(`hours.${hours}`);
      }
      case 'availability':
        return some(profile.availability.map((slot) => slotText(words, slot)));
      case 'place':
        return profile.postalCode4 ?? '';
      case 'transport':
        return [
          ...(profile.transport ? [t(`question.transport.${profile.transport}`)] : []),
          ...(profile.wantsOnline ? [t('question.transport.online')] : []),
        ].join(', ');
      case 'languages':
        return some([
          ...profile.languages.map((code) => keyedName(languages, code, languageName)),
          ...(profile.practisesDutch ? [t('question.languages.practise')] : []),
        ]);
      case 'gains':
        return some(profile.gains.map((key) => words(`choice.gain.${key}` as 'choice.gain.learn')));
      case 'social':
        return profile.socialSetting ? words(`choice.social.${profile.socialSetting}`) : '';
    }
  };
}
