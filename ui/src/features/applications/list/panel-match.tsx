// What of the vacancy's wishes somebody meets; nothing where they told nothing of themselves.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useResource } from '../../../api/hooks.ts';
import { MatchReasons } from '../../../components/content/match-reasons.tsx';
import { PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { skills } from '../../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy, tags } from '../../../lib/centre/taxonomies.ts';
import type { VacancyMatch } from '../../../lib/matching/match.ts';

export function PanelMatch({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('applications');
  const { meta } = useResource('applications', id, { fields: { applications: ['stage'] } });
  useEffect(() => {
    void loadTaxonomy(activityTypes);
    void loadTaxonomy(tags);
    void loadTaxonomy(skills);
  }, []);
  const match = meta.match as VacancyMatch | undefined;
  if (!match || match.reasons.length + match.misses.length === 0) return null;
  return (
    <PanelSection title={t('panel.match')}>
      <MatchReasons match={match} of={name} />
    </PanelSection>
  );
}
