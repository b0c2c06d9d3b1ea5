// The place of a search on a page, with suggestions. Until it is there, the server's own field stands in its place.
import { useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SuggestField } from '../../../components/form/controls/suggest-field.tsx';
import { suggestPlaces } from '../../../lib/centre/places.ts';

export function HeroPlace({ place }: { place: HTMLElement }) {
  const { t } = useTranslation('vacancies-public');
  const [old] = useState(() => place.querySelector<HTMLInputElement>(':scope > input'));
  const [value, setValue] = useState(old?.value ?? '');
  const id = `${old?.id ?? 'near'}-place`;
  useLayoutEffect(() => {
    const hadFocus = document.activeElement === old;
    for (const each of place.querySelectorAll(':scope > input, :scope > label')) each.remove();
    if (hadFocus) document.getElementById(id)?.focus();
  }, [place, old, id]);
  return (
    <SuggestField
      id={id}
      name="near"
      label={t('search.where')}
      placeholder={t('search.where_example')}
      autoComplete="postal-code"
      icon="pin"
      value={value}
      onChange={setValue}
      suggest={suggestPlaces}
      countLabel={(count) => t('search.places', { count })}
    />
  );
}
