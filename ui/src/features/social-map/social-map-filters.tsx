// What, where and how far; under it the filters, each behind its own button.
import { type SyntheticEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SocialMapMeta } from '../../api/calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { SuggestField } from '../../components/form/controls/suggest-field.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { ActiveFilters } from '../../components/table/filter-panel.tsx';
import '../../components/form/form.css';
import { suggestPlaces } from '../../lib/centre/places.ts';
import { activityTypes, nameOf, nonProfitTypes, offeredTerms } from '../../lib/centre/taxonomies.ts';
import { language } from '../../lib/locale/language.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { AUDIENCES, SPOKEN } from './choices.ts';
import { changed, type ListName, RADII, SOCIAL_MAP_PATH, type SocialMapSearch } from './social-map-url.ts';

interface Group {
  list: ListName;
  title: string;
  choices: readonly { value: string; label: string }[];
}

export interface SocialMapFiltersProps {
  search: SocialMapSearch;
  /** How many there are of each choice. */
  counts: SocialMapMeta['counts'];
  onSearch: (next: SocialMapSearch) => void;
  /** On a phone the filters come when they are asked for. */
  open: boolean;
}

function useGroups(search: SocialMapSearch): readonly Group[] {
  const { t } = useTranslation('social-map');
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  const terms = (list: typeof activityTypes, chosen: readonly string[]) =>
    offeredTerms(list, chosen).map((term) => ({ value: term.id, label: nameOf(term) }));
  return [
    { list: 'types', title: t('filter.type'), choices: terms(nonProfitTypes, search.types) },
    { list: 'activities', title: t('filter.activity'), choices: terms(activityTypes, search.activities) },
    {
      list: 'audiences',
      title: t('filter.audience'),
      choices: AUDIENCES.map((value) => ({ value, label: t(`audience.${value}`) })),
    },
    {
      list: 'languages',
      title: t('filter.language'),
      choices: SPOKEN.map((value) => ({ value, label: names.of(value) ?? value })),
    },
  ];
}

export function SocialMapFilters({ search, counts, onSearch, open }: SocialMapFiltersProps) {
  const { t } = useTranslation('social-map');
  const id = useId();
  const [q, setQ] = useState(search.q);
  const [near, setNear] = useState(search.near);
  useEffect(() => setQ(search.q), [search.q]);
  useEffect(() => setNear(search.near), [search.near]);
  const groups = useGroups(search);

  function send(change: Partial<SocialMapSearch> = {}) {
    const place = (change.near ?? near).trim();
    const sort = place !== '' && place !== search.near ? 'distance' : place === '' ? 'name' : search.sort;
    onSearch(changed(search, { q: q.trim(), near: place, sort, ...change }));
  }
  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    send();
  }
  function toggled(list: ListName, value: string): Partial<SocialMapSearch> {
    const chosen = search[list];
    return { [list]: chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value] };
  }
  const chips = [
    ...groups.flatMap(({ list, choices }) =>
      choices
        .filter(({ value }) => search[list].includes(value))
        .map(({ value, label }) => ({ key: `${list}:${value}`, label, without: toggled(list, value) })),
    ),
    ...(search.wheelchair
      ? [{ key: 'wheelchair', label: t('filter.wheelchair'), without: { wheelchair: false } }]
      : []),
  ];

  return (
    <div className="social-map-search">
      <search>
        <form className="search-bar" action={SOCIAL_MAP_PATH} method="get" onSubmit={handleSubmit}>
          <div className="field">
            <label htmlFor={`${id}-q`}>{t('what')}</label>
            <input
              className="input"
              id={`${id}-q`}
              name="q"
              type="search"
              placeholder={t('whatExample')}
              value={q}
              onChange={(event) => setQ(event.target.value)}
            />
          </div>
          <SuggestField
            name="near"
            label={t('where')}
            placeholder={t('whereExample')}
            autoComplete="postal-code"
            icon="pin"
            value={near}
            onChange={setNear}
            onTake={(place) => send({ near: place })}
            suggest={suggestPlaces}
            countLabel={(count) => t('places', { count })}
          />
          <div className="field">
            <label htmlFor={`${id}-far`}>{t('far')}</label>
            <select
              className="select"
              id={`${id}-far`}
              name="radius"
              value={search.radius}
              onChange={(event) => send({ radius: Number(event.target.value) })}
            >
              {RADII.map((km) => (
                <option key={km} value={km}>
                  {t('upTo', { km })}
                </option>
              ))}
            </select>
          </div>
          <Button variant="primary" icon="search" type="submit">
            {t('search')}
          </Button>
        </form>
      </search>
      <fieldset
        className={open ? 'social-map-filters is-open' : 'social-map-filters'}
        aria-label={t('filters')}
      >
        {groups
          .filter(({ choices }) => choices.length > 0)
          .map(({ list, title, choices }) => (
            <details
              key={list}
              className={search[list].length > 0 ? 'filter-drop has-choice' : 'filter-drop'}
              name="social-map-filter"
            >
              <summary>
                {title}
                {search[list].length > 0 ? <small>{search[list].length}</small> : null}
                <Icon name="down" />
              </summary>
              <fieldset aria-label={title}>
                {choices.map(({ value, label }) => (
                  <label key={value} className="filter-option">
                    <input
                      type="checkbox"
                      checked={search[list].includes(value)}
                      onChange={() => send(toggled(list, value))}
                    />
                    <span>
                      {label}
                      <Count value={counts[list] && (counts[list]?.[value] ?? 0)} />
                    </span>
                  </label>
                ))}
              </fieldset>
            </details>
          ))}
        <label className="filter-option filter-switch">
          <input
            type="checkbox"
            checked={search.wheelchair}
            onChange={() => send({ wheelchair: !search.wheelchair })}
          />
          <span>
            {t('filter.wheelchair')}
            <Count value={counts.wheelchair && (counts.wheelchair.true ?? 0)} />
          </span>
        </label>
      </fieldset>
      <ActiveFilters
        filters={chips}
        onRemove={(key) => send(chips.find((chip) => chip.key === key)?.without ?? {})}
        onClear={() => send({ types: [], activities: [], audiences: [], languages: [], wheelchair: false })}
      />
    </div>
  );
}

/** Nothing before the answer is there. */
function Count({ value }: { value: number | undefined }) {
  return value === undefined ? null : <small className="soft"> ({formatNumber(value)})</small>;
}
