// Rules of single fields of a vacancy that the server holds to as well. Pure.
import { dayAfter, LONGEST_DAYS } from '../../../lib/vacancies/expiry.ts';

type ExpiryWords = (key: 'field.expiresAtPast' | 'field.expiresAtFar') => string;

/** Why this day (`YYYY-MM-DD`) cannot be a vacancy's last: it is not between tomorrow and a year from now. */
export function expiryProblem(day: string, t: ExpiryWords): string | null {
  if (day === '') return null;
  if (day <= dayAfter(0)) return t('field.expiresAtPast');
  return day > dayAfter(LONGEST_DAYS) ? t('field.expiresAtFar') : null;
}
