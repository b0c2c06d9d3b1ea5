// The addresses of who comes to an activity. Pure.
import { ACTIVITIES } from '../activities-url.ts';

export const PEOPLE_PART = 'deelnemers';

const dated = (occurrenceId: string | undefined, lead: string): string =>
  occurrenceId === undefined ? '' : `${lead}datum=${occurrenceId}`;

export const hrefOfPeople = (activityId: string, occurrenceId?: string): string =>
  `${ACTIVITIES}/${activityId}?deel=${PEOPLE_PART}${dated(occurrenceId, '&')}`;

export const hrefOfCheckIn = (activityId: string, occurrenceId?: string): string =>
  `${ACTIVITIES}/${activityId}/inchecken${dated(occurrenceId, '?')}`;

const SCANNING = 'scannen';

export const hrefOfScanning = (activityId: string, occurrenceId: string): string =>
  `${hrefOfCheckIn(activityId, occurrenceId)}&${SCANNING}=1`;

export const isScanning = (query: URLSearchParams): boolean => query.has(SCANNING);
