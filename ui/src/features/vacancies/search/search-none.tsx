// Nothing was found: why, and the ways out.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { ContactHelp } from '../../../components/contact/contact-help.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { isUnknownPlace } from '../../../lib/centre/places.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import {
  changed,
  DEFAULT_RADIUS_KM,
  MAX_RADIUS_KM,
  SEARCH_PATH,
  type Search,
  searchPath,
} from '../../../lib/vacancies/search-url.ts';
import { useReading } from './search.store.ts';
import { chosenFilters } from './search-choices.ts';

/** Says why nothing was found, and offers the remedies, the most useful one first. */
export function NothingFound({ search }: { search: Search }) {
  const { t } = useTranslation('vacancies-public');
  const { t: more } = useTranslation('search-more');
  const { q, near } = search;
  const isNowhere = useIsNowhere(near);
  const radius = search.radius ?? DEFAULT_RADIUS_KM;
  const chosen = chosenFilters(t, search, useReading(search));
  const last = chosen.filter((filter) => filter.key !== 'radius').at(-1);
  const wider = Math.min(MAX_RADIUS_KM, radius * 2);
  const ways: { href: string; label: string }[] = [];
  if (near !== '' && !isNowhere && radius < MAX_RADIUS_KM)
    ways.push({
      href: searchPath(changed(search, { radius: wider })),
      label: more('empty.widen', { km: formatNumber(wider) }),
    });
  if (last) ways.push({ href: searchPath(last.without), label: more('empty.drop', { name: last.label }) });
  if (q !== '')
    ways.push({ href: searchPath(changed(search, { q: '' })), label: more('empty.drop_words', { q }) });
  if (near !== '' && (isNowhere || radius >= MAX_RADIUS_KM))
    ways.push({
      href: searchPath(changed(search, { near: '', radius: null })),
      label: more('empty.anywhere'),
    });
  const isNarrowed = ways.length > 0;
  return (
    <>
      <EmptyState
        title={t('empty.title')}
        actions={
          isNarrowed ? (
            <>
              {ways.map((way, at) => (
                <ButtonLink key={way.href} href={way.href} variant={at === 0 ? 'primary' : 'plain'}>
                  {way.label}
                </ButtonLink>
              ))}
              <ButtonLink href={SEARCH_PATH} variant="quiet">
                {t('empty.all')}
              </ButtonLink>
            </>
          ) : undefined
        }
      >
        {isNowhere
          ? more('empty.nowhere', { place: near })
          : near !== ''
            ? more('empty.near', { km: formatNumber(radius), place: near })
            : q !== ''
              ? more('empty.words', { q })
              : more(isNarrowed ? 'empty.filters' : 'empty.none')}
      </EmptyState>
      <ContactHelp />
    </>
  );
}

/** True once it is certain that no place is called so: nothing lies near it, however far one looks. */
function useIsNowhere(near: string): boolean {
  const [nowhere, setNowhere] = useState<string | null>(null);
  useEffect(() => {
    if (near === '') return;
    const stop = new AbortController();
    void isUnknownPlace(near, stop.signal).then((isUnknown) => {
      if (isUnknown && !stop.signal.aborted) setNowhere(near);
    });
    return () => stop.abort();
  }, [near]);
  return near !== '' && nowhere === near;
}
