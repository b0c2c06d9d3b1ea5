// Where it is: a drawn map with markers, the address in words and the way there. Asks no other host for anything.
import { useTranslation } from 'react-i18next';
import './map-card.css';

export interface Place {
  id: string;
  label: string;
  latitude: number;
  longitude: number;
}

export interface MapCardProps {
  places: readonly Place[];
  /** Read out for the picture: "Kaart: Kerkstraat 18 in Lindewaard". */
  label: string;
  /** The address in words. */
  caption: string;
  /** Where a route planner should go to; left out for several places. */
  destination?: { latitude: number; longitude: number } | undefined;
}

const WIDTH = 720;
const HEIGHT = 260;
const EDGE = 60;
/** On a phone only the middle of the picture is seen. */
const SEEN = 340;
const MIDDLE = WIDTH / 2;
/** Pins of several places stand beside each other, that of one may be seen from afar. */
const SMALL = 0.45;

export function MapCard({ places, label, caption, destination }: MapCardProps) {
  const { t } = useTranslation('components');
  const scale = places.length > 1 ? SMALL : 1;
  return (
    <div className="map">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="xMidYMid slice"
        role="img"
        aria-label={label}
      >
        <rect className="land" width={WIDTH} height={HEIGHT} />
        <path
          className="park"
          d="M40 20h150q20 0 20 20v70q-90 30-190 10V40q0-20 20-20zM520 160h220v120H480z"
        />
        <path className="water" d="M-10 210q140-60 260-20t220 30 260-30v90H-10z" />
        <path className="road" d="M-10 150q200-40 380-20t370-60M300-10q20 120 0 290" />
        <path
          className="street"
          d="M60 130V-10M130 128V-10M-10 60h310M400 124L470-10M520 112l90-130M310 60h170M306 190l150 80M560 108l60 160M370 130v150"
        />
        {markersOf(places).map((marker) => (
          <g key={marker.id} transform={`translate(${marker.x} ${marker.y}) scale(${scale})`}>
            <path className="pin" d="M0 0c-26-28-40-44-40-64a40 40 0 0 1 80 0c0 20-14 36-40 64z" />
            <circle className="pin-dot" cy="-64" r="14" />
          </g>
        ))}
      </svg>
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

interface Marker {
  id: string;
  x: number;
  y: number;
}

/** Places spread over the picture as they lie in the land; one place stands in the middle. */
export function markersOf(places: readonly Place[]): Marker[] {
  const longitudes = places.map((place) => place.longitude);
  const latitudes = places.map((place) => place.latitude);
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const share = (value: number, low: number, high: number) =>
    high === low ? 0.5 : (value - low) / (high - low);
  return places.map((place) => ({
    id: place.id,
    x: MIDDLE + (share(place.longitude, west, east) - 0.5) * SEEN,
    y: places.length > 1 ? EDGE + (1 - share(place.latitude, south, north)) * (HEIGHT - 2 * EDGE) + 12 : 132,
  }));
}
