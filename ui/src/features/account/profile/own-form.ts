// Between a form about oneself and what the server takes: only what changed goes. Pure.
import type { User } from '../../../api/schema.d.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import type { OwnDetails } from '../own-account.ts';

export function detailsToForm(me: User): FormValue {
  return {
    firstName: me.firstName ?? '',
    lastName: me.lastName ?? '',
    phoneNumber: me.phoneNumber ? formatPhone(me.phoneNumber) : '',
    jobTitle: me.jobTitle ?? '',
    avatarUrl: me.avatarUrl ?? '',
    gender: me.gender ?? null,
    birthDate: me.birthDate ?? null,
  };
}

const NAMES = [
  'firstName',
  'lastName',
  'phoneNumber',
  'jobTitle',
  'gender',
  'birthDate',
  'avatarUrl',
] as const;

/** What differs from what there was. An emptied field is null. */
export function changedDetails(before: FormValue, after: FormValue): OwnDetails {
  const text = (value: unknown): string | null => String(value ?? '').trim() || null;
  const changed = NAMES.filter((name) => text(before[name]) !== text(after[name]));
  return Object.fromEntries(changed.map((name) => [name, text(after[name])])) as OwnDetails;
}

/** The days as the server keeps them, 1 is Monday. */
export const daysOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : []).map(Number).filter((day) => day >= 1 && day <= 7);

/** The next day on which the digest comes: today still counts before half past seven. Null: never. */
export function nextDigest(days: readonly number[], now: Date = new Date()): Date | null {
  if (days.length === 0) return null;
  const isBeforeToday = now.getHours() * 60 + now.getMinutes() < 7 * 60 + 30;
  for (let ahead = isBeforeToday ? 0 : 1; ahead <= 7; ahead += 1) {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, 7, 30);
    if (days.includes(day.getDay() === 0 ? 7 : day.getDay())) return day;
  }
  return null;
}
