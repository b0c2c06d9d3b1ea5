// "Nu open, tot 16.00 uur", or when it opens next.
import { useTranslation } from 'react-i18next';
import { type OpeningHours, openState, shortTime } from './opening-hours.ts';

export function useOpenWords(hours: readonly OpeningHours[]): { isOpen: boolean; text: string } | null {
  const { t } = useTranslation('social-map');
  const state = openState(hours, new Date());
  if (!state) return null;
  if (state.isOpen) return { isOpen: true, text: t('fact.openNow', { time: shortTime(state.until) }) };
  const days = [t('day.1'), t('day.2'), t('day.3'), t('day.4'), t('day.5'), t('day.6'), t('day.7')];
  const near = [t('fact.today'), t('fact.tomorrow')];
  const day = near[state.days] ?? days[state.day - 1] ?? '';
  return { isOpen: false, text: t('fact.opens', { day, time: shortTime(state.from) }) };
}
