// Start page of a user: open tasks by role.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import './dashboard.css';
import { useCall, useResourceList } from '../../api/hooks.ts';
import type { DashboardPart, DashboardTodo } from '../../api/matching-calls.ts';
import { MATCHING_CALLS } from '../../api/matching-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { ButtonLink } from '../../components/actions/button.tsx';
import { NextStep } from '../../components/content/application-parts.tsx';
import { Tag } from '../../components/content/badge.tsx';
import { KeyNumbers, ToDoList } from '../../components/content/dashboard-parts.tsx';
import { MatchReasons } from '../../components/content/match-reasons.tsx';
import { VacancyCard, VacancyGrid } from '../../components/content/vacancy-card.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle, SectionHead } from '../../components/layout/page-title.tsx';
import { features } from '../../lib/centre/centre.ts';
import { skills } from '../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy, tags } from '../../lib/centre/taxonomies.ts';
import { formatDate, formatNumber } from '../../lib/locale/time.ts';
import { matchesIn } from '../../lib/matching/match.ts';
import {
  currentUser,
  isForOneself,
  selectedOrganization,
  selectedOrganizationId,
} from '../../lib/session/session.ts';
import { followFavorites, isFavorite, toggleFavorite } from '../../lib/vacancies/favorites.ts';
import { cardsOf } from '../../lib/vacancies/vacancy-card.ts';
import { addressOf, dueTodos, hatsElsewhere, isWaitedFor, type Side, urgencyOf } from './dashboard.ts';
import { FirstSteps } from './first-steps.tsx';
import { OtherHats } from './other-hats.tsx';
import { OwnActivities } from './own-activities.tsx';
import { OwnMentors } from './own-mentors.tsx';
import '../../components/layout/line-list.css';

const GAME = '/profiel?vraag=1';
const SHOWN = 3;

export default function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const organization = selectedOrganizationId.value;
  const { data, status, refresh } = useCall(MATCHING_CALLS.dashboard, {}, { scope: organization });
  const board = data?.item;
  const me = currentUser.value;
  const isPlain = board ? !board.centre && !board.organization && !board.mentor : true;
  const own = isForOneself.value || isPlain;
  // Who works for one organisation now sees that one, and at a school the students whom they guide there; the centre's
  // own work belongs to its own hat.
  const isAtSchool = selectedOrganization.value?.organizationType === 'School';
  const sides: readonly (readonly [Side, DashboardPart | null])[] = board
    ? own
      ? [['own', board.own]]
      : organization
        ? [
            ['school', isAtSchool || !board.organization ? board.mentor : null],
            ['organization', board.organization],
          ]
        : [
            ['centre', board.centre],
            ['school', board.mentor],
            ['organization', board.centre ? null : board.organization],
          ]
    : [];
  const shown = sides.flatMap(([side, part]) => (part ? [[side, part] as const] : []));
  const count = shown.reduce((sum, [side, { todos }]) => sum + (side === 'own' ? 0 : todos.length), 0);
  const elsewhere = board
    ? hatsElsewhere(board.hats, {
        organization: isForOneself.value ? null : organization,
        isForOneself: own,
        isForCentre: board.centre !== null,
      })
    : [];
  const [begunSide, begun] = shown.find(([side, { steps }]) => side !== 'own' && steps.length > 0) ?? [];
  const left =
    begun?.steps.filter(({ key, isDone }) => !isDone && !(begunSide && isWaitedFor(begunSide, key))).length ??
    0;
  const description =
    own || !board
      ? board && board.own.steps.length > 0
        ? t('steps.ownLead')
        : null
      : begun?.approval?.status === 'pending'
        ? t('steps.pending', { name: begun.approval.name })
        : count > 0
          ? t('waiting', { count })
          : left > 0
            ? t('steps.left', { count: left })
            : begun
              ? t('steps.ready')
              : t(elsewhere.length > 0 ? 'nothingHere' : 'nothing');
  return (
    <>
      <PageTitle title={t('hello', { name: me?.firstName ?? '' }).trim()} description={description} />
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : !board ? (
        <RowSkeletons count={5} />
      ) : (
        <div className="start-page">
          {shown.map(([side, part]) => (
            <Part key={side} side={side} part={part} isAlone={shown.length === 1} />
          ))}
          {own ? <Own part={board.own} /> : null}
          <OtherHats hats={elsewhere} />
        </div>
      )}
    </>
  );
}

function Part({ side, part, isAlone }: { side: Side; part: DashboardPart; isAlone: boolean }) {
  const { t } = useTranslation('dashboard');
  // One's own applications stand below, each with its state.
  // The first draft is a step of the first day.
  const hasSteps = side !== 'own' && part.steps.length > 0;
  const isStep = (key: string): boolean => hasSteps && key === 'drafts' && part.approval?.draftId !== null;
  const todos = part.todos.filter(({ key }) => (side === 'own' ? key !== 'open' : !isStep(key)));
  // Noughts tell somebody who has just begun nothing.
  const figures = hasSteps ? part.figures.filter(({ count, before }) => count > 0 || before) : part.figures;
  if (side === 'own' && todos.length === 0) return null;
  const words = (key: string, of: 'title' | 'action', count: number) =>
    t(`${side}.todos.${key}.${of}` as 'own.todos.saved.title', { count });
  const title = isAlone && side !== 'own' ? t('todo') : t(`${side}.title`);
  return (
    <div className="dashboard">
      {hasSteps ? <FirstSteps side={side} part={part} /> : null}
      {todos.length > 0 ? (
        <Card title={title}>
          <ToDoList
            todos={todos.map((todo, index) => ({
              id: todo.key,
              count: todo.count,
              title: words(todo.key, 'title', todo.count),
              detail: side === 'own' && todo.key !== 'offered' ? null : <Since todo={todo} />,
              href: addressOf(side, todo.key),
              action: words(todo.key, 'action', todo.count),
              urgency: urgencyOf(side, todo.key),
              primary: index === 0 && !hasSteps,
            }))}
          />
        </Card>
      ) : null}
      {figures.length > 0 ? (
        <section aria-label={t('figures')}>
          <KeyNumbers
            numbers={figures.map(({ key, count, before }) => ({
              href: addressOf(side, key),
              value: formatNumber(count),
              label: t(`figure.${key}` as 'figure.online', { count }),
              ...(before === null ? {} : { detail: weekText(t, before) }),
            }))}
          />
        </section>
      ) : null}
    </div>
  );
}

function weekText(t: ReturnType<typeof useTranslation<'dashboard'>>['t'], before: number) {
  return before === 0 ? t('weekFirst') : t('week', { before: formatNumber(before) });
}

function Since({ todo }: { todo: DashboardTodo }) {
  const { t } = useTranslation('dashboard');
  if (!todo.since) return null;
  const date = formatDate(todo.since);
  return <>{t(dueTodos.has(todo.key) ? 'due' : 'since', { date })}</>;
}

/** What a volunteer has here: their applications with the next step, and what fits. */
function Own({ part }: { part: DashboardPart }) {
  const { t } = useTranslation(['dashboard', 'applications']);
  const applications = useResourceList('applications', {
    filter: {
      mineEq: true,
      stageIn: ['mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted'],
    },
    page: { size: 5 },
    sort: '-created_at',
  });
  return (
    <>
      {applications.items.length > 0 ? (
        <Card title={t('own.applications')}>
          <ul className="line-list">
            {applications.items.map(({ id, vacancyTitle, organizationName, createdAt, stage }) => (
              <li key={id}>
                <div>
                  <AppLink href={`/applications/${id}`}>{vacancyTitle}</AppLink>
                  <p className="soft small">
                    {organizationName}, {formatDate(createdAt)}
                  </p>
                </div>
                <Tag>{t(`applications:stageOwn.${stage}`)}</Tag>
              </li>
            ))}
          </ul>
        </Card>
      ) : part.steps.length > 0 ? (
        <FirstSteps
          side="own"
          part={{ steps: [{ key: 'account', isDone: true }, ...part.steps], approval: null }}
        />
      ) : applications.status === 'success' && part.todos.length === 0 ? (
        <NextStep
          title={t('own.none')}
          actions={
            <>
              <ButtonLink variant="primary" href={GAME}>
                {t('own.questions')}
              </ButtonLink>
              <ButtonLink variant="quiet" href="/vacancies/search">
                {t('own.search')}
              </ButtonLink>
            </>
          }
        >
          <p>{t('own.noneText')}</p>
        </NextStep>
      ) : null}
      <OwnMentors />
      {features.value.activities ? <OwnActivities /> : null}
      {features.value.volunteerProfiles ? <Matches /> : null}
    </>
  );
}

function Matches() {
  const { t } = useTranslation(['dashboard', 'vacancies-public']);
  const { t: card } = useTranslation('vacancies-public');
  const { data } = useCall(MATCHING_CALLS.recommended, { query: { 'page[size]': SHOWN } });
  useEffect(followFavorites, []);
  useEffect(() => {
    void loadTaxonomy(activityTypes);
    void loadTaxonomy(tags);
    void loadTaxonomy(skills);
  }, []);
  if (!data || data.items.length === 0 || !data.meta.hasWishes) return null;
  const matches = matchesIn(data.document);
  return (
    <section aria-labelledby="matches">
      <SectionHead
        id="matches"
        title={t('own.matches')}
        more={{ href: '/vacancies/recommended', label: t('own.matchesMore') }}
      />
      <VacancyGrid>
        {cardsOf(card, data.items).map(({ vacancy, words }) => {
          const match = matches.get(vacancy.id);
          return (
            <div key={vacancy.id} className="start-match">
              <VacancyCard
                {...words}
                saved={isFavorite(vacancy)}
                onToggleSaved={() => void toggleFavorite(vacancy)}
              />
              {match ? <MatchReasons match={match} most={2} /> : null}
            </div>
          );
        })}
      </VacancyGrid>
    </section>
  );
}
