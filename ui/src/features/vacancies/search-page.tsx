// Finding a vacancy. The address holds everything: words, place, filters, order, page, list or map.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Count } from '../../components/badge.tsx';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ActiveFilters } from '../../components/filter-panel.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { Pagination } from '../../components/pagination.tsx';
import { PhoneBar, ResultsBar, SortSelect, ViewSwitch } from '../../components/results-bar.tsx';
import '../../css/vacancies-public.css';
import { followFavorites } from '../../lib/favorites.ts';
import { navigateTo } from '../../lib/navigation.ts';
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
} from '../../lib/search-url.ts';
import { formatNumber } from '../../lib/time.ts';
import { loadChoices, loadCounts, loadResults, results } from './search.store.ts';
import { SearchBar } from './search-bar.tsx';
import { chosenFilters } from './search-choices.ts';
import { SearchFilters } from './search-filters.tsx';
import { SearchResults } from './search-results.tsx';

const go = (next: Search): void => navigateTo(searchPath(next));

export default function SearchPage() {
  const { t } = useTranslation('vacancies-public');
  const { search: address } = useLocation();
  const search = useMemo(() => readSearch(address), [address]);
  const [isFiltering, setIsFiltering] = useState(false);
  useResults(search);
  useEffect(followFavorites, []);

  const chosen = chosenFilters(t, search);
  const isMap = search.view === 'map';
  const hasNone = results.status.value === 'success' && results.total.value === 0;
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
          <SearchResults search={search} />
          <Pages search={search} />
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

/** Asks again when the address asks something else; list or map is the same answer. */
function useResults(search: Search): void {
  const asked = searchPath({ ...search, view: 'list' });
  const narrowed = searchPath({ ...search, view: 'list', sort: null, page: 1, size: 20 });
  const page = useRef(search.page);
  useLayoutEffect(() => {
    void loadChoices();
  }, []);
  // Before the first paint: what came with the page is then on it at once.
  useLayoutEffect(() => {
    const now = readSearch(asked.split('?')[1] ?? '');
    void loadResults(now);
    if (page.current !== now.page) document.getElementById('results')?.scrollIntoView?.();
    page.current = now.page;
  }, [asked]);
  useLayoutEffect(() => {
    void loadCounts(readSearch(narrowed.split('?')[1] ?? ''));
  }, [narrowed]);
}

function useResultsTitle(search: Search): string {
  const { t } = useTranslation('vacancies-public');
  const status = results.status.value;
  const count = results.total.value;
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
  const total = results.total.value;
  const shown = results.items.value.length;
  if (shown === 0 || results.status.value === 'error') return null;
  const from = (results.page.value - 1) * search.size + 1;
  const hasSizes = total > (PAGE_SIZES[0] ?? 0);
  return (
    <Pagination
      page={search.page}
      pages={results.pages.value}
      hrefFor={(page) => searchPath({ ...search, page })}
      summary={t('search.summary', {
        from: formatNumber(from),
        to: formatNumber(from + shown - 1),
        total: formatNumber(total),
      })}
      {...(hasSizes
        ? {
            size: search.size,
            sizes: PAGE_SIZES,
            onSize: (size: number) => go(changed(search, { size })),
          }
        : {})}
    />
  );
}
