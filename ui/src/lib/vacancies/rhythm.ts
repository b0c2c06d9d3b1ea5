// How often a vacancy is done, among its tags.
export const RHYTHM = ['once', 'regularly', 'multipleDates', 'multi_day', 'flexible'] as const;

export const isRhythm = (tag: string): boolean => (RHYTHM as readonly string[]).includes(tag);
