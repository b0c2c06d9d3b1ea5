// A vacancy as visitors would see it with what is typed now. Pure.
import type { Organization, Vacancy } from '../../../api/schema.d.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import { paragraphsOf, proseOf } from '../../../components/form/prose.ts';
import { toAttributes } from './vacancy-form-values.ts';

/** Of a vacancy that was never saved. */
const NEVER_SAVED = {
  latitude: null,
  longitude: null,
  publishedAt: null,
  spotsLeft: null,
  distanceKm: null,
  address: null,
  city: null,
};

export function previewOf(value: FormValue, saved: Vacancy | null, owner: Organization | null): Vacancy {
  const typed = toAttributes(value);
  const place = placeOf(value, saved, owner);
  return {
    ...NEVER_SAVED,
    ...saved,
    ...typed,
    ...place,
    // What the server has cleaned is shown as it is; what was typed since has no markup yet.
    description:
      saved && typed.description === saved.description
        ? saved.description
        : proseOf(paragraphsOf(typed.description ?? '')),
    schedule: typed.schedule ?? null,
    organizationName: saved?.organizationName ?? owner?.name ?? null,
  } as Vacancy;
}

/** Where it is; a point on the map only while the place is the one that is saved. */
function placeOf(value: FormValue, saved: Vacancy | null, owner: Organization | null) {
  if (value.place === 'online') return { city: null, address: null, latitude: null, longitude: null };
  const { address: typed } = toAttributes(value);
  const address = value.place === 'elsewhere' ? (typed ?? null) : (owner?.address ?? null);
  const isSaved = saved?.address?.postalCode === address?.postalCode && saved?.city === address?.city;
  return {
    city: address?.city ?? null,
    address,
    latitude: isSaved ? (saved?.latitude ?? null) : null,
    longitude: isSaved ? (saved?.longitude ?? null) : null,
  };
}
