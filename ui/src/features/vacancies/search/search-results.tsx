// The results as a list or with a map above the same list; while they come, and when there are none.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { VacancyCard, VacancyList } from '../../../components/content/vacancy-card.tsx';
import { Skeleton, VacancySkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import type { Search } from '../../../lib/vacancies/search-url.ts';
import { cardsOf } from '../../../lib/vacancies/vacancy-card.ts';
import { lastShown, useResults } from './search.store.ts';

const NothingFound = lazy(async () => {
  const [parts] = await Promise.all([import('./search-none.tsx'), loadWords(['search-more'])]);
  return { default: parts.NothingFound };
});

const ResultsMap = lazy(async () => {
  const [parts] = await Promise.all([import('./results-map.tsx'), loadWords(['search-more'])]);
  return { default: parts.ResultsMap };
});

const PATIENCE_MS = 200;
/** Cards that are seen without scrolling load their picture at once. */
const ABOVE_THE_FOLD = 2;

export function SearchResults({ search }: { search: Search }) {
  const { t } = useTranslation('vacancies-public');
  const { status, items: vacancies, refresh } = useResults(search);
  const isSlow = useSlow(status === 'pending');
  if (status === 'error') {
    return (
      <Notice tone="danger" live>
        <p>{t('failed')}</p>
        <Button onClick={() => void refresh()}>{t('retry')}</Button>
      </Notice>
    );
  }
  const isWaiting = status === 'idle' || status === 'pending';
  if (isWaiting && (isSlow || vacancies.length === 0))
    return <VacancySkeletons count={lastShown.value} lying />;
  if (vacancies.length === 0)
    return (
      <Suspense>
        <NothingFound search={search} />
      </Suspense>
    );
  return (
    <div aria-busy={isWaiting}>
      {search.view === 'map' ? (
        <Suspense fallback={<Skeleton size="photo" />}>
          <ResultsMap vacancies={vacancies} />
        </Suspense>
      ) : null}
      <VacancyList>
        {cardsOf(t, vacancies).map(({ vacancy, words }, at) => (
          <VacancyCard
            key={vacancy.id}
            {...words}
            lazy={at >= ABOVE_THE_FOLD}
            saved={isFavorite(vacancy)}
            onToggleSaved={() => void toggleFavorite(vacancy)}
          />
        ))}
      </VacancyList>
    </div>
  );
}

/** True when it takes longer than one notices. */
function useSlow(isPending: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isPending) {
      setIsSlow(false);
      return;
    }
    const timer = setTimeout(() => setIsSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isSlow;
}
