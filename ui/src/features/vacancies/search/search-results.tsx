// The results as a list or with a map above the same list; while they come, and when there are none.
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { VacancyCard, VacancyList } from '../../../components/content/vacancy-card.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Skeleton, VacancySkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { isUnknownPlace } from '../../../lib/centre/places.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import { isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import {
  changed,
  DEFAULT_RADIUS_KM,
  MAX_RADIUS_KM,
  SEARCH_PATH,
  type Search,
  searchPath,
} from '../../../lib/vacancies/search-url.ts';
import { cardOf } from '../../../lib/vacancies/vacancy-card.ts';
import { lastShown, useResults } from './search.store.ts';
import { chosenFilters } from './search-choices.ts';

const MapCard = lazy(async () => ({
  default: (await import('../../../components/map/map-card.tsx')).MapCard,
}));

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
  if (vacancies.length === 0) return <NothingFound search={search} />;
  return (
    <div aria-busy={isWaiting}>
      {search.view === 'map' ? <ResultsMap vacancies={vacancies} /> : null}
      <VacancyList>
        {vacancies.map((vacancy, at) => (
          <VacancyCard
            key={vacancy.id}
            {...cardOf(t, vacancy)}
            lazy={at >= ABOVE_THE_FOLD}
            saved={isFavorite(vacancy)}
            onToggleSaved={() => void toggleFavorite(vacancy)}
          />
        ))}
      </VacancyList>
    </div>
  );
}

function ResultsMap({ vacancies }: { vacancies: readonly Vacancy[] }) {
  const { t } = useTranslation('vacancies-public');
  const places = vacancies.flatMap(({ id, title, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ id, label: title, latitude, longitude }],
  );
  if (places.length === 0) return <Notice>{t('search.map_none')}</Notice>;
  const count = places.length;
  return (
    <div className="results-map">
      <Suspense fallback={<Skeleton size="photo" />}>
        <MapCard
          places={places}
          label={t('search.map_label', { count })}
          caption={t('search.map_caption', { count })}
        />
      </Suspense>
    </div>
  );
}

/** Why there is nothing, then the nearest way out first. */
function NothingFound({ search }: { search: Search }) {
  const { t } = useTranslation('vacancies-public');
  const { q, near } = search;
  const isNowhere = useIsNowhere(near);
  const radius = search.radius ?? DEFAULT_RADIUS_KM;
  const chosen = chosenFilters(t, search);
  const last = chosen.filter((filter) => filter.key !== 'radius').at(-1);
  const wider = Math.min(MAX_RADIUS_KM, radius * 2);
  const ways: { href: string; label: string }[] = [];
  if (near !== '' && !isNowhere && radius < MAX_RADIUS_KM)
    ways.push({
      href: searchPath(changed(search, { radius: wider })),
      label: t('empty.widen', { km: formatNumber(wider) }),
    });
  if (last) ways.push({ href: searchPath(last.without), label: t('empty.drop', { name: last.label }) });
  if (q !== '')
    ways.push({ href: searchPath(changed(search, { q: '' })), label: t('empty.drop_words', { q }) });
  if (near !== '' && (isNowhere || radius >= MAX_RADIUS_KM))
    ways.push({ href: searchPath(changed(search, { near: '', radius: null })), label: t('empty.anywhere') });
  const isNarrowed = ways.length > 0;
  return (
    <EmptyState
      title={t('empty.title')}
      actions={
        isNarrowed ? (
          <>
            {ways.map((way, at) => (
              <ButtonLink key={way.href} href={way.href} variant={at === 0 ? 'primary' : 'plain'}>
                {way.label}
              </ButtonLink>
            ))}
            <ButtonLink href={SEARCH_PATH} variant="quiet">
              {t('empty.all')}
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      {isNowhere
        ? t('empty.nowhere', { place: near })
        : near !== ''
          ? t('empty.near', { km: formatNumber(radius), place: near })
          : q !== ''
            ? t('empty.words', { q })
            : t(isNarrowed ? 'empty.filters' : 'empty.none')}
    </EmptyState>
  );
}

/** True once it is certain that no place is called so: nothing lies near it, however far one looks. */
function useIsNowhere(near: string): boolean {
  const [nowhere, setNowhere] = useState<string | null>(null);
  useEffect(() => {
    if (near === '') return;
    const stop = new AbortController();
    void isUnknownPlace(near, stop.signal).then((isUnknown) => {
      if (isUnknown && !stop.signal.aborted) setNowhere(near);
    });
    return () => stop.abort();
  }, [near]);
  return near !== '' && nowhere === near;
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
