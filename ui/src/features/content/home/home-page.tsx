// The first page: search, what there is to do, what is new, how it works, and the way in for organisations.
import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { CategoryGrid } from '../../../components/content/category-tile.tsx';
import { VacancyCard, VacancyGrid } from '../../../components/content/vacancy-card.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { VacancySkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { SectionHead } from '../../../components/layout/page-title.tsx';
import { iconNamed } from '../../../components/media/icon.tsx';
import '../../../components/form/form.css';
import './home.css';
import { centreMeta } from '../../../lib/centre/centre.ts';
import { activityTypes, loadTaxonomy, nameOf } from '../../../lib/centre/taxonomies.ts';
import { isSignedIn, menu } from '../../../lib/session/session.ts';
import { followFavorites, isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import { SEARCH_PATH, searchPath } from '../../../lib/vacancies/search-url.ts';
import { cardsOf } from '../../../lib/vacancies/vacancy-card.ts';
import { HomeHero } from './home-hero.tsx';

const CATEGORIES_SHOWN = 8;
const NEWEST_SHOWN = 6;

/** Its address is that of the first data. */
const useNewest = () =>
  useResourceList('vacancies', {
    include: 'organization',
    page: { size: NEWEST_SHOWN },
    sort: '-published_at',
  });
const STEPS = ['step1', 'step2', 'step3'] as const;

export default function HomePage() {
  // Runs before the first paint, so that data delivered with the page is shown at once.
  useLayoutEffect(() => {
    void loadTaxonomy(activityTypes);
  }, []);
  useEffect(followFavorites, []);
  return (
    <>
      <HomeHero />
      <div className="home-shelf">
        <Categories />
        <Newest />
      </div>
      <HowItWorks />
      <ForOrganisations />
    </>
  );
}

function Categories() {
  const { t } = useTranslation('home');
  const total = centreMeta.value.counts.vacancies;
  // What nobody asks for now is no use as a way in; a centre that has only just begun has none to show.
  const asked = activityTypes.items.value.filter((type) => type.count > 0);
  const tiles = asked.slice(0, CATEGORIES_SHOWN).map((type) => ({
    href: searchPath({ types: [type.id] }),
    icon: iconNamed(type.icon),
    title: nameOf(type),
    count: t('count', { count: type.count }),
  }));
  if (tiles.length === 0 && activityTypes.status.value !== 'pending') return null;
  return (
    <section className="section" aria-labelledby="categories">
      <div className="page">
        <SectionHead
          id="categories"
          title={t('categories')}
          more={{ href: SEARCH_PATH, label: total ? t('all', { count: total }) : t('all_none') }}
        />
        <div className="home-categories">
          <CategoryGrid tiles={tiles} />
        </div>
      </div>
    </section>
  );
}

function Newest() {
  const { t } = useTranslation('home');
  const { status, items } = useNewest();
  return (
    <section className="page home-newest" aria-labelledby="newest">
      <SectionHead
        id="newest"
        title={t('newest')}
        more={
          status === 'success' && items.length === 0
            ? undefined
            : { href: searchPath({ sort: 'newest' }), label: t('newest_more') }
        }
      />
      <NewestList />
    </section>
  );
}

/** What there is to do where there is nothing yet: hear of the first vacancy, or write it. */
function BeginHere() {
  const { t } = useTranslation('home');
  if (menu.value.includes('my_vacancies'))
    return <ButtonLink href="/vacancies/add">{t('newest_none_write')}</ButtonLink>;
  return isSignedIn.value ? null : <ButtonLink href="/signup">{t('newest_none_hear')}</ButtonLink>;
}

function NewestList() {
  const { t } = useTranslation(['home', 'vacancies-public']);
  const { t: card } = useTranslation('vacancies-public');
  const { status, items: vacancies, refresh } = useNewest();
  if (status === 'error' && vacancies.length === 0) {
    return (
      <Notice tone="danger">
        <p>{t('vacancies-public:failed')}</p>
        <Button onClick={() => void refresh()}>{t('vacancies-public:retry')}</Button>
      </Notice>
    );
  }
  if (vacancies.length === 0) {
    return status === 'success' ? (
      <EmptyState title={t('newest_none')} actions={<BeginHere />}>
        {isSignedIn.value ? undefined : t('newest_none_text')}
      </EmptyState>
    ) : (
      <VacancySkeletons count={NEWEST_SHOWN} />
    );
  }
  return (
    <VacancyGrid>
      {cardsOf(card, vacancies).map(({ vacancy, words }) => (
        <VacancyCard
          key={vacancy.id}
          {...words}
          saved={isFavorite(vacancy)}
          onToggleSaved={() => void toggleFavorite(vacancy)}
        />
      ))}
    </VacancyGrid>
  );
}

function HowItWorks() {
  const { t } = useTranslation('home');
  return (
    <section className="how-it-works section" aria-labelledby="how">
      <div className="page">
        <h2 id="how">{t('how')}</h2>
        <ol className="how-steps">
          {STEPS.map((step) => (
            <li key={step}>
              <h3>{t(step)}</h3>
              <p>{t(`${step}_text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Who may place a vacancy already goes straight there. */
function ForOrganisations() {
  const { t } = useTranslation('home');
  const mayPlace = menu.value.includes('my_vacancies');
  return (
    <section className="page section home-organisations" aria-labelledby="organisations">
      <div className="call-to-action">
        <div>
          <h2 id="organisations">{t('organisations')}</h2>
          <p>{t('organisations_text')}</p>
        </div>
        <ButtonLink large href={mayPlace ? '/vacancies/add' : '/organizations/signup'}>
          {t('organisations_action')}
        </ButtonLink>
      </div>
    </section>
  );
}
