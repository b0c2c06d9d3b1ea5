// What people ask for themselves, near a place, and the way to ask.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { HelpLines, SafetyRules } from '../../../components/content/safety-rules.tsx';
import { VacancyCard } from '../../../components/content/vacancy-card.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { VacancySkeletons } from '../../../components/feedback/loading.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { Icon, type IconName } from '../../../components/media/icon.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { centreProfile, wording } from '../../../lib/centre/centre.ts';
import { activityTypes, loadTaxonomy } from '../../../lib/centre/taxonomies.ts';
import { language } from '../../../lib/locale/language.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { followFavorites, isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import { cardsOf } from '../../../lib/vacancies/vacancy-card.ts';
import { NEW_PATH, OFFER_PATH, OWN_PATH, PUBLIC_PATH } from './request-steps.ts';
import '../../../components/content/category-tile.css';
import './help-requests.css';

const RADIUS_KM = 10;

const pageOf = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

function addressOf(isOffered: boolean, near = '', page = 1): string {
  const params = new URLSearchParams();
  if (isOffered) params.set('offered', '1');
  if (near !== '') params.set('near', near);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? PUBLIC_PATH : `${PUBLIC_PATH}?${query}`;
}

export default function HelpRequestsPage() {
  const { t } = useTranslation('help-requests');
  const { t: card } = useTranslation('vacancies-public');
  const query = useQuery();
  const near = query.get('near') ?? '';
  const page = pageOf(query.get('page'));
  const isOffered = query.get('offered') === '1';
  const { items, status, pages, refresh } = useResourceList('vacancies', {
    filter: {
      ...(isOffered ? { helpOfferEq: true } : { helpRequestEq: true }),
      near,
      radiusKm: near === '' ? null : String(RADIUS_KM),
    },
    sort: near === '' ? '-published_at' : 'distance',
    page: { number: page, size: 20 },
  });
  useEffect(followFavorites, []);
  useEffect(() => void loadTaxonomy(activityTypes), []);
  const isNeighbour = wording.value === 'neighbour';
  const profile = centreProfile.value;
  const intro = (language.value === 'en' && profile?.helpIntroEn) || profile?.helpIntro || t('intro');
  const none = isOffered ? 'noneOffered' : 'none';
  return (
    <>
      <PageTitle title={t(isNeighbour ? 'title_neighbour' : 'title')} description={intro} />
      <div className="two-doors">
        <Door icon="hand" href={NEW_PATH} title={t('door.ask')} text={t('door.askText')} />
        <Door icon="heart" href={OFFER_PATH} isWarm title={t('door.offer')} text={t('door.offerText')} />
      </div>
      {isSignedIn.value ? (
        <p>
          <AppLink href={OWN_PATH}>{t('own')}</AppLink>
        </p>
      ) : null}
      <nav className="help-tabs" aria-label={t('tabs')}>
        <AppLink
          className="help-tab"
          href={addressOf(false, near)}
          aria-current={isOffered ? undefined : 'true'}
        >
          {t('asked')}
        </AppLink>
        <AppLink
          className="help-tab"
          href={addressOf(true, near)}
          aria-current={isOffered ? 'true' : undefined}
        >
          {t('offered')}
        </AppLink>
      </nav>
      <NearForm key={near} near={near} isOffered={isOffered} />
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : items.length === 0 && status !== 'success' ? (
        <VacancySkeletons count={3} />
      ) : items.length === 0 ? (
        <EmptyState title={near === '' ? t(none) : t(`${none}Near`, { place: near })} level={2}>
          {t('noneText')}
        </EmptyState>
      ) : (
        <>
          <div className="request-grid">
            {cardsOf(card, items).map(({ vacancy, words }) => (
              <VacancyCard
                key={vacancy.id}
                {...words}
                level={2}
                saved={isFavorite(vacancy)}
                onToggleSaved={() => void toggleFavorite(vacancy)}
              />
            ))}
          </div>
          <Pagination page={page} pages={pages} hrefFor={(to) => addressOf(isOffered, near, to)} />
        </>
      )}
      <SafetyRules />
      <HelpLines />
    </>
  );
}

interface DoorProps {
  icon: IconName;
  href: string;
  title: string;
  text: string;
  isWarm?: boolean;
}

function Door({ icon, href, title, text, isWarm = false }: DoorProps) {
  return (
    <AppLink className={isWarm ? 'door-card is-warm' : 'door-card'} href={href}>
      <span className="arch">
        <Icon name={icon} />
      </span>
      <span>
        <b>{title}</b>
        <span>{text}</span>
      </span>
      <Icon name="arrow" />
    </AppLink>
  );
}

function NearForm({ near, isOffered }: { near: string; isOffered: boolean }) {
  const { t } = useTranslation('help-requests');
  const [typed, setTyped] = useState(near);
  return (
    <search>
      <form
        className="near-form"
        onSubmit={(event) => {
          event.preventDefault();
          navigateTo(addressOf(isOffered, typed.trim()));
        }}
      >
        <label htmlFor="requests-near">{t('near', { km: RADIUS_KM })}</label>
        <div className="near-line">
          <input
            className="input"
            id="requests-near"
            name="near"
            value={typed}
            maxLength={80}
            autoComplete="postal-code"
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" icon="search">
            {t('search')}
          </Button>
        </div>
      </form>
    </search>
  );
}
