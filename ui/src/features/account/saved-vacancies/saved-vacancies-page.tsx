// The vacancies somebody kept with the heart, in the account or on this device. Taking the heart away leaves the card until the page is left.
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { VacancyCard, VacancyGrid } from '../../../components/content/vacancy-card.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { VacancySkeletons } from '../../../components/feedback/loading.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { activityTypes, loadTaxonomy } from '../../../lib/centre/taxonomies.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { tellWorker } from '../../../lib/offline/worker.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { onDevice } from '../../../lib/vacancies/device-favorites.ts';
import { followFavorites, isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import { SEARCH_PATH } from '../../../lib/vacancies/search-url.ts';
import { cardsOf } from '../../../lib/vacancies/vacancy-card.ts';
import { AccountFrame } from '../account-frame.tsx';

const PATH = '/profiel/bewaard';

const pageOf = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

export default function SavedVacanciesPage() {
  const { t } = useTranslation(['saved-vacancies', 'routes']);
  const { t: card } = useTranslation('vacancies-public');
  const page = pageOf(useQuery().get('page'));
  // What was kept on the way in: taking the heart away leaves the card.
  const [kept] = useState(() => onDevice().join(','));
  const { items, status, pages, refresh } = useResourceList('vacancies', {
    filter: isSignedIn.value ? { favoriteEq: true } : { idIn: kept || '0' },
    include: 'organization',
    page: { number: page, size: 20 },
  });
  useEffect(followFavorites, []);
  useEffect(() => void loadTaxonomy(activityTypes), []);
  // Without a connection their names are still there.
  useEffect(() => {
    if (status === 'success' && page === 1) tellWorker({ saved: items.map(({ title }) => title) });
  }, [items, status, page]);
  const isEmpty = items.length === 0;
  return (
    <Frame>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : isEmpty && status !== 'success' ? (
        <VacancySkeletons count={3} />
      ) : isEmpty ? (
        <EmptyState
          title={t('empty')}
          level={2}
          actions={
            <ButtonLink href={SEARCH_PATH} variant="primary" icon="search">
              {t('search')}
            </ButtonLink>
          }
        >
          {t('emptyText')}
        </EmptyState>
      ) : (
        <>
          <VacancyGrid>
            {cardsOf(card, items).map(({ vacancy, words }) => (
              <VacancyCard
                key={vacancy.id}
                {...words}
                level={2}
                saved={isFavorite(vacancy)}
                onToggleSaved={() => void toggleFavorite(vacancy)}
              />
            ))}
          </VacancyGrid>
          <Pagination page={page} pages={pages} hrefFor={(to) => (to > 1 ? `${PATH}?page=${to}` : PATH)} />
        </>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['saved-vacancies', 'routes']);
  const title = t('routes:savedVacancies.title');
  if (isSignedIn.value)
    return (
      <AccountFrame current={PATH} title={title} description={t('description')}>
        {children}
      </AccountFrame>
    );
  return (
    <>
      <PageTitle title={title} description={t('onDevice')} />
      <div className="stack">
        <p>
          <ButtonLink href={`/auth/login-1?next=${encodeURIComponent(PATH)}`}>{t('signIn')}</ButtonLink>
        </p>
        {children}
      </div>
    </>
  );
}
