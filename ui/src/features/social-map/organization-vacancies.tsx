// What an organisation asks: how fast it answers, and its open vacancies.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import type { Organization } from '../../api/schema.d.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { VacancyCard, VacancyList } from '../../components/content/vacancy-card.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { VacancySkeletons } from '../../components/feedback/loading.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { followFavorites, isFavorite, toggleFavorite } from '../../lib/vacancies/favorites.ts';
import { SEARCH_PATH } from '../../lib/vacancies/search-url.ts';
import { cardsOf } from '../../lib/vacancies/vacancy-card.ts';

/** Most answers of an organisation with a good score came within this time; also in src/web/organization.rs. */
const WITHIN_DAYS = 7;

export type VacanciesFound = ReturnType<typeof useVacanciesOf>;

export function useVacanciesOf(id: string) {
  return useResourceList('vacancies', {
    filter: { organizationIdEq: id },
    include: 'organization',
    sort: '-published_at',
  });
}

export function VacanciesOf({ organization, found }: { organization: Organization; found: VacanciesFound }) {
  const { t } = useTranslation('organization-page');
  const { t: card } = useTranslation('vacancies-public');
  useEffect(followFavorites, []);
  const { status, items, refresh } = found;
  return (
    <section className="section-gap" id="vacancies" aria-labelledby="vacancies-title">
      <h2 id="vacancies-title">{t('vacanciesAt', { name: organization.name })}</h2>
      <Answers organization={organization} />
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {status === 'pending' && items.length === 0 ? <VacancySkeletons count={3} /> : null}
      {status === 'success' && items.length === 0 ? (
        <EmptyState
          title={t('noVacancies')}
          actions={<ButtonLink href={SEARCH_PATH}>{t('search')}</ButtonLink>}
        >
          {t('noVacanciesText')}
        </EmptyState>
      ) : null}
      <VacancyList>
        {cardsOf(card, items).map(({ vacancy, words }) => (
          <VacancyCard
            key={vacancy.id}
            {...words}
            organisation={null}
            saved={isFavorite(vacancy)}
            onToggleSaved={() => void toggleFavorite(vacancy)}
          />
        ))}
      </VacancyList>
    </section>
  );
}

/** The score is there only when it is good: a slow answer is no news to a visitor, and the centre sees to it. */
function Answers({ organization: { responseDays, responseScore } }: { organization: Organization }) {
  const { t } = useTranslation('organization-page');
  if (typeof responseScore !== 'number' || typeof responseDays !== 'number') return null;
  const count = Math.min(WITHIN_DAYS, Math.max(1, Math.ceil(responseDays)));
  return (
    <div className="answer-promise">
      <span className="arch">
        <Icon name="message" />
      </span>
      <p>
        <b>{t('answersWithin', { count })}</b>
        <br />
        {t('measured')}
      </p>
    </div>
  );
}
