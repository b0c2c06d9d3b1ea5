// Why this vacancy fits who is signed in; nothing where nothing is known of what they look for.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useResource } from '../../../api/hooks.ts';
import { MatchReasons } from '../../../components/content/match-reasons.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { skills } from '../../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy, tags } from '../../../lib/centre/taxonomies.ts';
import type { VacancyMatch as Match } from '../../../lib/matching/match.ts';
import { countApplied } from '../../../lib/matching/match-counts.ts';
import { useApplied } from './vacancy.store.ts';

export function VacancyMatch({ id }: { id: string }) {
  const { t } = useTranslation('matching');
  const { meta } = useResource('vacancies', id, { fields: { vacancies: ['title'] } });
  useEffect(() => {
    void loadTaxonomy(activityTypes);
    void loadTaxonomy(tags);
    void loadTaxonomy(skills);
  }, []);
  const { applied } = useApplied(id);
  const was = useRef(applied);
  useEffect(() => {
    if (applied && !was.current) countApplied(id);
    was.current = applied;
  }, [applied, id]);
  const match = meta.match as Match | undefined;
  if (!match || match.reasons.length === 0) return null;
  return (
    <Card title={t('because')} className="stack">
      <MatchReasons match={match} explained />
    </Card>
  );
}
