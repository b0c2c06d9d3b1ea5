// Start page of a user: what waits by role, in cards that load by themselves and that they arrange.
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './dashboard.css';
import type { Dashboard, DashboardPart } from '../../api/matching-calls.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { features } from '../../lib/centre/centre.ts';
import {
  currentUser,
  hasWork,
  isForCentre,
  isForOneself,
  menu,
  selectedOrganization,
  selectedOrganizationId,
} from '../../lib/session/session.ts';
import { useArrangement, useBoard } from './board.store.ts';
import { CardChoice } from './card-choice.tsx';
import { type ArrangedCard, arrangedCards, PLACES, statesOf } from './cards.ts';
import { hatsElsewhere, isWaitedFor, type Side, sidesOf, todosOf } from './dashboard.ts';
import { FirstSteps } from './first-steps.tsx';
import { CentrePeople, CentreQuiet, ContentScheduled, SchoolStudents } from './list-cards.tsx';
import { OtherHats } from './other-hats.tsx';
import { OwnActivities } from './own-activities.tsx';
import {
  OwnApplicationsCard,
  OwnHoursCard,
  OwnMessagesCard,
  OwnNextStep,
  useOwnApplications,
} from './own-cards.tsx';
import { OwnMatches } from './own-matches.tsx';
import { OwnMentors } from './own-mentors.tsx';
import { TodoCard, WeekCard } from './part-cards.tsx';
import '../../components/layout/line-list.css';

type Shown = readonly (readonly [Side, DashboardPart | null])[];

/** Whose cards there are while the counts cannot be had: what the menu says of somebody's work. */
function sidesByMenu(): Shown {
  const rights = menu.value;
  const side: Side =
    isForOneself.value || !hasWork.value
      ? 'own'
      : isForCentre(rights)
        ? 'centre'
        : rights.includes('my_vacancies')
          ? 'organization'
          : rights.includes('students')
            ? 'school'
            : 'content';
  return [[side, null]];
}

export default function DashboardPage() {
  const { t } = useTranslation('dashboard');
  const { board, isFailed, again } = useBoard();
  const organization = selectedOrganizationId.value;
  const isPlain = board ? !board.centre && !board.organization && !board.mentor && !board.content : true;
  const own = isForOneself.value || isPlain;
  const isAtSchool = selectedOrganization.value?.organizationType === 'School';
  const shown: Shown = board
    ? sidesOf(board, { own, organization, isAtSchool })
    : isFailed
      ? sidesByMenu()
      : [];
  const { saved, arrange } = useArrangement(board?.cards ?? []);
  const cards = arrangedCards(
    shown.map(([side]) => side),
    saved,
  ).filter(({ key }) => isThere(key));
  const elsewhere = board
    ? hatsElsewhere(board.hats, {
        organization: isForOneself.value ? null : organization,
        isForOneself: own,
        isForCentre: board.centre !== null,
      })
    : [];
  const mayPublish = shown.some(([side]) => side === 'organization');
  const name = currentUser.value?.firstName ?? '';
  return (
    <>
      <PageTitle
        title={t('hello', { name }).trim()}
        description={leadOf(t, board, { shown, isElsewhere: elsewhere.length > 0 })}
        {...(board
          ? {
              actions: (
                <div className="button-row">
                  <CardChoice cards={cards} onChange={(next) => void arrange(statesOf(next, saved))} />
                  {mayPublish ? (
                    <ButtonLink icon="plus" href="/vacancies/add">
                      {t('newVacancy')}
                    </ButtonLink>
                  ) : null}
                </div>
              ),
            }
          : {})}
      />
      {!board && !isFailed ? (
        <RowSkeletons count={5} />
      ) : (
        <div className="start-page">
          {isFailed && !board ? <LoadProblem onRetry={() => void again()} /> : null}
          <Cards shown={shown} cards={cards} board={board} onRetry={() => void again()} />
          <OtherHats hats={elsewhere} />
        </div>
      )}
    </>
  );
}

/** A card of what this centre does not have is none. */
const isThere = (key: string): boolean => key !== 'own_activities' || features.value.activities === true;

/** The sentence under the greeting. */
function leadOf(
  t: TFunction<'dashboard'>,
  board: Dashboard | null,
  { shown, isElsewhere }: { shown: Shown; isElsewhere: boolean },
): string | null {
  if (!board) return null;
  if (shown.every(([side]) => side === 'own')) return board.own.steps.length > 0 ? t('steps.ownLead') : null;
  const parts = shown.flatMap(([side, part]) => (part && side !== 'own' ? [[side, part] as const] : []));
  const count = parts.reduce((sum, [side, part]) => sum + todosOf(side, part).length, 0);
  const [begunSide, begun] = parts.find(([, { steps }]) => steps.length > 0) ?? [];
  const left =
    begun?.steps.filter(({ key, isDone }) => !isDone && !(begunSide && isWaitedFor(begunSide, key))).length ??
    0;
  if (begun?.approval?.status === 'pending') return t('steps.pending', { name: begun.approval.name });
  if (count > 0) return t('waiting', { count });
  if (left > 0) return t('steps.left', { count: left });
  if (begun) return t('steps.ready');
  return t(isElsewhere ? 'nothingHere' : 'nothing');
}

interface CardsProps {
  shown: Shown;
  cards: readonly ArrangedCard[];
  board: Dashboard | null;
  onRetry: () => void;
}

function Cards({ shown, cards, board, onRetry }: CardsProps) {
  const isOwn = shown.some(([side]) => side === 'own');
  return isOwn ? (
    <OwnCards shown={shown} cards={cards} board={board} onRetry={onRetry} />
  ) : (
    <Placed cards={cards} cardOf={(key) => countedCard(key, { shown, board, onRetry })}>
      {shown.map(([side, part]) =>
        part && part.steps.length > 0 ? <FirstSteps key={side} side={side} part={part} /> : null,
      )}
    </Placed>
  );
}

function OwnCards({ shown, cards, board, onRetry }: CardsProps) {
  const applications = useOwnApplications();
  const steps = board?.own.steps ?? [];
  const isNew = steps.length > 0;
  const cardOf = (key: string): ReactNode => {
    switch (key) {
      case 'own_applications':
        return <OwnApplicationsCard applications={applications} />;
      case 'own_activities':
        return <OwnActivities />;
      case 'own_messages':
        return <OwnMessagesCard />;
      case 'own_hours':
        return isNew ? null : <OwnHoursCard />;
      case 'own_mentors':
        return <OwnMentors />;
      case 'own_matches':
        return <OwnMatches />;
      default:
        return countedCard(key, { shown, board, onRetry });
    }
  };
  return (
    <Placed cards={cards} cardOf={cardOf}>
      <OwnNextStep applications={applications} isNew={isNew} />
      {isNew && applications.items.length === 0 ? (
        <FirstSteps
          side="own"
          part={{ steps: [{ key: 'account', isDone: true }, ...steps], approval: null }}
        />
      ) : null}
    </Placed>
  );
}

/** A card of a part: of work, its counts or a list of its own. */
function countedCard(key: string, { shown, board, onRetry }: Omit<CardsProps, 'cards'>): ReactNode {
  const [side, part] = shown.find(([each]) => key.startsWith(`${each}_`)) ?? [];
  if (side === undefined || part === undefined) return null;
  const failed = board?.failed ?? [];
  switch (key.slice(side.length + 1)) {
    case 'todos':
      return (
        <TodoCard side={side} part={part} failed={failed} onRetry={onRetry} isAlone={isAlone(side, shown)} />
      );
    case 'week':
      return <WeekCard side={side} part={part} failed={failed} onRetry={onRetry} />;
    case 'people':
      return <CentrePeople />;
    case 'quiet':
      return <CentreQuiet />;
    case 'students':
      return <SchoolStudents />;
    case 'scheduled':
      return <ContentScheduled />;
    default:
      return null;
  }
}

const isAlone = (side: Side, shown: Shown): boolean => side !== 'own' && shown.length === 1;

interface PlacedProps {
  cards: readonly ArrangedCard[];
  cardOf: (key: string) => ReactNode;
  /** What comes first and cannot be hidden. */
  children: ReactNode;
}

/** Across the top, in two columns, across the bottom. */
function Placed({ cards, cardOf, children }: PlacedProps) {
  const [top, main, aside, bottom] = PLACES.map((place) =>
    cards
      .filter((card) => card.place === place && !card.isHidden)
      .map(({ key }) => (
        <div className="board-place" key={key}>
          {cardOf(key)}
        </div>
      )),
  );
  return (
    <>
      {top}
      <div className="board-columns">
        <div className="board-main">
          {children}
          {main}
        </div>
        <div className="board-aside">{aside}</div>
      </div>
      {bottom}
    </>
  );
}
