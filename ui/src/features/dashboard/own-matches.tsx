// What fits somebody; for who has not said what they like, what was asked for last.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useResourceList } from '../../api/hooks.ts';
import { MATCHING_CALLS } from '../../api/matching-calls.ts';
import type { Vacancy } from '../../api/schema.d.ts';
import { MatchReasons } from '../../components/content/match-reasons.tsx';
import { VacancyCard, VacancyGrid } from '../../components/content/vacancy-card.tsx';
import { SectionHead } from '../../components/layout/page-title.tsx';
import { features } from '../../lib/centre/centre.ts';
import { skills } from '../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy, tags } from '../../lib/centre/taxonomies.ts';
import { matchesIn } from '../../lib/matching/match.ts';
import { followFavorites, isFavorite, toggleFavorite } from '../../lib/vacancies/favorites.ts';
import { cardsOf } from '../../lib/vacancies/vacancy-card.ts';
import { LoadAgain } from './load-again.tsx';

const SHOWN = 3;

export function OwnMatches() {
  useEffect(followFavorites, []);
  useEffect(() => {
    void loadTaxonomy(activityTypes);
    void loadTaxonomy(tags);
    void loadTaxonomy(skills);
  }, []);
  return features.value.volunteerProfiles ? <Matches /> : <Newest />;
}

function Matches() {
  const { t } = useTranslation('dashboard');
  const { data, status, refresh } = useCall(MATCHING_CALLS.recommended, { query: { 'page[size]': SHOWN } });
  if (status === 'error')
    return (
      <section className="card" aria-label={t('own.matches')}>
        <LoadAgain onRetry={() => void refresh()} />
      </section>
    );
  if (!data) return null;
  if (data.items.length === 0 || !data.meta.hasWishes) return <Newest />;
  return (
    <Grid
      title={t('own.matches')}
      more={{ href: '/vacancies/recommended', label: t('own.matchesMore') }}
      vacancies={data.items}
      matches={matchesIn(data.document)}
    />
  );
}

/** Somebody who has just begun sees vacancies too. */
function Newest() {
  const { t } = useTranslation('dashboard');
  const { items } = useResourceList('vacancies', {
    filter: { statusEq: 'published' },
    sort: '-published_at',
    page: { size: SHOWN },
  });
  if (items.length === 0) return null;
  return (
    <Grid
      title={t('own.newest')}
      more={{ href: '/vacancies/search', label: t('own.newestMore') }}
      vacancies={items}
    />
  );
}

interface GridProps {
  title: string;
  more: { href: string; label: string };
  vacancies: readonly Vacancy[];
  matches?: ReturnType<typeof matchesIn>;
}

function Grid({ title, more, vacancies, matches }: GridProps) {
  const { t: card } = useTranslation('vacancies-public');
  return (
    <section aria-labelledby="matches">
      <SectionHead id="matches" title={title} more={more} />
      <VacancyGrid>
        {cardsOf(card, vacancies).map(({ vacancy, words }) => {
          const match = matches?.get(vacancy.id);
          return (
            <div key={vacancy.id} className="start-match">
              <VacancyCard
                {...words}
                saved={isFavorite(vacancy)}
                onToggleSaved={() => void toggleFavorite(vacancy)}
              />
              {match ? <MatchReasons match={match} most={2} /> : null}
            </div>
          );
        })}
      </VacancyGrid>
    </section>
  );
}
