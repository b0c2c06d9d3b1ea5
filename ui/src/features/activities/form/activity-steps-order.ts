// The steps of the form of an activity, and which field stands on which. Pure.
export const STEPS = ['what', 'when', 'where', 'signup', 'check'] as const;
export type StepKey = (typeof STEPS)[number];

export const isStepKey = (text: string | null): text is StepKey => STEPS.some((step) => step === text);

const FIELDS: Readonly<Record<StepKey, readonly string[]>> = {
  what: ['organizationId', 'title', 'summary', 'description', 'activityCategories', 'targetGroups', 'tags'],
  when: ['startsAt', 'endsAt', 'allDay', 'recurrence', 'excludedDays'],
  where: ['online', 'placeId', 'onlineUrl', 'accessibility'],
  signup: [
    'registration',
    'capacity',
    'hasWaitingList',
    'allowsGuests',
    'mostPerParty',
    'registrationClosesMinutes',
    'withdrawMinutes',
    'asksAfterNoShows',
    'countsHours',
    'minimumParticipants',
    'minimumOn',
    'isWorkshop',
    'seatsPerOrganization',
    'onlyForOrganizations',
    'isFree',
    'cost',
    'contactPersonId',
    'contactPhoneVisible',
    'questions',
  ],
  check: ['imageUrl', 'imageAlt'],
};

/** The step of a field as the server names it: `questions/0/text`. */
export function stepOfField(field: string): StepKey | null {
  const name = field.split(/[./]/)[0] ?? '';
  return STEPS.find((step) => FIELDS[step].includes(name)) ?? null;
}

/** Where a field of the server has another name, or several, in the form. */
const IN_FORM: Readonly<Record<string, string>> = {
  startsAt: 'day',
  endsAt: 'until',
  recurrence: 'every',
  registrationClosesMinutes: 'closes',
  withdrawMinutes: 'withdraw',
};

export const fieldInForm = (field: string): string => IN_FORM[field] ?? field;
