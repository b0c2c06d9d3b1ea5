// What people ask for themselves and offer, by kind of help, how often and place, and the way to ask.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { HelpLines, SafetyRules } from '../../../components/content/safety-rules.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { VacancySkeletons } from '../../../components/feedback/loading.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { Icon, type IconName } from '../../../components/media/icon.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { centreProfile, wording } from '../../../lib/centre/centre.ts';
import { language } from '../../../lib/locale/language.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { HelpCard } from './help-card.tsx';
import { chosenOf, FREQUENCIES, type HelpFrequency, type HelpKind, KINDS } from './help-kinds.ts';
import { ASK_OFFER_PATH, ASK_PATH, OWN_PATH, PUBLIC_PATH } from './request-steps.ts';
import '../../../components/content/category-tile.css';
import '../../../components/content/vacancy-card.css';
import '../../../components/table/filter-panel.css';
import './help-requests.css';

const RADIUS_KM = 10;

const pageOf = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

interface HelpSearch {
  isOffered: boolean;
  near: string;
  kinds: readonly HelpKind[];
  frequencies: readonly HelpFrequency[];
}

function addressOf({ isOffered, near, kinds, frequencies }: HelpSearch, page = 1): string {
  const pairs: string[] = [];
  if (isOffered) pairs.push('offered=1');
  if (near !== '') pairs.push(`near=${encodeURIComponent(near)}`);
  if (kinds.length > 0) pairs.push(`kind=${kinds.join(',')}`);
  if (frequencies.length > 0) pairs.push(`often=${frequencies.join(',')}`);
  if (page > 1) pairs.push(`page=${page}`);
  return pairs.length === 0 ? PUBLIC_PATH : `${PUBLIC_PATH}?${pairs.join('&')}`;
}

export default function HelpRequestsPage() {
  const { t } = useTranslation('help-requests');
  const query = useQuery();
  const search: HelpSearch = {
    isOffered: query.get('offered') === '1',
    near: query.get('near') ?? '',
    kinds: chosenOf(
      query,
      'kind',
      KINDS.map(({ key }) => key),
    ),
    frequencies: chosenOf(query, 'often', FREQUENCIES),
  };
  const { isOffered, near, kinds, frequencies } = search;
  const page = pageOf(query.get('page'));
  const isFiltered = kinds.length + frequencies.length > 0;
  const { items, status, pages, refresh } = useResourceList('vacancies', {
    filter: {
      ...(isOffered ? { helpOfferEq: true } : { helpRequestEq: true }),
      // Both are as good as none.
      helpFrequencyEq: frequencies.length === 1 ? frequencies[0] : null,
      helpKindIn: kinds.length > 0 ? kinds : null,
      near,
      radiusKm: near === '' ? null : String(RADIUS_KM),
    },
    sort: near === '' ? '-published_at' : 'distance',
    page: { number: page, size: 20 },
  });
  const isNeighbour = wording.value === 'neighbour';
  const profile = centreProfile.value;
  const intro = (language.value === 'en' && profile?.helpIntroEn) || profile?.helpIntro || t('intro');
  const none = isOffered ? 'noneOffered' : 'none';
  return (
    <>
      <PageTitle title={t(isNeighbour ? 'title_neighbour' : 'title')} description={intro} />
      <div className="two-doors">
        <Door icon="hand" href={ASK_PATH} title={t('door.ask')} text={t('door.askText')} />
        <Door icon="heart" href={ASK_OFFER_PATH} isWarm title={t('door.offer')} text={t('door.offerText')} />
      </div>
      {isSignedIn.value ? (
        <p>
          <AppLink href={OWN_PATH}>{t('own')}</AppLink>
        </p>
      ) : null}
      <nav className="help-tabs" aria-label={t('tabs')}>
        <AppLink
          className="help-tab"
          href={addressOf({ ...search, isOffered: false })}
          aria-current={isOffered ? undefined : 'true'}
        >
          {t('asked')}
        </AppLink>
        <AppLink
          className="help-tab"
          href={addressOf({ ...search, isOffered: true })}
          aria-current={isOffered ? 'true' : undefined}
        >
          {t('offered')}
        </AppLink>
      </nav>
      <div className="search-layout">
        <Filters key={addressOf(search)} search={search} />
        <div>
          {status === 'error' ? (
            <LoadProblem onRetry={() => void refresh()} />
          ) : items.length === 0 && status !== 'success' ? (
            <VacancySkeletons count={3} />
          ) : items.length === 0 ? (
            <EmptyState
              title={
                isFiltered ? t('noneFiltered') : near === '' ? t(none) : t(`${none}Near`, { place: near })
              }
              level={2}
            >
              {t('noneText')}
            </EmptyState>
          ) : (
            <>
              <div className="help-list">
                {items.map((vacancy) => (
                  <HelpCard key={vacancy.id} id={vacancy.id} vacancy={vacancy} />
                ))}
              </div>
              <Pagination page={page} pages={pages} hrefFor={(to) => addressOf(search, to)} />
            </>
          )}
        </div>
      </div>
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

/** Ticks take effect with the button, as without the app. */
function Filters({ search }: { search: HelpSearch }) {
  const { t } = useTranslation('help-requests');
  const [near, setNear] = useState(search.near);
  const [kinds, setKinds] = useState(search.kinds);
  const [frequencies, setFrequencies] = useState(search.frequencies);
  const isFiltered = search.near !== '' || search.kinds.length + search.frequencies.length > 0;
  const { isOffered } = search;
  return (
    <search>
      <form
        className="help-filters"
        onSubmit={(event) => {
          event.preventDefault();
          navigateTo(addressOf({ isOffered, near: near.trim(), kinds, frequencies }));
        }}
      >
        <details open={isFiltered}>
          <summary>{t('filters')}</summary>
          <div className="filter-group field">
            <label htmlFor="requests-near">{t('near', { km: RADIUS_KM })}</label>
            <input
              className="input"
              id="requests-near"
              name="near"
              value={near}
              maxLength={80}
              autoComplete="postal-code"
              onChange={(event) => setNear(event.target.value)}
            />
          </div>
          <Options
            legend={t('kinds')}
            all={KINDS.map(({ key }) => ({ key, label: t(`helpKind.${key}`) }))}
            chosen={kinds}
            onChange={setKinds}
          />
          <Options
            legend={t('often')}
            all={FREQUENCIES.map((key) => ({ key, label: t(`frequency.${key}`) }))}
            chosen={frequencies}
            onChange={setFrequencies}
          />
          <div className="button-row">
            <Button type="submit" variant="primary">
              {t('show')}
            </Button>
            <ButtonLink variant="quiet" href={addressOf({ isOffered, near: '', kinds: [], frequencies: [] })}>
              {t('clear')}
            </ButtonLink>
          </div>
        </details>
      </form>
    </search>
  );
}

interface OptionsProps<K extends string> {
  legend: string;
  all: readonly { key: K; label: string }[];
  chosen: readonly K[];
  onChange: (chosen: readonly K[]) => void;
}

function Options<K extends string>({ legend, all, chosen, onChange }: OptionsProps<K>) {
  return (
    <fieldset className="filter-group">
      <legend>{legend}</legend>
      <div>
        {all.map(({ key, label }) => (
          <label key={key} className="filter-option">
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={(event) => {
                const ticked = new Set(chosen);
                if (event.target.checked) ticked.add(key);
                else ticked.delete(key);
                onChange(all.map((each) => each.key).filter((each) => ticked.has(each)));
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
