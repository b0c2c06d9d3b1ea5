// The map above the list in a frame of another site: all places under the filters of the list, without the app around
// it. A place opens its page in a new tab. Only our own server is asked.
import '../components/map/map-view.css';
import './embed.css';
import { drawMap } from '../components/map/leaflet-map.ts';
import type { MapPlace } from '../components/map/map-view.tsx';
import en from '../i18n/components.en.json';
import nl from '../i18n/components.nl.json';
import type { MapBackground } from '../lib/map/map-background.ts';

interface MapMeta {
  ids: string[];
  names: string[];
  cities: string[];
  latitudes: number[];
  longitudes: number[];
  exact: boolean[];
}

interface BackgroundAttributes {
  is_available: boolean;
  tiles: string;
  attribution: string;
  min_zoom: number;
  max_zoom: number;
  bounds: number[];
}

async function read<T>(address: string): Promise<T> {
  const answer = await fetch(address, {
    headers: { accept: 'application/vnd.api+json' },
    credentials: 'omit',
  });
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return (await answer.json()) as T;
}

async function backgroundOf(address: string): Promise<MapBackground | null> {
  try {
    const { data } = await read<{ data: { attributes: BackgroundAttributes } }>(address);
    const { is_available, tiles, attribution, min_zoom, max_zoom, bounds } = data.attributes;
    return is_available
      ? { tiles, attribution, attributionUrl: null, minZoom: min_zoom, maxZoom: max_zoom, bounds }
      : null;
  } catch {
    return null;
  }
}

async function showMap(): Promise<void> {
  const box = document.querySelector<HTMLElement>('[data-places]');
  const canvas = box?.querySelector<HTMLElement>('.map-canvas');
  const { places: address, background: ground, page } = box?.dataset ?? {};
  if (!box || !canvas || !address || !ground || !page) return;
  const words = (document.documentElement.lang === 'en' ? en : nl).map;
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  const [{ meta }, background] = await Promise.all([read<{ meta: MapMeta }>(address), backgroundOf(ground)]);
  const places: MapPlace[] = meta.ids.map((id, at) => ({
    id,
    label: meta.names[at] ?? '',
    latitude: meta.latitudes[at] ?? 0,
    longitude: meta.longitudes[at] ?? 0,
    isExact: meta.exact[at] ?? false,
    city: meta.cities[at] || undefined,
  }));
  if (places.length === 0) return;
  const tellSource = (attribution: string | null) => {
    for (const note of box.querySelectorAll<HTMLElement>('.map-note')) note.hidden = attribution !== null;
    for (const source of box.querySelectorAll('.map-attribution'))
      source.textContent = attribution ?? words.source;
  };
  box.hidden = false;
  tellSource(background?.attribution ?? null);
  const map = drawMap(canvas, {
    background,
    words: {
      zoomIn: words.zoomIn,
      zoomOut: words.zoomOut,
      cluster: (count) => words.cluster_other.replace('{{count, number}}', numbers.format(count)),
      area: words.area,
      close: words.close,
    },
    onSelect: (id) => window.open(`${page}/${encodeURIComponent(id)}`, '_blank', 'noopener'),
    onFailed: () => tellSource(null),
  });
  map.show(places, true);
}

void showMap();
