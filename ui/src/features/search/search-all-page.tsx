// One search over vacancies, organisations, pages and news: the results of each kind under its own head.
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCall } from '../../api/hooks.ts';
import { SEARCH_CALLS, type SearchGroup, type SearchResult } from '../../api/search-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import '../../components/form/form.css';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { language } from '../../lib/locale/language.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import {
  askedOf,
  LONGEST_QUESTION,
  OF_ONE,
  pathOfSearch,
  readSearchAll,
  type SearchAll,
} from '../../lib/search/search-all.ts';
import './search-all.css';

/** The field as it came still stands when this file is read; then the app takes its place. */
let early = document.querySelector<HTMLInputElement>('main .search-all-bar input[name="q"]');

export default function SearchAllPage() {
  const { t } = useTranslation(['search-all', 'routes']);
  const { search: address } = useLocation();
  const search = readSearchAll(address);
  return (
    <>
      <PageTitle title={t('routes:searchAll.title')} description={t('lead')} />
      <SearchForm key={search.q} q={search.q} />
      <section id="results" className="search-all">
        {search.q === '' ? null : <Results search={search} />}
      </section>
    </>
  );
}

function SearchForm({ q }: { q: string }) {
  const { t } = useTranslation('search-all');
  const [text, setText] = useState(q);
  // What was typed while the page was only the server's.
  useEffect(() => {
    const typed = early?.value.trim();
    early = null;
    if (typed && typed !== q) setText(typed);
  }, [q]);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    navigateTo(pathOfSearch({ q: text.trim(), only: null }));
  }

  return (
    <search>
      <form className="search-all-bar" onSubmit={handleSubmit}>
        <div className="field">
          <label htmlFor="q">{t('field')}</label>
          <input
            className="input"
            id="q"
            name="q"
            type="search"
            maxLength={LONGEST_QUESTION}
            placeholder={t('example')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" variant="primary" icon="search">
          {t('submit')}
        </Button>
      </form>
    </search>
  );
}

/** @useSignals */
function Results({ search }: { search: SearchAll }) {
  const { t } = useTranslation('search-all');
  const { data, error, refresh } = useCall(
    SEARCH_CALLS.search,
    { query: askedOf(search, language.value) },
    { keeps: true },
  );
  if (error) return <LoadProblem onRetry={() => void refresh()} />;
  if (!data) return <RowSkeletons count={6} />;
  const groups = data.items;
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  return (
    <>
      <div role="status">
        <h2 className="search-all-found">
          {total === 0 ? t('none', { q: search.q }) : t('found', { count: total, q: search.q })}
        </h2>
      </div>
      {total === 0 ? <p>{t('none_text')}</p> : null}
      {search.only ? (
        <p>
          <AppLink className="more-link" href={pathOfSearch({ ...search, only: null })}>
            {t('everything')}
          </AppLink>
        </p>
      ) : null}
      {groups.map((group) => (
        <Group key={group.id} group={group} />
      ))}
    </>
  );
}

function Group({ group }: { group: SearchGroup }) {
  const { t } = useTranslation('search-all');
  const translate = serverWords(t);
  const { id, total, results, path } = group;
  // The list of one kind ends where it ends.
  const hasMore = total > results.length && (results.length < OF_ONE || id === 'vacancies');
  return (
    <section className="search-all-group" aria-labelledby={`group-${id}`}>
      <h3 id={`group-${id}`}>{translate(`group.${id}`)}</h3>
      <ul>
        {results.map((result) => (
          <li key={result.id}>
            <Result result={result} />
          </li>
        ))}
      </ul>
      {hasMore && path ? (
        <p>
          <AppLink className="more-link" href={path}>
            {translate(`all.${id}`, { count: total })}
          </AppLink>
        </p>
      ) : null}
    </section>
  );
}

function Result({ result }: { result: SearchResult }) {
  const { title, path, hint, publishedAt, excerpt } = result;
  return (
    <>
      <AppLink className="search-all-title" href={path}>
        {title}
      </AppLink>
      {hint ? <span className="search-all-hint">{hint}</span> : null}
      {publishedAt ? (
        <time className="search-all-hint" dateTime={publishedAt}>
          {formatDate(publishedAt)}
        </time>
      ) : null}
      {excerpt ? <p>{excerpt}</p> : null}
    </>
  );
}
