// Where organisations are, under the filters of a list, as a map takes them.
import { useMemo } from 'react';
import { CALLS, type SocialMapMeta } from '../../api/calls.ts';
import { wireNameOf } from '../../api/field-names.ts';
import { useCall } from '../../api/hooks.ts';
import type { FilterOf } from '../../api/params.ts';

/** A place as a map takes it. */
export interface OrganizationPlace {
  id: string;
  label: string;
  latitude: number;
  longitude: number;
  isExact: boolean;
  city: string | undefined;
}

export interface OrganizationMap {
  places: readonly OrganizationPlace[];
  /** How many there are of each choice of a filter; nothing before the answer is there. */
  counts: SocialMapMeta['counts'];
}

const NO_PLACES: readonly OrganizationPlace[] = [];

export function useOrganizationMap(filter: FilterOf<'organizations'>): OrganizationMap {
  const query = Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [`filter[${wireNameOf(name)}]`, String(value)]),
  );
  const { data } = useCall(CALLS.mapOfOrganizations, { query });
  const places = useMemo(() => {
    const { ids, names, cities, latitudes, longitudes, exact } = data?.meta ?? {};
    if (!ids) return NO_PLACES;
    return ids.map((id, at) => ({
      id,
      label: names?.[at] ?? '',
      city: cities?.[at] || undefined,
      latitude: latitudes?.[at] ?? 0,
      longitude: longitudes?.[at] ?? 0,
      isExact: exact?.[at] ?? false,
    }));
  }, [data]);
  return { places, counts: data?.meta?.counts ?? {} };
}
