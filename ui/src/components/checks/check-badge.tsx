// How a check stands, as sign, word and colour.
import { useTranslation } from 'react-i18next';
import type { CheckState } from '../../lib/checks/checks.ts';
import { StatusBadge } from '../content/badge.tsx';
import { lookOf } from './check-look.ts';

export function CheckBadge({ state }: { state: CheckState }) {
  const { t } = useTranslation('checks');
  return <StatusBadge {...lookOf(state)}>{t(`state.${state}`)}</StatusBadge>;
}
