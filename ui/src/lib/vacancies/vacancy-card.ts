// A vacancy in the words of a card: place, rhythm, time, and the few signs that count. For cards on any screen.

import type { TFunction } from 'i18next';
import type { Vacancy } from '../../api/schema.d.ts';
import { activityTypes, nameOf, termOf } from '../centre/taxonomies.ts';
import type { Language } from '../locale/language.ts';
import { foreignOf } from '../locale/text-language.ts';
import { daysUntil, formatDistance, formatNumber } from '../locale/time.ts';
import { type PictureSource, pictureOf } from '../pictures/picture-url.ts';

const NEW_FOR_DAYS = 7;
const FEW_SPOTS = 5;
const TAGS_SHOWN = 2;

export interface VacancyFact {
  icon: 'pin' | 'calendar' | 'clock';
  text: string;
}

export interface VacancySign {
  text: string;
  warm?: boolean;
}

export const vacancyPath = (id: string): string => `/vacancies/${encodeURIComponent(id)}`;

/** '2 uur per week'; for a single time '3 uur'. */
export function hoursText(
  t: TFunction<'vacancies-public'>,
  vacancy: Pick<Vacancy, 'hoursPerWeek' | 'tags'>,
): string | null {
  const { hoursPerWeek: hours } = vacancy;
  if (hours === null) return null;
  const key = vacancy.tags.includes('once') ? 'hours_once' : 'hours';
  return t(key, { count: hours, hours: formatNumber(hours) });
}

export function placeText(
  t: TFunction<'vacancies-public'>,
  vacancy: Pick<Vacancy, 'city' | 'online'>,
): string | null {
  return vacancy.city ?? (vacancy.online ? t('online') : null);
}

/** Place, rhythm, time: always in this order. */
export function vacancyFacts(t: TFunction<'vacancies-public'>, vacancy: Vacancy): VacancyFact[] {
  const place = [
    placeText(t, vacancy),
    vacancy.distanceKm === null || vacancy.distanceKm === undefined
      ? null
      : formatDistance(vacancy.distanceKm),
  ]
    .filter(Boolean)
    .join(' · ');
  const facts: [VacancyFact['icon'], string | null][] = [
    ['pin', place],
    ['calendar', vacancy.schedule],
    ['clock', hoursText(t, vacancy)],
  ];
  return facts.flatMap(([icon, text]) => (text ? [{ icon, text }] : []));
}

/** At most one warm one: few spots left goes before new. */
export function warmSign(
  t: TFunction<'vacancies-public'>,
  vacancy: Vacancy,
  now: Date = new Date(),
): VacancySign | null {
  const { spotsLeft, publishedAt, isHelpRequest } = vacancy;
  // Between people it is one person who helps another.
  if (
    !isHelpRequest &&
    spotsLeft !== null &&
    spotsLeft !== undefined &&
    spotsLeft > 0 &&
    spotsLeft <= FEW_SPOTS
  )
    return { text: t('spots_left', { count: spotsLeft }), warm: true };
  if (publishedAt !== null && daysUntil(publishedAt, now) > -NEW_FOR_DAYS)
    return { text: t('new'), warm: true };
  return null;
}

export function vacancySigns(t: TFunction<'vacancies-public'>, vacancy: Vacancy): VacancySign[] {
  const warm = warmSign(t, vacancy);
  const types = vacancy.activityTypeIds.flatMap((id) => {
    const term = termOf(activityTypes, id);
    return term ? [{ text: nameOf(term) }] : [];
  });
  return [...(warm ? [warm] : []), ...types.slice(0, TAGS_SHOWN)];
}

/** Pictures that come with the product, for a vacancy without one of its own. */
const STOCK: Readonly<Record<string, string>> = {
  people: 'koffie',
  care: 'wandelen',
  nature: 'tuin',
  language: 'taal',
  tech: 'repair',
  sport: 'sport',
  transport: 'bus',
  from_home: 'computer',
  food: 'voedsel',
  culture: 'lezen',
};

const drawings = (name: string): string[] => [`/img/${name}.svg`, `/img/${name}-2.svg`];

/** Its own picture, or else the drawings of its kinds, the best first. Of each drawing there are two. */
function imagesOf({ imageUrl, activityTypeIds }: Pick<Vacancy, 'imageUrl' | 'activityTypeIds'>): string[] {
  const chosen = Object.values(STOCK).find((name) => imageUrl === `/img/${name}.svg`);
  if (chosen) return drawings(chosen);
  // A page asks no other host for a picture.
  if (imageUrl?.startsWith('/')) return [imageUrl];
  const known = activityTypeIds.flatMap((id) => STOCK[termOf(activityTypes, id)?.key ?? ''] ?? []);
  return (known[0] ? known : ['koffie']).flatMap(drawings);
}

export const imageOf = (vacancy: Pick<Vacancy, 'imageUrl' | 'activityTypeIds'>): string =>
  imagesOf(vacancy)[0] ?? '';

export interface VacancyCardWords {
  title: string;
  href: string;
  organisation: string | null;
  summary: string | null;
  facts: readonly VacancyFact[];
  tags: readonly VacancySign[];
  /** Of title and summary, where it is not the reader's. */
  lang: Language | undefined;
  image: PictureSource & { alt: string; sizes: string };
}

export function cardOf(t: TFunction<'vacancies-public'>, vacancy: Vacancy): VacancyCardWords {
  return {
    title: vacancy.title,
    href: vacancyPath(vacancy.id),
    organisation: vacancy.organizationName ?? vacancy.organization?.name ?? null,
    summary: vacancy.summary,
    facts: vacancyFacts(t, vacancy),
    tags: vacancySigns(t, vacancy),
    lang: foreignOf(vacancy.title, vacancy.summary),
    image: {
      ...pictureOf(imageOf(vacancy)),
      alt: vacancy.imageAlt ?? '',
      sizes: '(min-width: 64rem) 22rem, (min-width: 40rem) 50vw, 100vw',
    },
  };
}

export interface VacancyInList {
  vacancy: Vacancy;
  words: VacancyCardWords;
}

/** Cards of a list: each takes the drawing of its kinds that was used least so far, and never the one before it. */
export function cardsOf(t: TFunction<'vacancies-public'>, vacancies: readonly Vacancy[]): VacancyInList[] {
  const used: Record<string, number> = {};
  let before = '';
  return vacancies.map((vacancy) => {
    const words = cardOf(t, vacancy);
    const uses = (src: string): number => (src === before ? 1e9 : (used[src] ?? 0));
    before = imagesOf(vacancy).reduce((best, src) => (uses(src) < uses(best) ? src : best));
    used[before] = (used[before] ?? 0) + 1;
    if (before !== words.image.src) words.image.src = before;
    return { vacancy, words };
  });
}
