// Finding a vacancy. The address holds everything: words, place, filters, order, page, list or map.
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Count } from '../../../components/content/badge.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { ActiveFilters } from '../../../components/table/filter-panel.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { PhoneBar, ResultsBar, SortSelect, ViewSwitch } from '../../../components/table/results-bar.tsx';
import { formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { followFavorites } from '../../../lib/vacancies/favorites.ts';
import {
  changed,
  cleared,
  DEFAULT_RADIUS_KM,
  PAGE_SIZES,
  readSearch,
  type Search,
  type SearchSort,
  searchPath,
  sortOf,
} from '../../../lib/vacancies/search-url.ts';
import { lastShown, loadChoices, useReading, useResults } from './search.store.ts';
import { SearchBar } from './search-bar.tsx';
import { chosenFilters } from './search-choices.ts';
import { SearchFilters } from './search-filters.tsx';
import { SearchResults } from './search-results.tsx';
import './search-page.css';

const SearchReading = lazy(async () => (await import('./search-reading.tsx')).loadSearchReading());

const RelatedResults = lazy(async () => (await import('./search-related.tsx')).loadRelatedResults());

const SaveSearch = lazy(async () => (await import('./save-search.tsx')).loadSaveSearch());

/** Results from which on nothing that only comes near is looked for. */
const ENOUGH = 10;

const go = (next: Search): void => navigateTo(searchPath(next));

export default function SearchPage() {
  const { t } = useTranslation('vacancies-public');
  const { search: address } = useLocation();
  const search = useMemo(() => readSearch(address), [address]);
  const [isFiltering, setIsFiltering] = useState(false);
  const results = useResults(search);
  useFollowing(search, results.items.length);
  useEffect(followFavorites, []);

  const reading = useReading(search);
  const chosen = chosenFilters(t, search, reading);
  const isMap = search.view === 'map';
  // Only what is not as it was typed is said.
  const understood =
    reading && (reading.isNearest || Object.keys(reading.corrected ?? {})[0]) ? reading : null;
  const hasNone = results.status === 'success' && results.total === 0;
  // What only comes near is shown below few results.
  const isFew =
    search.q !== '' && search.page === 1 && !isMap && results.status === 'success' && results.total < ENOUGH;
  const otherView = searchPath({ ...search, view: isMap ? 'list' : 'map' });
  return (
    <>
      <PageTitle title={t('search.title')} />
      <SearchBar search={search} onSearch={go} />
      <div className="search-layout">
        <SearchFilters
          search={search}
          open={isFiltering}
          onClose={() => setIsFiltering(false)}
          onSearch={go}
        />
        <section id="results" aria-labelledby="results-title">
          <ResultsBar id="results-title" title={useResultsTitle(search)}>
            {hasNone ? null : (
              <SortSelect
                value={sortOf(search)}
                options={sortsFor(search).map((value) => ({ value, label: t(`search.sort.${value}`) }))}
                onChange={(value) => go(changed(search, { sort: value as SearchSort }))}
              />
            )}
            <ViewSwitch
              label={t('search.view')}
              fromTablet
              views={[
                {
                  label: t('search.list'),
                  href: searchPath({ ...search, view: 'list' }),
                  icon: 'list',
                  current: !isMap,
                },
                {
                  label: t('search.map'),
                  href: searchPath({ ...search, view: 'map' }),
                  icon: 'map',
                  current: isMap,
                },
              ]}
            />
          </ResultsBar>
          <ActiveFilters
            filters={chosen}
            onRemove={(key) => go(chosen.find((filter) => filter.key === key)?.without ?? search)}
            onClear={() => go(cleared(search))}
          />
          {isSignedIn.value ? (
            <Suspense>
              <SaveSearch search={search} />
            </Suspense>
          ) : null}
          {understood ? (
            <Suspense>
              <SearchReading understood={understood} />
            </Suspense>
          ) : null}
          <SearchResults search={search} />
          <Pages search={search} />
          {isFew ? (
            <Suspense>
              <RelatedResults search={search} />
            </Suspense>
          ) : null}
        </section>
      </div>
      <PhoneBar label={t('search.bar')}>
        <Button icon="filter" onClick={() => setIsFiltering(true)}>
          {t('filters.title')}
          {chosen.length > 0 ? <Count>{chosen.length}</Count> : null}
        </Button>
        <ButtonLink icon={isMap ? 'list' : 'map'} href={otherView}>
          {isMap ? t('search.list') : t('search.map')}
        </ButtonLink>
      </PhoneBar>
    </>
  );
}

/** Another page begins at its top; the choices are asked for once. */
function useFollowing({ page }: Search, shown: number): void {
  const before = useRef(page);
  useLayoutEffect(() => {
    void loadChoices();
  }, []);
  useLayoutEffect(() => {
    if (before.current !== page) document.getElementById('results')?.scrollIntoView?.();
    before.current = page;
  }, [page]);
  useEffect(() => {
    if (shown > 0) lastShown.value = shown;
  }, [shown]);
}

function useResultsTitle(search: Search): string {
  const { t } = useTranslation('vacancies-public');
  const { status, total: count } = useResults(search);
  if (status === 'idle' || (status === 'pending' && count === 0)) return t('search.searching');
  if (search.near === '') return t('search.results', { count });
  return t('search.results_near', { count, km: formatNumber(search.radius ?? DEFAULT_RADIUS_KM) });
}

function sortsFor({ q, near }: Search): SearchSort[] {
  return [
    ...(near === '' ? [] : (['distance'] as const)),
    'newest',
    ...(q === '' ? [] : (['relevance'] as const)),
  ];
}

function Pages({ search }: { search: Search }) {
  const { t } = useTranslation('vacancies-public');
  const { total, items, status, page: at, pages } = useResults(search);
  const shown = items.length;
  if (shown === 0 || status === 'error') return null;
  const from = (at - 1) * search.size + 1;
  return (
    <Pagination
      page={search.page}
      pages={pages}
      hrefFor={(page) => searchPath({ ...search, page })}
      summary={t('search.summary', {
        from: formatNumber(from),
        to: formatNumber(from + shown - 1),
        total: formatNumber(total),
      })}
      {...(total > Math.min(...PAGE_SIZES)
        ? {
            size: search.size,
            sizes: PAGE_SIZES,
            onSize: (size: number) => go(changed(search, { size })),
          }
        : {})}
    />
  );
}
