// The volunteer pool: people who want to be found, for a vacancy or by what they tell. The address holds what is chosen.
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Count } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { PoolCard } from '../../components/pool/pool-card.tsx';
import { ActiveFilters } from '../../components/table/filter-panel.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { PhoneBar, ResultsBar, SortSelect } from '../../components/table/results-bar.tsx';
import { centre } from '../../lib/centre/centre.ts';
import { languages, skills } from '../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy } from '../../lib/centre/taxonomies.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { type PoolProfile, skillName } from '../../lib/pool/profile.ts';
import { chosenFilters } from './chosen-filters.ts';
import { MessageDialog } from './message-dialog.tsx';
import {
  noteLook,
  type PoolSide,
  sideOfNow,
  useOwnVacancies,
  usePool,
  useWantedVacancy,
} from './pool.store.ts';
import { PoolFilters } from './pool-filters.tsx';
import {
  changed,
  cleared,
  isNarrowed,
  PAGE_SIZE,
  type PoolSearch,
  type PoolSort,
  poolPath,
  readPool,
  sortOf,
  sortsFor,
} from './pool-url.ts';
import { ProfileFoot } from './profile-foot.tsx';
import { VacancyChoice } from './vacancy-choice.tsx';
import './pool.css';

const go = (next: PoolSearch): void => navigateTo(poolPath(next));

export default function PoolPage() {
  const { t } = useTranslation(['pool', 'routes']);
  const side = sideOfNow();
  const title = t('routes:pool.title');
  useEffect(() => {
    for (const list of [activityTypes, skills, languages]) void loadTaxonomy(list);
  }, []);
  if (side.isUndecided) {
    return (
      <>
        <PageTitle title={title} description={t('leadNone')} />
        <EmptyState
          title={t('empty.undecided')}
          icon="building"
          level={2}
          actions={
            <ButtonLink variant="primary" href="/switch">
              {t('empty.undecidedAction')}
            </ButtonLink>
          }
        >
          {t('empty.undecidedText')}
        </EmptyState>
      </>
    );
  }
  if (side.organization && side.organization.status !== 'approved')
    return <Waiting title={title} side={side} />;
  return <Pool title={title} side={side} />;
}

/** An organisation that does not take part, yet or any more. */
function Waiting({ title, side: { organization } }: { title: string; side: PoolSide }) {
  const { t } = useTranslation('pool');
  const isPending = organization?.status === 'pending';
  const names = { name: organization?.name, centre: centre.value?.name ?? '' };
  return (
    <>
      <PageTitle title={title} description={t('leadNone')} />
      <EmptyState
        title={t(isPending ? 'empty.waiting' : 'empty.closed', names)}
        icon={isPending ? 'wait' : 'lock'}
        level={2}
        actions={
          isPending ? (
            <ButtonLink href={`/organizations/${organization?.id}`}>{t('empty.waitingAction')}</ButtonLink>
          ) : null
        }
      >
        {t(isPending ? 'empty.waitingText' : 'empty.closedText', names)}
      </EmptyState>
    </>
  );
}

function Pool({ title, side }: { title: string; side: PoolSide }) {
  const { t } = useTranslation('pool');
  const query = useQuery();
  const search = useMemo(() => readPool(query), [query]);
  const [isFiltering, setIsFiltering] = useState(false);
  const [writing, setWriting] = useState<PoolProfile | null>(null);
  const organizationId = side.organization?.id ?? null;
  const pool = usePool(search, side);
  const vacancies = useOwnVacancies(organizationId);
  const wanted = useWantedVacancy(search.vacancy);
  const { t: words } = useTranslation('matching');
  const { t: cardWords } = useTranslation('pool', { keyPrefix: 'card' });
  const chosen = chosenFilters(
    t,
    search,
    (key) => skillName(words, key),
    (key) => cardWords(`frequency.${key}` as 'frequency.once'),
  );
  const { people, total, counts, messagesLeft, isThere, isFailed } = pool;
  const isEmpty = isThere && total === 0;
  const isFirstDay = isEmpty && search.vacancy === null && !isNarrowed(search);
  const asked = pool.vacancy?.availability ?? wanted?.availability ?? [];
  const place = wanted?.city ?? side.organization?.city ?? null;

  const refused = pool.error && !isThere;
  return (
    <>
      <PageTitle
        title={title}
        description={
          isThere && total > 0 && !isNarrowed(search) ? t('lead', { count: total }) : t('leadNone')
        }
      />
      <VacancyChoice
        vacancies={vacancies}
        wanted={wanted}
        value={search.vacancy}
        onChange={(vacancy) =>
          go(
            changed(search, {
              vacancy,
              sort: search.sort === 'match' || (search.near === '' && vacancy === null) ? null : search.sort,
            }),
          )
        }
      />
      <p className="privacy-line">
        <Icon name="lock" />
        <span>
          <b>{t('privacyStrong')}</b> {t('privacy')}
        </span>
      </p>
      {organizationId === null ? <Notice>{t('centre', { centre: centre.value?.name ?? '' })}</Notice> : null}
      {isFirstDay ? (
        <EmptyState
          title={t('empty.none')}
          icon="people"
          level={2}
          actions={<ButtonLink href="/vacancies/add">{t('empty.noneAction')}</ButtonLink>}
        >
          {t('empty.noneText')}
        </EmptyState>
      ) : (
        <>
          <div className="search-layout">
            <PoolFilters
              search={search}
              counts={counts}
              total={total}
              place={place}
              open={isFiltering}
              onClose={() => setIsFiltering(false)}
              onSearch={go}
            />
            <section id="results" aria-labelledby="results-title">
              <ResultsBar
                id="results-title"
                title={
                  isThere
                    ? wanted
                      ? t('foundFor', { count: total, title: wanted.title })
                      : t('found', { count: total })
                    : t('searching')
                }
              >
                {total > 1 ? (
                  <SortSelect
                    value={sortOf(search)}
                    options={sortsFor(search).map((value) => ({ value, label: t(`sort.${value}`) }))}
                    onChange={(value) => go(changed(search, { sort: value as PoolSort }))}
                  />
                ) : null}
              </ResultsBar>
              <ActiveFilters
                filters={chosen}
                onRemove={(key) => go(chosen.find((filter) => filter.key === key)?.without ?? search)}
                onClear={() => go(cleared(search))}
              />
              {refused || isFailed ? (
                <LoadProblem onRetry={() => void pool.refresh()} />
              ) : !isThere ? (
                <RowSkeletons count={5} />
              ) : isEmpty && !isNarrowed(search) ? (
                <EmptyState
                  title={t('empty.vacancy')}
                  actions={
                    <Button onClick={() => go(changed(search, { vacancy: null, sort: null }))}>
                      {t('empty.vacancyAction')}
                    </Button>
                  }
                >
                  {t('empty.vacancyText')}
                </EmptyState>
              ) : isEmpty ? (
                <EmptyState
                  title={t('empty.filtered')}
                  actions={<Button onClick={() => go(cleared(search))}>{t('empty.clear')}</Button>}
                >
                  {t('empty.filteredText')}
                </EmptyState>
              ) : (
                <>
                  {asked.length > 0 ? <GridKey /> : null}
                  <div className="pool-list">
                    {people.map((profile) => (
                      <PoolCard
                        key={profile.id}
                        profile={profile}
                        wanted={asked}
                        onOpen={() => void noteLook(profile, organizationId)}
                      >
                        <ProfileFoot
                          profile={profile}
                          onWrite={
                            organizationId === null || messagesLeft === 0 ? null : () => setWriting(profile)
                          }
                        />
                      </PoolCard>
                    ))}
                  </div>
                  {pool.pages > 1 ? (
                    <Pagination
                      page={search.page}
                      pages={pool.pages}
                      hrefFor={(page) => poolPath({ ...search, page })}
                      summary={t('summary', {
                        from: formatNumber((search.page - 1) * PAGE_SIZE + 1),
                        to: formatNumber((search.page - 1) * PAGE_SIZE + people.length),
                        total: formatNumber(total),
                      })}
                    />
                  ) : null}
                  {messagesLeft === null ? null : (
                    <p className="hint">
                      {messagesLeft === 0 ? t('leftNone') : t('left', { count: messagesLeft })}
                    </p>
                  )}
                </>
              )}
            </section>
          </div>
          <PhoneBar label={t('bar')}>
            <Button icon="filter" onClick={() => setIsFiltering(true)}>
              {t('filters.title')}
              {chosen.length > 0 ? <Count>{chosen.length}</Count> : null}
            </Button>
          </PhoneBar>
        </>
      )}
      {writing && side.organization ? (
        <MessageDialog
          profile={writing}
          organization={side.organization}
          vacancies={vacancies}
          vacancyId={search.vacancy}
          messagesLeft={messagesLeft}
          onClose={() => setWriting(null)}
          onDone={() => {
            setWriting(null);
            void pool.refresh();
          }}
        />
      ) : null}
    </>
  );
}

function GridKey() {
  const { t } = useTranslation('pool');
  return (
    <p className="hint grid-key">
      <i aria-hidden="true" />
      {t('key.fits')} <i className="is-other" aria-hidden="true" />
      {t('key.other')}
    </p>
  );
}
