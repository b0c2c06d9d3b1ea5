// Days of a check in words.
import { useTranslation } from 'react-i18next';
import { formatIn } from '../../lib/locale/local-time.ts';

/** '3 nov 2026' */
export const checkDay = (day: string): string =>
  formatIn(new Date(`${day.slice(0, 10)}T12:00:00Z`), { day: 'numeric', month: 'short', year: 'numeric' });

/** 'over 20 dagen', '21 dagen geleden' */
export function useDaysLeft(): (days: number) => string {
  const { t } = useTranslation('checks');
  return (days) =>
    days === 0 ? t('left.today') : days > 0 ? t('left.in', { count: days }) : t('left.ago', { count: -days });
}
