// The social map: list and map as equals. The address holds the question; the list follows what the map shows.
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useResourceList } from '../../api/hooks.ts';
import { Button } from '../../components/actions/button.tsx';
import { PrintButton } from '../../components/actions/print-button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { type MapPlace, MapView } from '../../components/map/map-view.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { PhoneBar, ResultsBar, SortSelect } from '../../components/table/results-bar.tsx';
import { useMedia, WIDE } from '../../components/use-media.ts';
import { features } from '../../lib/centre/centre.ts';
import { activityTypes, loadTaxonomy, nonProfitTypes } from '../../lib/centre/taxonomies.ts';
import { useOrganizationMap } from '../../lib/map/organization-places.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { earlySearch } from './early-form.ts';
import { PlaceCard } from './place-card.tsx';
import { SocialMapFilters } from './social-map-filters.tsx';
import {
  changed,
  filterOf,
  isNarrowed,
  listParams,
  pathOf,
  readSearch,
  SOCIAL_MAP_PATH,
  type SocialMapSearch,
} from './social-map-url.ts';
import { Suggest } from './suggest.tsx';
import '../../components/layout/find-page.css';

const PAGE = 20;
const ActivitiesOnMap = lazy(async () => ({
  default: (await import('./activity-places.tsx')).ActivitiesOnMap,
}));

/** The page as it came still stands when this file is read; then the app takes its place. */
let early = earlySearch(document.querySelector<HTMLFormElement>(`main form[action$="${SOCIAL_MAP_PATH}"]`));

const go = (search: SocialMapSearch): void => navigateTo(pathOf(search));

export default function SocialMapPage() {
  const { t } = useTranslation('social-map');
  const { search: address } = useLocation();
  const search = useMemo(() => readSearch(address), [address]);
  const isWide = useMedia(WIDE);
  const [isMap, setIsMap] = useState(false);
  const [isFiltering, setIsFiltering] = useState(false);
  const [selected, setSelected] = useState<string | null>(null);
  const [activities, setActivities] = useState<readonly MapPlace[]>([]);
  const [inView, setInView] = useState<readonly string[] | null>(null);
  useEffect(() => {
    void loadTaxonomy(nonProfitTypes);
    void loadTaxonomy(activityTypes);
  }, []);
  useEffect(() => {
    if (early) navigateTo(pathOf(early), { replace: true });
    early = null;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is asked of the whole map
  useEffect(() => setInView(null), [address]);
  const { places, counts } = useOrganizationMap(filterOf(search));
  const all = useMemo(() => [...places, ...activities], [places, activities]);
  const list = useFollowing(search, inView);
  const isBoth = isWide || isMap;

  function handleSelect(id: string) {
    setSelected(id);
    document.getElementById(`organization-${id}`)?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <PageTitle title={t('title')} description={t('lead')} />
      <div className={isMap && !isWide ? 'is-behind' : undefined}>
        <SocialMapFilters search={search} counts={counts} onSearch={go} open={isFiltering} />
      </div>
      <div className="find-split">
        <section id="results" aria-labelledby="results-title" className={isMap && !isWide ? 'is-behind' : ''}>
          <ResultsBar
            id="results-title"
            title={
              search.near === ''
                ? t('results', { count: list.total })
                : t('resultsNear', { count: list.total, km: search.radius })
            }
          >
            {search.near === '' ? null : (
              <SortSelect
                label={t('sort')}
                value={search.sort}
                options={[
                  { value: 'distance', label: t('sortBy.distance') },
                  { value: 'name', label: t('sortBy.name') },
                ]}
                onChange={(sort) => go(changed(search, { sort: sort === 'name' ? 'name' : 'distance' }))}
              />
            )}
          </ResultsBar>
          {inView ? (
            <div className="active-filters chip-row">
              <Button small icon="close" onClick={() => setInView(null)}>
                {t('inView')}
              </Button>
            </div>
          ) : null}
          {list.status === 'error' ? (
            <Notice tone="danger" live>
              <p>{t('failed')}</p>
              <Button onClick={() => void list.refresh()}>{t('retry')}</Button>
            </Notice>
          ) : null}
          {list.status === 'pending' && list.items.length === 0 ? <RowSkeletons count={6} /> : null}
          {list.status === 'success' && list.items.length === 0 ? (
            <EmptyState title={isNarrowed(search) || inView ? t('none') : t('nothingYet')}>
              {isNarrowed(search) || inView ? t('noneText') : null}
            </EmptyState>
          ) : null}
          <div className="place-list" aria-busy={list.status === 'pending'}>
            {list.items.map((organization) => (
              <PlaceCard
                key={organization.id}
                organization={organization}
                isSelected={organization.id === selected}
                onPoint={setSelected}
              />
            ))}
          </div>
          <div className="place-foot">
            {inView ? null : (
              <Pagination
                page={search.page}
                pages={list.pages}
                hrefFor={(page) => pathOf({ ...search, page })}
              />
            )}
            <PrintButton />
          </div>
          <Suggest />
        </section>
        {isBoth ? (
          <div className="map-side">
            <MapView
              places={all}
              label={t('mapLabel', { count: places.length })}
              selected={selected}
              onSelect={handleSelect}
              onView={setInView}
            />
            {features.value.activities ? (
              <Suspense fallback={null}>
                <ActivitiesOnMap search={search} onMarkers={setActivities} />
              </Suspense>
            ) : null}
            {isWide ? null : <Selected id={selected} items={list.items} />}
          </div>
        ) : null}
      </div>
      <PhoneBar label={t('map')}>
        {isMap ? null : (
          <Button
            icon="filter"
            aria-expanded={isFiltering}
            onClick={() => {
              setIsFiltering(!isFiltering);
              window.scrollTo({ top: 0 });
            }}
          >
            {t('filters')}
          </Button>
        )}
        <Button icon={isMap ? 'list' : 'map'} onClick={() => setIsMap(!isMap)}>
          {isMap ? t('list') : t('map')}
        </Button>
      </PhoneBar>
    </>
  );
}

/** On a phone the chosen organisation stands under the map. */
function Selected({ id, items }: { id: string | null; items: ReturnType<typeof useFollowing>['items'] }) {
  const found = items.find((organization) => organization.id === id);
  return found ? <PlaceCard organization={found} isSelected /> : null;
}

/** The list of the question, or of what the map shows of it. */
function useFollowing(search: SocialMapSearch, inView: readonly string[] | null) {
  const params = listParams(search);
  const shown = inView === null ? null : inView.slice(0, PAGE);
  const found = useResourceList('organizations', {
    ...params,
    ...(shown === null
      ? {}
      : {
          filter: { ...params.filter, idIn: shown.length > 0 ? shown.join(',') : '0' },
          page: { size: PAGE },
        }),
  });
  return { ...found, total: inView === null ? found.total : inView.length };
}
