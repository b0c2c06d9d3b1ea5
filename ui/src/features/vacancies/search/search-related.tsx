// What only comes near the question, below few results. In no count, filter or map.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import { VacancyCard, VacancyList } from '../../../components/content/vacancy-card.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import { filterOf, type Search } from '../../../lib/vacancies/search-url.ts';
import { cardsOf } from '../../../lib/vacancies/vacancy-card.ts';

/** As much as a page shows below its results. */
const ENOUGH = 10;

/** The component, once its words are there. */
export async function loadRelatedResults() {
  await loadWords(['search-more']);
  return { default: RelatedResults };
}

function RelatedResults({ search }: { search: Search }) {
  const { t } = useTranslation('vacancies-public');
  const { t: more } = useTranslation('search-more');
  const id = useId();
  // As the server asks for it with the page.
  const { items } = useResourceList('vacancies', {
    filter: { ...filterOf(search), relatedEq: 'true' },
    include: 'organization',
    page: { size: ENOUGH },
    sort: 'relevance',
  });
  if (items.length === 0) return null;
  return (
    <section className="search-related" aria-labelledby={id}>
      <h2 id={id}>{more('related')}</h2>
      <VacancyList>
        {cardsOf(t, items).map(({ vacancy, words }) => (
          <VacancyCard
            key={vacancy.id}
            {...words}
            lazy
            saved={isFavorite(vacancy)}
            onToggleSaved={() => void toggleFavorite(vacancy)}
          />
        ))}
      </VacancyList>
    </section>
  );
}
