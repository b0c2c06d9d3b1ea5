// What fits somebody best, each with its reasons. What is not for them goes, with why.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './recommended.css';
import { useCall } from '../../api/hooks.ts';
import { MATCHING_CALLS } from '../../api/matching-calls.ts';
import { send } from '../../api/requests.ts';
import type { Vacancy } from '../../api/schema.d.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { NextStep } from '../../components/content/application-parts.tsx';
import { MatchReasons } from '../../components/content/match-reasons.tsx';
import { VacancyCard, VacancyGrid } from '../../components/content/vacancy-card.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { VacancySkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle, SectionHead } from '../../components/layout/page-title.tsx';
import { skills } from '../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy, tags } from '../../lib/centre/taxonomies.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { matchesIn, type VacancyMatch } from '../../lib/matching/match.ts';
import { countOpened, countShown } from '../../lib/matching/match-counts.ts';
import { followFavorites, isFavorite, toggleFavorite } from '../../lib/vacancies/favorites.ts';
import { SEARCH_PATH } from '../../lib/vacancies/search-url.ts';
import { cardsOf, type VacancyCardWords } from '../../lib/vacancies/vacancy-card.ts';

const GAME = '/profiel?vraag=1';
const FIRST = 3;
const REASONS = ['too_far', 'wrong_time', 'not_my_theme', 'too_much', 'other'] as const;

export default function RecommendedPage() {
  const { t } = useTranslation('matching');
  const { t: card } = useTranslation('vacancies-public');
  const { data, status, refresh } = useCall(MATCHING_CALLS.recommended, {});
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState<Vacancy | null>(null);
  useEffect(followFavorites, []);
  useEffect(() => {
    void loadTaxonomy(activityTypes);
    void loadTaxonomy(tags);
    void loadTaxonomy(skills);
  }, []);
  const total = data?.items.length ?? 0;
  useEffect(() => countShown(total), [total]);
  const matches = data ? matchesIn(data.document) : new Map<string, VacancyMatch>();
  const shown = (data?.items ?? []).filter(({ id }) => !gone.has(id));
  const hasWishes = data?.meta.hasWishes === true;

  function keepGone(id: string, isGone: boolean) {
    setGone((before) => {
      const next = new Set(before);
      if (isGone) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  async function dismiss(vacancy: Vacancy, reason: string) {
    setAsking(null);
    keepGone(vacancy.id, true);
    try {
      await send(MATCHING_CALLS.dismiss, { id: vacancy.id, body: { reason } });
      addToast({
        title: t('ask.done'),
        color: 'success',
        action: { label: t('ask.undo'), onClick: () => void takeBack(vacancy.id) },
      });
    } catch {
      keepGone(vacancy.id, false);
      addToast({ title: t('ask.failed'), color: 'danger' });
    }
  }

  async function takeBack(id: string) {
    keepGone(id, false);
    try {
      await send(MATCHING_CALLS.undismiss, { id });
    } catch {
      keepGone(id, true);
      addToast({ title: t('ask.failed'), color: 'danger' });
    }
  }

  const grid = (vacancies: readonly Vacancy[]) => (
    <VacancyGrid>
      {cardsOf(card, vacancies).map(({ vacancy, words }) => (
        <Recommended
          key={vacancy.id}
          vacancy={vacancy}
          words={words}
          match={matches.get(vacancy.id)}
          onDismiss={() => setAsking(vacancy)}
        />
      ))}
    </VacancyGrid>
  );
  return (
    <>
      <PageTitle title={t('page.title')} description={t('page.description')} />
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : !data ? (
        <VacancySkeletons count={3} />
      ) : (
        <div className="recommended">
          {hasWishes ? null : (
            <NextStep
              title={t('page.start')}
              actions={
                <ButtonLink variant="primary" href={GAME}>
                  {t('page.startAction')}
                </ButtonLink>
              }
            >
              <p>{t('page.startText')}</p>
            </NextStep>
          )}
          {shown.length === 0 ? (
            <EmptyState
              title={t('page.empty')}
              level={2}
              actions={
                <ButtonLink href={SEARCH_PATH} icon="search">
                  {t('page.search')}
                </ButtonLink>
              }
            >
              {t('page.emptyText')}
            </EmptyState>
          ) : hasWishes ? (
            <>
              <section aria-labelledby="best">
                <SectionHead id="best" title={t('page.top')} />
                {grid(shown.slice(0, FIRST))}
              </section>
              {shown.length > FIRST ? (
                <section aria-labelledby="also">
                  <SectionHead id="also" title={t('page.more')} />
                  {grid(shown.slice(FIRST))}
                </section>
              ) : null}
              <p>
                <ButtonLink icon="pen" href="/profiel">
                  {t('change')}
                </ButtonLink>
              </p>
            </>
          ) : (
            <>
              <p>{t('page.newest')}</p>
              {grid(shown)}
            </>
          )}
        </div>
      )}
      <Dialog
        open={asking !== null}
        small
        title={t('ask.title')}
        description={asking?.title}
        onClose={() => setAsking(null)}
      >
        <p>{t('ask.text')}</p>
        <div className="dismiss-reasons">
          {REASONS.map((reason) => (
            <Button key={reason} onClick={() => asking && void dismiss(asking, reason)}>
              {t(`ask.${reason}`)}
            </Button>
          ))}
        </div>
      </Dialog>
    </>
  );
}

interface RecommendedProps {
  vacancy: Vacancy;
  words: VacancyCardWords;
  match: VacancyMatch | undefined;
  onDismiss: () => void;
}

function Recommended({ vacancy, words, match, onDismiss }: RecommendedProps) {
  const { t } = useTranslation(['matching', 'vacancies-public']);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the link was followed
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed with the keyboard is clicked too
    <div
      className="recommended-card"
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('.vacancy-link')) countOpened(vacancy.id);
      }}
    >
      <VacancyCard
        {...words}
        saved={isFavorite(vacancy)}
        onToggleSaved={() => void toggleFavorite(vacancy)}
      />
      <div className="recommended-foot">
        {match ? <MatchReasons match={match} explained /> : null}
        <Button
          variant="quiet"
          icon="close"
          aria-label={t('notForMeOf', { title: vacancy.title })}
          onClick={onDismiss}
        >
          {t('notForMe')}
        </Button>
      </div>
    </div>
  );
}
