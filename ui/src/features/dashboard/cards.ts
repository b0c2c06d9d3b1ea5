// The cards of a dashboard: which there are for each part, where they stand, and how somebody arranged them. Pure.
import type { DashboardCardState } from '../../api/matching-calls.ts';
import type { Side } from './dashboard.ts';

/** A card moves within its place: across the top, in one of the two columns, or across the bottom. */
export type Place = 'top' | 'main' | 'aside' | 'bottom';

export interface CardKind {
  /** As the server keeps it. */
  key: string;
  place: Place;
}

const CARDS: Readonly<Record<Side, readonly CardKind[]>> = {
  own: [
    { key: 'own_todos', place: 'main' },
    { key: 'own_applications', place: 'main' },
    { key: 'own_activities', place: 'main' },
    { key: 'own_hours', place: 'aside' },
    { key: 'own_messages', place: 'aside' },
    { key: 'own_mentors', place: 'aside' },
    { key: 'own_matches', place: 'bottom' },
  ],
  organization: [
    { key: 'organization_week', place: 'top' },
    { key: 'organization_todos', place: 'main' },
  ],
  school: [
    { key: 'school_week', place: 'top' },
    { key: 'school_todos', place: 'main' },
    { key: 'school_students', place: 'aside' },
  ],
  centre: [
    { key: 'centre_week', place: 'top' },
    { key: 'centre_todos', place: 'main' },
    { key: 'centre_people', place: 'aside' },
    { key: 'centre_quiet', place: 'aside' },
  ],
  content: [
    { key: 'content_week', place: 'top' },
    { key: 'content_todos', place: 'main' },
    { key: 'content_scheduled', place: 'aside' },
  ],
};

export const PLACES: readonly Place[] = ['top', 'main', 'aside', 'bottom'];

export interface ArrangedCard extends CardKind {
  isHidden: boolean;
}

/** All cards of these parts by place, each as it was arranged; one that is new comes after the others. */
export function arrangedCards(
  sides: readonly Side[],
  saved: readonly DashboardCardState[],
): readonly ArrangedCard[] {
  const at = new Map(saved.map(({ key }, index) => [key, index]));
  const hidden = new Set(saved.filter(({ isHidden }) => isHidden).map(({ key }) => key));
  const all = sides.flatMap((side) => CARDS[side]);
  const rank = ({ key }: CardKind): number =>
    at.get(key) ?? saved.length + all.findIndex((each) => each.key === key);
  return PLACES.flatMap((place) =>
    all.filter((card) => card.place === place).sort((one, other) => rank(one) - rank(other)),
  ).map((card) => ({ ...card, isHidden: hidden.has(card.key) }));
}

/** The neighbour with which a card changes places, or none. */
export function neighbourOf(
  cards: readonly ArrangedCard[],
  key: string,
  by: 1 | -1,
): ArrangedCard | undefined {
  const index = cards.findIndex((card) => card.key === key);
  const neighbour = cards[index + by];
  return index >= 0 && neighbour?.place === cards[index]?.place ? neighbour : undefined;
}

export function movedCard(cards: readonly ArrangedCard[], key: string, by: 1 | -1): readonly ArrangedCard[] {
  const neighbour = neighbourOf(cards, key, by);
  if (!neighbour) return cards;
  const index = cards.findIndex((card) => card.key === key);
  const next = [...cards];
  next.splice(index, 1);
  next.splice(index + by, 0, cards[index] as ArrangedCard);
  return next;
}

export const toggledCard = (cards: readonly ArrangedCard[], key: string): readonly ArrangedCard[] =>
  cards.map((card) => (card.key === key ? { ...card, isHidden: !card.isHidden } : card));

export const allShown = (cards: readonly ArrangedCard[]): readonly ArrangedCard[] =>
  cards.map((card) => ({ ...card, isHidden: false }));

/** What is kept: the cards of this screen as they are now, and those of other roles as they were. */
export function statesOf(
  cards: readonly ArrangedCard[],
  saved: readonly DashboardCardState[],
): readonly DashboardCardState[] {
  const here = new Set(cards.map(({ key }) => key));
  return [
    ...cards.map(({ key, isHidden }) => ({ key, isHidden })),
    ...saved.filter(({ key }) => !here.has(key)),
  ];
}
