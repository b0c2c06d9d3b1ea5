// Ten questions about what somebody looks for, one a screen: large answers, kept at each tap, to skip and to go back.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './match-game.css';
import type { VolunteerProfile } from '../../../api/schema.d.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { languages, skills, useKeyedChoices } from '../../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy, nameOf, offeredTerms } from '../../../lib/centre/taxonomies.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { GAINS, SKILLS } from '../../../lib/matching/choices.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { AvailabilityTaps } from './availability-taps.tsx';
import { PlaceTap } from './place-tap.tsx';
import { Tap, Taps } from './taps.tsx';
import { saveWishes, useWishes } from './wishes.store.ts';
import {
  type Answers,
  HOURS,
  isAnswered,
  LANGUAGES,
  languageName,
  QUESTIONS,
  questionPath,
  TRANSPORT,
  toggled,
} from './wishes.ts';

const END = '/vacancies/recommended';

export interface QuestionProps {
  profile: VolunteerProfile;
  onAnswer: (answers: Answers) => void;
  /** A single choice goes on by itself. */
  onNext: () => void;
}

export function MatchGame({ number }: { number: number }) {
  const { profile, hasFailed, refresh } = useWishes();
  useEffect(() => void loadTaxonomy(activityTypes), []);
  if (hasFailed) return <LoadProblem onRetry={() => void refresh()} />;
  return profile ? <Game number={number} stored={profile} /> : <RowSkeletons count={5} />;
}

function Game({ number, stored }: { number: number; stored: VolunteerProfile }) {
  const { t } = useTranslation('wishes');
  const [given, setGiven] = useState<Answers>({});
  const head = useRef<HTMLHeadingElement>(null);
  const question = QUESTIONS[number - 1] ?? 'themes';
  const profile = { ...stored, ...given } as VolunteerProfile;
  const isLast = number === QUESTIONS.length;
  const title = t(`question.${question}.title`);
  usePageHead(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question is gone to
  useEffect(() => {
    head.current?.focus();
    window.scrollTo({ top: 0 });
  }, [number]);

  const next = (): void => navigateTo(isLast ? END : questionPath(number + 1));

  async function answer(answers: Answers) {
    const before = Object.fromEntries(
      Object.keys(answers).map((name) => [name, profile[name as keyof VolunteerProfile]]),
    );
    setGiven((all) => ({ ...all, ...answers }));
    try {
      await saveWishes(answers);
    } catch {
      setGiven((all) => ({ ...all, ...before }));
      addToast({ id: 'wishes', title: t('game.failed'), color: 'danger' });
    }
  }

  const Body = BODIES[question];
  return (
    <section className="match-game" aria-labelledby="question">
      <p className="game-progress">
        <span id="progress">{t('game.progress', { step: number, total: QUESTIONS.length })}</span>
        <progress aria-labelledby="progress" value={number} max={QUESTIONS.length} />
      </p>
      <h1 id="question" ref={head} tabIndex={-1}>
        {title}
      </h1>
      <Body key={question} profile={profile} onAnswer={(answers) => void answer(answers)} onNext={next} />
      <div className="game-steps">
        <Button variant="primary" large onClick={next}>
          {isLast ? t('game.done') : isAnswered(question, profile) ? t('game.next') : t('game.skip')}
        </Button>
        {number > 1 ? (
          <ButtonLink icon="left" href={questionPath(number - 1)}>
            {t('game.back')}
          </ButtonLink>
        ) : null}
        <ButtonLink variant="quiet" href="/profiel">
          {t('game.stop')}
        </ButtonLink>
      </div>
      <p className="soft small">{t('game.kept')}</p>
    </section>
  );
}

type Body = (props: QuestionProps) => React.ReactNode;

function Themes({ profile, onAnswer }: QuestionProps) {
  const terms = offeredTerms(activityTypes, profile.themeIds);
  const order = terms.map(({ id }) => id);
  return (
    <Taps several>
      {terms.map((term) => (
        <Tap
          key={term.id}
          isChosen={profile.themeIds.includes(term.id)}
          onTap={() => onAnswer({ themeIds: toggled(profile.themeIds, term.id, order).slice(0, 10) })}
        >
          {nameOf(term)}
        </Tap>
      ))}
    </Taps>
  );
}

function Skills({ profile, onAnswer }: QuestionProps) {
  const { t } = useTranslation('matching');
  const choices = useKeyedChoices(skills, profile.skills, SKILLS, (key) =>
    t(`choice.skill.${key}` as 'choice.skill.music'),
  );
  const order = choices.map(({ value }) => value);
  return (
    <Taps several>
      {choices.map(({ value, label }) => (
        <Tap
          key={value}
          isChosen={profile.skills.includes(value)}
          onTap={() => onAnswer({ skills: toggled(profile.skills, value, order) })}
        >
          {label}
        </Tap>
      ))}
    </Taps>
  );
}

function Gains({ profile, onAnswer }: QuestionProps) {
  const { t } = useTranslation('matching');
  return (
    <Taps several>
      {GAINS.map((key) => (
        <Tap
          key={key}
          isChosen={profile.gains.includes(key)}
          onTap={() => onAnswer({ gains: toggled(profile.gains, key, GAINS) })}
        >
          {t(`choice.gain.${key}`)}
        </Tap>
      ))}
    </Taps>
  );
}

function Frequency({ profile, onAnswer, onNext }: QuestionProps) {
  const { t } = useTranslation('matching');
  return (
    <Taps>
      {(['once', 'regularly', 'flexible'] as const).map((frequency) => (
        <Tap
          key={frequency}
          isChosen={profile.frequency === frequency}
          onTap={() => {
            onAnswer({ frequency });
            onNext();
          }}
        >
          {t(`choice.frequency.${frequency}`)}
        </Tap>
      ))}
    </Taps>
  );
}

function Hours({ profile, onAnswer, onNext }: QuestionProps) {
  const { t } = useTranslation('wishes');
  return (
    <Taps>
      {HOURS.map((hours) => (
        <Tap
          key={hours}
          isChosen={profile.hoursPerWeek === hours}
          onTap={() => {
            onAnswer({ hoursPerWeek: hours });
            onNext();
          }}
        >
          {t(`hours.${hours}`)}
        </Tap>
      ))}
    </Taps>
  );
}

function Transport({ profile, onAnswer }: QuestionProps) {
  const { t } = useTranslation('wishes');
  const ways = ['walk', 'bike', 'public_transport', 'car'] as const;
  return (
    <Taps>
      {ways.map((transport) => (
        <Tap
          key={transport}
          isChosen={profile.transport === transport}
          hint={t('question.transport.upTo', { km: TRANSPORT[transport] })}
          onTap={() => onAnswer({ transport: profile.transport === transport ? null : transport })}
        >
          {t(`question.transport.${transport}`)}
        </Tap>
      ))}
      <Tap isChosen={profile.wantsOnline} onTap={() => onAnswer({ wantsOnline: !profile.wantsOnline })}>
        {t('question.transport.online')}
      </Tap>
    </Taps>
  );
}

function Languages({ profile, onAnswer }: QuestionProps) {
  const { t } = useTranslation('wishes');
  const choices = useKeyedChoices(languages, profile.languages, LANGUAGES, languageName);
  const order = choices.map(({ value }) => value);
  return (
    <Taps several>
      {choices.map(({ value, label }) => (
        <Tap
          key={value}
          isChosen={profile.languages.includes(value)}
          onTap={() => onAnswer({ languages: toggled(profile.languages, value, order).slice(0, 10) })}
        >
          {label}
        </Tap>
      ))}
      <Tap
        isChosen={profile.practisesDutch}
        onTap={() => onAnswer({ practisesDutch: !profile.practisesDutch })}
      >
        {t('question.languages.practise')}
      </Tap>
    </Taps>
  );
}

function Social({ profile, onAnswer, onNext }: QuestionProps) {
  const { t } = useTranslation('matching');
  return (
    <Taps>
      {(['together', 'alone', 'either'] as const).map((socialSetting) => (
        <Tap
          key={socialSetting}
          isChosen={profile.socialSetting === socialSetting}
          onTap={() => {
            onAnswer({ socialSetting });
            onNext();
          }}
        >
          {t(`choice.social.${socialSetting}`)}
        </Tap>
      ))}
    </Taps>
  );
}

const BODIES: Readonly<Record<(typeof QUESTIONS)[number], Body>> = {
  themes: Themes,
  skills: Skills,
  frequency: Frequency,
  hours: Hours,
  availability: AvailabilityTaps,
  place: PlaceTap,
  transport: Transport,
  languages: Languages,
  gains: Gains,
  social: Social,
};
