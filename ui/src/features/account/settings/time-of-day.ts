// A time as people type it, and as it is kept: '9.30', '930', '9 uur' are '09:30', '09:30', '09:00'. Pure.

const TYPED = /^(\d{1,2})(?:[:.,h ]?(\d{2}))?(?:\s*(?:uur|u|h))?$/i;

/** Text that is not a time is returned unchanged, and validation refuses it. */
export function timeOfDay(text: string): string {
  const [, hours, minutes = '00'] = TYPED.exec(text.trim()) ?? [];
  return hours === undefined ? text.trim() : `${hours.padStart(2, '0')}:${minutes}`;
}

export function isTimeOfDay(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** What the night is for who never said anything. */
export const NIGHT = { from: '21:00', until: '07:30' };
