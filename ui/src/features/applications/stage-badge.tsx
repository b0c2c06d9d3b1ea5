// The stage as sign, word and colour.

import { useTranslation } from 'react-i18next';
import type { ApplicationStage } from '../../api/choices.ts';
import { StatusBadge } from '../../components/content/badge.tsx';
import { lookOf } from './stage.ts';

export function StageBadge({ stage, isOwn = false }: { stage: ApplicationStage; isOwn?: boolean }) {
  const { t } = useTranslation('applications');
  const { tone, icon } = lookOf(stage, isOwn);
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`${isOwn ? 'stageOwn' : 'stage'}.${stage}`)}
    </StatusBadge>
  );
}
