// The first line, and the search under it: the first thing one can do here.
import { type SyntheticEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { SuggestField } from '../../../components/form/controls/suggest-field.tsx';
import { HeroPeople } from '../../../components/media/drawing.tsx';
import { centreMeta } from '../../../lib/centre/centre.ts';
import { suggestPlaces } from '../../../lib/centre/places.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { SEARCH_PATH, searchPath } from '../../../lib/vacancies/search-url.ts';

const QUICK = ['once', 'weekend', 'no_experience'] as const;

export function HomeHero() {
  const { t } = useTranslation(['home', 'vacancies-public']);
  const id = useId();
  const total = centreMeta.value.counts.vacancies;
  return (
    <section className="hero" aria-labelledby={id}>
      <div className="page">
        <div className="hero-text">
          <h1 id={id}>{t('title')}</h1>
          <p className="hero-lead">{total ? t('lead', { count: total }) : t('lead_none')}</p>
          <HeroSearch />
          {total ? (
            <p className="hero-quick">
              <span>{t('start_here')}</span>
              {QUICK.map((tag) => (
                <AppLink key={tag} href={searchPath({ tags: [tag] })}>
                  {t(`quick.${tag}`)}
                </AppLink>
              ))}
            </p>
          ) : null}
        </div>
        <HeroPeople />
      </div>
    </section>
  );
}

function HeroSearch() {
  const { t } = useTranslation(['home', 'vacancies-public']);
  const id = useId();
  const [q, setQ] = useState('');
  const [near, setNear] = useState('');
  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    navigateTo(searchPath({ q: q.trim(), near: near.trim() }));
  }
  return (
    <search>
      <form className="hero-search" action={SEARCH_PATH} method="get" onSubmit={handleSubmit}>
        <div className="field">
          <label htmlFor={id}>{t('vacancies-public:search.what')}</label>
          <input
            className="input"
            id={id}
            name="q"
            type="search"
            placeholder={t('what_example')}
            value={q}
            onChange={(event) => setQ(event.target.value)}
          />
        </div>
        <SuggestField
          name="near"
          label={t('vacancies-public:search.where')}
          placeholder={t('vacancies-public:search.where_example')}
          autoComplete="postal-code"
          icon="pin"
          value={near}
          onChange={setNear}
          suggest={suggestPlaces}
          countLabel={(count) => t('vacancies-public:search.places', { count })}
        />
        <Button type="submit" variant="primary" icon="search">
          {t('vacancies-public:search.submit')}
        </Button>
      </form>
    </search>
  );
}
