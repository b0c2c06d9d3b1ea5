// Who comes to one date of an activity: the lists, and what can be done about somebody.
import { ACTIVITY_CALLS } from '../../../api/activity-calls.ts';
import { asRead } from '../../../api/as-read.ts';
import { overlay, refresh } from '../../../api/cache.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import type { ActivityOccurrence, ActivityRegistration } from '../../../api/schema.d.ts';
import { reloadActivities } from '../activities.store.ts';
import type { NamedPerson } from './walk-in-dialog.tsx';

const PAGE_SIZE = 100;
type Status = ActivityRegistration['status'];

const WITH_A_PLACE: readonly Status[] = ['registered'];
const IN_LINE: readonly Status[] = ['offered', 'waitlisted'];
const GONE: readonly Status[] = ['withdrawn', 'removed', 'closed'];

type DateOf = Pick<ActivityOccurrence, 'id' | 'activityId'>;

function useThose(
  date: DateOf | null,
  statusIn: readonly Status[],
  sort: 'name' | 'waitlist_position',
  q = '',
) {
  return useResourceList(
    'activity_registrations',
    date && {
      filter: { activityIdEq: date.activityId, occurrenceIdEq: date.id, statusIn, q },
      sort,
      page: { size: PAGE_SIZE },
    },
  );
}

export const useComing = (date: DateOf, q: string) => useThose(date, WITH_A_PLACE, 'name', q);
/** As they are asked; who was offered a place stands before the others. */
export const useLine = (date: DateOf, q: string) => useThose(date, IN_LINE, 'waitlist_position', q);
/** Null: nobody asks. */
export const useGone = (date: DateOf | null) => useThose(date, GONE, 'name');

export const reloadPeople = async (): Promise<void> => {
  await Promise.all([refresh(keyOf('/activity_registrations')), reloadActivities()]);
};

export type RegistrationStep = 'give_place' | 'remove' | 'restore';
export const STEPS: readonly RegistrationStep[] = ['give_place', 'restore', 'remove'];

export async function takeStep(registration: ActivityRegistration, event: RegistrationStep): Promise<Status> {
  const { id } = registration;
  const { item } = await send(ACTIVITY_CALLS.registrationStep, {
    id,
    body: { event },
    headers: asRead(registration),
  });
  await reloadPeople();
  return item?.status ?? registration.status;
}

/** Shown at once; taken back where the server refuses. */
export async function sayPresent(
  registration: ActivityRegistration,
  date: DateOf,
  isPresent: boolean,
): Promise<void> {
  const { id } = registration;
  const at = new Date().toISOString();
  const attendance = isPresent ? 'present' : 'absent';
  const checkedInAt = isPresent ? at : null;
  const others = registration.attendanceByDate.filter(({ occurrenceId }) => occurrenceId !== date.id);
  const takeBack = overlay(
    registration,
    registration.occurrenceId === null
      ? {
          attendanceByDate: [
            ...others,
            { occurrenceId: date.id, attendance, checkedInAt, checkedOutAt: null },
          ],
        }
      : { attendance, checkedInAt },
  );
  try {
    const body = { present: isPresent, at, tapId: crypto.randomUUID(), occurrenceId: date.id };
    await send(ACTIVITY_CALLS.checkIn, { id, body });
  } catch (cause) {
    takeBack();
    throw cause;
  }
  await refresh(keyOf('/activity_registrations'));
}

/** Whether they are there is said at the door. */
export async function addByName(date: DateOf, person: NamedPerson): Promise<void> {
  const body = { occurrenceId: date.id, ...person, present: false };
  await send(ACTIVITY_CALLS.addWalkIn, { id: date.activityId, body });
  await reloadPeople();
}
