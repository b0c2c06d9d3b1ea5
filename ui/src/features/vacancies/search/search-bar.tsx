// What, where and on which day, above the filters. `/` brings the focus here.
import { type SyntheticEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { SuggestField } from '../../../components/form/controls/suggest-field.tsx';
import '../../../components/form/form.css';
import '../../../components/table/filter-panel.css';
import { suggestPlaces } from '../../../lib/centre/places.ts';
import { changed, SEARCH_PATH, type Search } from '../../../lib/vacancies/search-url.ts';

const DAYS = ['evening', 'weekend'] as const;

const suggestions = () => import('./suggestions.ts');

export interface SearchBarProps {
  search: Search;
  onSearch: (next: Search) => void;
}

export function SearchBar({ search, onSearch }: SearchBarProps) {
  const { t } = useTranslation('vacancies-public');
  const id = useId();
  const [q, setQ] = useState(search.q);
  const [near, setNear] = useState(search.near);
  // Back and forward bring other words along.
  useEffect(() => setQ(search.q), [search.q]);
  useEffect(() => setNear(search.near), [search.near]);

  function send(change: Partial<Search> = {}) {
    const place = (change.near ?? near).trim();
    const isOther = place !== search.near;
    onSearch(
      changed(search, {
        q: q.trim(),
        words: q.trim() === search.q ? search.words : [],
        near: place,
        // Words or a place that are new ask for their own order.
        sort: q.trim() === search.q && !isOther ? search.sort : null,
        ...change,
      }),
    );
  }

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    send();
  }

  return (
    <search>
      <form className="search-bar" action={SEARCH_PATH} method="get" onSubmit={handleSubmit}>
        <SuggestField
          id={id}
          name="q"
          label={t('search.what')}
          placeholder={t('search.what_example')}
          shortcut="/"
          value={q}
          onChange={setQ}
          onTake={async (value) => (await suggestions()).follow(value)}
          suggest={async (text, stop) => (await suggestions()).suggest(text, stop)}
          countLabel={(count) => t('search.suggested', { count })}
        />
        <SuggestField
          name="near"
          label={t('search.where')}
          placeholder={t('search.where_example')}
          autoComplete="postal-code"
          icon="pin"
          value={near}
          onChange={setNear}
          onTake={(place) => send({ near: place })}
          suggest={suggestPlaces}
          countLabel={(count) => t('search.places', { count })}
        />
        <DaySelect search={search} onSearch={onSearch} />
        <Button type="submit" variant="primary" icon="search">
          {t('search.submit')}
        </Button>
      </form>
    </search>
  );
}

/** The same parts as in the filters, for who only has time then. */
function DaySelect({ search, onSearch }: SearchBarProps) {
  const { t } = useTranslation('vacancies-public');
  const id = useId();
  return (
    <div className="field from-tablet">
      <label htmlFor={id}>{t('search.day')}</label>
      <select
        className="select"
        id={id}
        value={DAYS.find((day) => search.part.includes(day)) ?? ''}
        onChange={({ target }) => onSearch(changed(search, { part: target.value ? [target.value] : [] }))}
      >
        <option value="">{t('search.any_day')}</option>
        {DAYS.map((day) => (
          <option key={day} value={day}>
            {t(`filters.part.${day}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
