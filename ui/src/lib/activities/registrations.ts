// Registrations for activities that are still open: how one stands, and the steps that who may take them are offered.
import type { TFunction } from 'i18next';
import { ACTIVITY_CALLS } from '../../api/activity-calls.ts';
import { asRead } from '../../api/as-read.ts';
import { refresh } from '../../api/cache.ts';
import { keyOf } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import type { ActivityRegistration } from '../../api/schema.d.ts';
import { clockOf, dayOf, localDay, longDay, momentClock, momentDay } from '../locale/local-time.ts';

/** They keep a place, or wait for one. */
export const OPEN = ['registered', 'waitlisted', 'offered'] as const;
export type Standing = (typeof OPEN)[number];

export const STANDING_LOOK = {
  registered: { tone: 'success', icon: 'check' },
  waitlisted: { tone: 'neutral', icon: 'wait' },
  offered: { tone: 'warning', icon: 'clock' },
} as const satisfies Readonly<Record<Standing, unknown>>;

/** Null: nothing of it is open any more. */
export const standingOf = ({ status }: Pick<ActivityRegistration, 'status'>): Standing | null =>
  OPEN.find((each) => each === status) ?? null;

/** In words: with the place in line, and until when an offer is kept. */
export function standingWords(
  t: TFunction<'activity-registrations'>,
  { status, needsYes, waitlistPosition: position, offerExpiresAt }: ActivityRegistration,
): string {
  // Outside the line: who stayed away twice waits until the organiser has decided.
  if (status === 'waitlisted' && needsYes) return t('standing.needsYes');
  if (status === 'waitlisted' && position !== null) return t('standing.waitlistedAt', { position });
  if (status !== 'offered' || offerExpiresAt === null) return t(`standing.${status as 'registered'}`);
  const until = t('until', { day: momentDay(offerExpiresAt), time: momentClock(offerExpiresAt) });
  return t('standing.offeredUntil', { until });
}

export type RegistrationStep = 'accept_offer' | 'refuse_offer' | 'withdraw' | 'remove';

/** An answer to an offer goes before leaving; who organises the activity removes where nobody of theirs withdraws. */
export function stepsOf({ transitions }: Pick<ActivityRegistration, 'transitions'>): RegistrationStep[] {
  const may = (step: RegistrationStep): boolean => transitions.includes(step);
  if (may('accept_offer')) return ['accept_offer', 'refuse_offer'];
  return may('withdraw') ? ['withdraw'] : may('remove') ? ['remove'] : [];
}

/** Of the date, or of the next one of all: the day and, unless it is a whole day, the time. Null: none is to come. */
export function startOf({
  activity,
  occurrence,
  startsAt,
}: ActivityRegistration): { day: string; time: string | null } | null {
  if (occurrence) {
    const { startsLocal, allDay } = occurrence;
    return { day: longDay(dayOf(startsLocal)), time: allDay ? null : clockOf(startsLocal) };
  }
  if (startsAt === null) return null;
  return { day: longDay(localDay(startsAt)), time: activity?.allDay ? null : momentClock(startsAt) };
}

/** Where one reads about it; null where it is not to be read any more. */
export function pageOf({ activity, occurrence, startsAt }: ActivityRegistration): string | null {
  const day = occurrence ? dayOf(occurrence.startsLocal) : startsAt && localDay(startsAt);
  return activity && day ? pageOfDate(activity.id, activity.slug, day) : null;
}

/** Online, or the name of the place. */
export const placeOf = ({ activity }: ActivityRegistration): { isOnline: boolean; name: string } => ({
  isOnline: activity?.online ?? false,
  name: [activity?.locationName, activity?.city].filter(Boolean).join(', '),
});

/** Whether the organiser hears that somebody withdraws this late. */
export function isLate(registration: ActivityRegistration, now: number): boolean {
  const { status, startsAt, activity } = registration;
  if (status !== 'registered' || startsAt === null || !activity) return false;
  return Date.parse(startsAt) - activity.withdrawMinutes * 60_000 <= now;
}

/** One's own that are still to come, the first one first. */
export const OWN_TO_COME = {
  filter: { mineEq: true, upcomingEq: true, statusIn: OPEN },
  include: ['activity', 'occurrence'],
  sort: 'starts_at',
} as const;

/** After somebody signed up, or left: their registration, and the places of the date. */
export const reloadRegistrations = (): Promise<void> =>
  refresh(keyOf('/activity_registrations'), keyOf('/activity_occurrences'));

export async function takeRegistrationStep(
  registration: ActivityRegistration,
  event: RegistrationStep,
): Promise<void> {
  const { id } = registration;
  await send(ACTIVITY_CALLS.registrationStep, { id, body: { event }, headers: asRead(registration) });
  await reloadRegistrations();
}

/** The page that visitors see, at one date. */
export const pageOfDate = (activityId: string, slug: string, day: string): string =>
  `/activiteitenkalender/${activityId}-${slug}?datum=${day}`;
