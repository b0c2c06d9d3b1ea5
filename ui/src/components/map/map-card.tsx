// Where it is: a map, the address in words and the way there. Asks no other host for anything.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../feedback/loading.tsx';
import './map-card.css';

const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }));

export interface Place {
  id: string;
  label: string;
  latitude: number;
  longitude: number;
  /** Left out: somewhere in the area of its postal code. */
  isExact?: boolean;
  city?: string | undefined;
}

export interface MapCardProps {
  places: readonly Place[];
  /** Read out for the map: "Kaart: Kerkstraat 18 in Lindewaard". */
  label: string;
  /** The address in words. */
  caption: string;
  /** Where a route planner should go to; left out for several places. */
  destination?: { latitude: number; longitude: number } | undefined;
}

export function MapCard({ places, label, caption, destination }: MapCardProps) {
  const { t } = useTranslation('components');
  return (
    <div className="map-card">
      <Suspense fallback={<Skeleton size="photo" />}>
        <MapView places={places} label={label} wide />
      </Suspense>
      <div className="map-caption">
        <span>{caption}</span>
        {destination ? <a href={routeUrl(destination)}>{t('plan_route')}</a> : null}
      </div>
    </div>
  );
}

/** OpenStreetMap's planner, with only the end filled in. */
export function routeUrl({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`;
}
