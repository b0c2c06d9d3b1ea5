// The calls of activities and their dates, for those who make them.
import { call, type Meta, type Nothing, type StepInput, type Transition } from './calls.ts';
import type { Resource } from './jsonapi.ts';
import type {
  Activity,
  ActivityDateInput,
  ActivityHandOverInput,
  ActivityMessage,
  ActivityMessageFormInput,
  ActivityOccurrence,
  ActivityOccurrenceChangeInput,
  ActivityRegistration,
} from './schema.d.ts';

/** The dates of a rule before it is saved, local times `YYYY-MM-DDTHH:MM`, and the rule in words. */
export interface ActivityDates extends Meta {
  dates: readonly { starts: string; ends: string; isHoliday: boolean }[];
  /** Days on which the clock goes past the time. */
  skippedDays: readonly string[];
  wordsNl: string;
  wordsEn: string;
}

/** What counts after a tap at the door. */
export interface CheckInSaid extends Meta {
  id: string;
  attendance: 'present' | 'absent';
  at: string;
  /** When they went out, where that was tapped. */
  outAt: string | null;
  /** Whether it is the tap that was sent. */
  isYours: boolean;
  /** A tap that says otherwise and does not count. */
  other: { attendance: 'present' | 'absent'; at: string } | null;
}

export const ACTIVITY_CALLS = {
  activityStep: call('PUT /activities/{id}/transition', 'activities')<Activity, Meta, StepInput>(),
  moderateActivity: call('PUT /activities/{id}/moderate', 'activities')<Activity, Meta, StepInput>(),
  activityHistory: call('GET /activities/{id}/history')<Transition>(),
  activityMessages: call('GET /activities/{id}/messages')<ActivityMessage>(),
  writeToActivity: call('POST /activities/{id}/messages', 'activity_message_forms')<
    ActivityMessage,
    Meta,
    ActivityMessageFormInput
  >(),
  duplicateActivity: call('POST /activities/{id}/duplicate')<Activity, Meta, Nothing>(),
  activityDates: call('PUT /activities/preview_dates', 'activity_dates')<
    Resource,
    ActivityDates,
    ActivityDateInput
  >(),
  moveOccurrence: call('PUT /activity_occurrences/{id}/change', 'activity_occurrence_changes')<
    ActivityOccurrence,
    Meta,
    ActivityOccurrenceChangeInput
  >(),
  cancelOccurrence: call('PUT /activity_occurrences/{id}/cancel', 'activity_occurrence_changes')<
    ActivityOccurrence,
    Meta,
    ActivityOccurrenceChangeInput
  >(),
  restoreOccurrence: call('PUT /activity_occurrences/{id}/restore', 'activity_occurrence_changes')<
    ActivityOccurrence,
    Meta,
    ActivityOccurrenceChangeInput
  >(),
  registrationStep: call('PUT /activity_registrations/{id}/transition', 'activity_registrations')<
    ActivityRegistration,
    Meta,
    StepInput
  >(),
  handOverPlace: call('POST /activity_registrations/{id}/hand_over', 'activity_hand_overs')<
    Resource,
    Meta,
    ActivityHandOverInput
  >(),
  checkIn: call('POST /activity_registrations/{id}/check_in', 'activity_check_ins')<Resource, CheckInSaid>(),
  addWalkIn: call('POST /activities/{id}/walk_ins', 'activity_walk_ins')<ActivityRegistration>(),
};
