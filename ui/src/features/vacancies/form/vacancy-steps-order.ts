// The steps of a draft, and which field stands on which. Pure.
export const STEPS = ['what', 'when', 'where', 'who', 'contact', 'check'] as const;
export type StepKey = (typeof STEPS)[number];

export const isStepKey = (text: string | null): text is StepKey => STEPS.some((step) => step === text);

const FIELDS: Readonly<Record<StepKey, readonly string[]>> = {
  what: ['organizationId', 'title', 'summary', 'description', 'activityTypeIds', 'vacancyType'],
  when: ['rhythm', 'schedule', 'availability', 'dates', 'hoursPerWeek', 'expiresAt'],
  where: ['online', 'address', 'places', 'wheelchairAccessible'],
  who: [
    'capacity',
    'requirements',
    'skills',
    'tags',
    'ageGroupIds',
    'minAge',
    'languages',
    'requiredChecks',
    'socialSetting',
    'forGroups',
    'offer',
    'expenses',
    'gains',
  ],
  contact: ['contactPersonId', 'otherContactIds', 'contactPhoneVisible', 'questions', 'publishAfterApproval'],
  check: ['imageUrl', 'imageAlt', 'youtubeUrl'],
};

/** The step of a field as the server names it: `address/postalCode`, `dates/0/day`. */
export function stepOfField(field: string): StepKey | null {
  const name = field.split(/[./]/)[0] ?? '';
  return STEPS.find((step) => FIELDS[step].includes(name)) ?? null;
}
