// One vacancy: the story, the practical facts beside it, applying in a dialog (?apply=1), and what is like it.

import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import type { Vacancy } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Tag } from '../../../components/content/badge.tsx';
import { Sentence } from '../../../components/content/sentence.tsx';
import { VacancyCard, VacancyFacts, VacancyGrid } from '../../../components/content/vacancy-card.tsx';
import { WrittenIn } from '../../../components/content/written-in.tsx';
import { Skeleton, TextSkeleton } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Breadcrumb, SectionHead } from '../../../components/layout/page-title.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { PhoneBar } from '../../../components/table/results-bar.tsx';
import { appName } from '../../../lib/centre/centre.ts';
import { activityTypes, nameOf, termOf } from '../../../lib/centre/taxonomies.ts';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { foreignOf } from '../../../lib/locale/text-language.ts';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { isSignedIn, menu, organizations } from '../../../lib/session/session.ts';
import { followFavorites, isFavorite, toggleFavorite } from '../../../lib/vacancies/favorites.ts';
import { SEARCH_PATH, searchPath } from '../../../lib/vacancies/search-url.ts';
import { cardsOf, vacancyFacts, vacancyPath, vacancySigns } from '../../../lib/vacancies/vacancy-card.ts';
import { useApplied, useSimilar, useVacancy } from './vacancy.store.ts';
import { VacancySide } from './vacancy-side.tsx';
import { applyKey, closedBecause } from './vacancy-state.ts';
import { VacancyStory } from './vacancy-story.tsx';
import '../../../components/layout/detail-page.css';

const ApplyDialog = lazy(async () => {
  const [parts] = await Promise.all([
    import('../apply/apply-dialog.tsx'),
    loadWords(['apply', 'safety-rules']),
  ]);
  return { default: parts.ApplyDialog };
});

const VacancyNotices = lazy(async () => {
  const [parts] = await Promise.all([import('./vacancy-notices.tsx'), loadWords(['vacancy-notices'])]);
  return { default: parts.VacancyNotices };
});

const VacancyMatch = lazy(async () => {
  const [parts] = await Promise.all([import('./vacancy-match.tsx'), loadWords(['matching'])]);
  return { default: parts.VacancyMatch };
});

const ContactHelp = lazy(async () => ({
  default: (await import('../../../components/contact/contact-help.tsx')).ContactHelp,
}));
const RegisterDialog = lazy(async () => {
  const [parts] = await Promise.all([import('../register/register-dialog.tsx'), loadWords(['register'])]);
  return { default: parts.RegisterDialog };
});

// biome-ignore lint/performance/noBarrelFile: the preview beside the form takes them from here, so that the page stays one file to load
export { practicalFacts } from './vacancy-facts.ts';
export { VacancyStory } from './vacancy-story.tsx';

export default function VacancyPage() {
  const { id = '' } = useParams();
  const { vacancy, hasFailed, refresh } = useVacancy(id);
  useSimilar(id);
  useEffect(followFavorites, []);
  usePageHead(vacancy?.title, vacancy?.summary);
  if (hasFailed && !vacancy) return <Failed onRetry={refresh} />;
  return vacancy ? <Shown vacancy={vacancy} /> : <Coming />;
}

function Shown({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation(['vacancy', 'vacancies-public']);
  const { search } = useLocation();
  useOwnView(vacancy);
  const path = vacancyPath(vacancy.id);
  const { applied, barred, again } = useApplied(vacancy.id);
  const shown = applied ?? barred;
  const closed = closedBecause(vacancy);
  const canWait = closed === 'filled' || closed === 'full';
  const isOpen = closed === null || canWait;
  const isApplying = new URLSearchParams(search).get('apply') === '1' && isOpen && shown === null;
  const mayRegister = vacancy.can.includes('register') && closed === null;
  // Nobody applies to their own organisation: the server would say no.
  const isOwn =
    vacancy.can.includes('register') && organizations.value.some(({ id }) => id === vacancy.organizationId);
  const register = mayRegister ? () => navigateTo(`${path}?register=1`) : undefined;
  const isRegistering = new URLSearchParams(search).get('register') === '1' && mayRegister;
  const apply = (): void => navigateTo(`${path}?apply=1`);
  function handleApplied() {
    void again();
    navigateTo(path, { replace: true });
  }
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: t('vacancies-public:home'), href: '/' },
          vacancy.isHelpRequest
            ? { label: t('page.help'), href: '/een-op-een-hulp' }
            : { label: t('vacancies-public:vacancies'), href: SEARCH_PATH },
          { label: vacancy.title },
        ]}
      />
      <p className="print-only print-from">{appName.value}</p>
      <div className="vacancy-layout">
        <article>
          <Head vacancy={vacancy} isClosed={closed !== null} />
          {closed || (vacancy.revisionState && vacancy.can.includes('update')) ? (
            <Suspense>
              <VacancyNotices
                vacancy={vacancy}
                closed={closed}
                onWait={canWait && !isOwn && !shown ? apply : undefined}
              />
            </Suspense>
          ) : null}
          {isSignedIn.value && !closed ? (
            <Suspense>
              <VacancyMatch id={vacancy.id} />
            </Suspense>
          ) : null}
          <VacancyStory vacancy={vacancy} />
        </article>
        <VacancySide
          vacancy={vacancy}
          isClosed={closed !== null}
          onApply={isOwn ? undefined : apply}
          onRegister={register}
        />
      </div>
      <Similar vacancy={vacancy} />
      <Suspense>
        <ContactHelp />
      </Suspense>
      {closed ? null : (
        <PhoneBar label={t('page.bar')}>
          <SaveOnPhone vacancy={vacancy} />
          {shown ? (
            <ButtonLink variant="primary" href={`/applications/${shown.id}`}>
              {t('page.applied_link')}
            </ButtonLink>
          ) : isOwn ? (
            <Button icon="people" off={!register} onClick={register}>
              {t('page.register')}
            </Button>
          ) : (
            <Button variant="primary" onClick={apply}>
              {t(applyKey(vacancy))}
            </Button>
          )}
        </PhoneBar>
      )}
      {isRegistering ? (
        <Suspense>
          <RegisterDialog vacancy={vacancy} onClose={() => navigateTo(path, { replace: true })} />
        </Suspense>
      ) : null}
      {isApplying ? (
        <Suspense>
          <ApplyDialog vacancy={vacancy} onClose={handleApplied} />
        </Suspense>
      ) : null}
    </>
  );
}

function Head({ vacancy, isClosed }: { vacancy: Vacancy; isClosed: boolean }) {
  const { t } = useTranslation(['vacancy', 'vacancies-public']);
  const { t: card } = useTranslation('vacancies-public');
  const lang = foreignOf(vacancy.title, vacancy.summary, vacancy.description);
  const signs = vacancySigns(card, vacancy).filter((sign) => !(isClosed && sign.warm));
  return (
    <header className="vacancy-head page-title">
      {signs.length > 0 ? (
        <div className="chip-row">
          {signs.map((sign) => (
            <Tag key={sign.text} warm={sign.warm}>
              {sign.text}
            </Tag>
          ))}
        </div>
      ) : null}
      <h1 lang={lang}>{vacancy.title}</h1>
      <p className="by">
        <Sentence
          sentence={(organization) => t(vacancy.isHelpRequest ? 'page.of' : 'page.by', { organization })}
        >
          {vacancy.isHelpRequest ? (
            <b>{vacancy.organizationName}</b>
          ) : (
            <AppLink href={`/organizations/${vacancy.organizationId}`}>{vacancy.organizationName}</AppLink>
          )}
        </Sentence>
      </p>
      <WrittenIn lang={lang} />
      <VacancyFacts facts={vacancyFacts(card, vacancy).reverse()} onlyNarrow />
    </header>
  );
}

/** Who works here sees what is theirs: what came with the page is what visitors see. */
function useOwnView({ id, can }: Vacancy): void {
  const mayDoMore = menu.value.includes('my_vacancies') || menu.value.includes('students');
  const isAsVisitor = can.length === 0;
  const { refresh } = useVacancy(id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each vacancy, whatever comes back
  useEffect(() => {
    if (mayDoMore && isAsVisitor) void refresh();
  }, [id, mayDoMore]);
}

function SaveOnPhone({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation(['components', 'vacancies-public']);
  return (
    <button
      type="button"
      className="button save-on-phone"
      aria-label={t('save.label', { title: vacancy.title })}
      aria-pressed={isFavorite(vacancy)}
      onClick={() => void toggleFavorite(vacancy)}
    >
      <Icon name="heart" className="is-heart" />
    </button>
  );
}

function Similar({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation(['vacancy', 'vacancies-public']);
  const { t: card } = useTranslation('vacancies-public');
  const others = useSimilar(vacancy.id);
  if (others.length === 0) return null;
  const type = vacancy.activityTypeIds.map((id) => termOf(activityTypes, id)).find(Boolean);
  return (
    <section className="similar" aria-labelledby="similar">
      <SectionHead
        id="similar"
        title={t(vacancy.isHelpRequest ? 'page.similar_help' : 'page.similar')}
        more={
          vacancy.isHelpRequest
            ? { href: '/een-op-een-hulp', label: t('page.more_help') }
            : type
              ? { href: searchPath({ types: [type.id] }), label: t('page.more_in', { type: nameOf(type) }) }
              : { href: SEARCH_PATH, label: t('page.more') }
        }
      />
      <VacancyGrid>
        {cardsOf(card, others).map(({ vacancy: other, words }) => (
          <VacancyCard
            key={other.id}
            {...words}
            saved={isFavorite(other)}
            onToggleSaved={() => void toggleFavorite(other)}
          />
        ))}
      </VacancyGrid>
    </section>
  );
}

function Coming() {
  const { t } = useTranslation(['components', 'vacancies-public']);
  return (
    <div className="vacancy-coming" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('loading')}
      </p>
      <Skeleton size="half" />
      <Skeleton size="photo" />
      <TextSkeleton lines={6} />
    </div>
  );
}

function Failed({ onRetry }: { onRetry: () => Promise<void> }) {
  const { t } = useTranslation(['vacancy', 'vacancies-public']);
  return (
    <div className="section">
      <Notice tone="danger" live>
        <p>{t('page.failed')}</p>
        <Button onClick={() => void onRetry()}>{t('vacancies-public:retry')}</Button>
      </Notice>
    </div>
  );
}
