// Registrations for activities that are still open: how one stands, and the steps that who may take them are offered.
import type { TFunction } from 'i18next';
import { ACTIVITY_CALLS } from '../../api/activity-calls.ts';
import { asRead } from '../../api/as-read.ts';
import { refresh } from '../../api/cache.ts';
import { keyOf } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import type { ActivityRegistration } from '../../api/schema.d.ts';
import { momentClock, momentDay } from '../locale/local-time.ts';

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
  { status, waitlistPosition: position, offerExpiresAt }: ActivityRegistration,
): string {
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
