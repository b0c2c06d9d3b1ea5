// The map beside the list of staff: the same organisations, under the same filters.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { MapView } from '../../../components/map/map-view.tsx';
import { useOrganizationMap } from '../../../lib/map/organization-places.ts';
import { filterOf, type ListState } from './organizations-url.ts';

export function OrganizationsMap({ state }: { state: ListState }) {
  const { t } = useTranslation('organization-list');
  const [selected, setSelected] = useState<string | null>(null);
  const { places } = useOrganizationMap(filterOf(state));
  const found = places.find(({ id }) => id === selected);
  return (
    <section className="organizations-map" aria-label={t('asMap')}>
      <MapView
        places={places}
        label={t('mapLabel', { count: places.length })}
        selected={selected}
        onSelect={setSelected}
        wide
      />
      <p className="soft small" aria-live="polite">
        {found ? (
          <AppLink href={`/organizations/${found.id}`}>
            {[found.label, found.city].filter(Boolean).join(', ')}
          </AppLink>
        ) : (
          t('mapHint')
        )}
      </p>
    </section>
  );
}
