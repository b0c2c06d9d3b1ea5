// The map itself, by Leaflet: loaded when a map comes into the page. Background, markers and clusters; no words of its own.
import L from 'leaflet';
import 'leaflet.markercluster';
import './leaflet-map.css';
import type { MapBackground } from '../../lib/map/map-background.ts';
import type { MapPlace } from './map-view.tsx';
import provinces from './provinces.json';

export interface MapWords {
  zoomIn: string;
  zoomOut: string;
  /** "9 plekken, inzoomen". */
  cluster: (count: number) => string;
  area: string;
  /** Of the button that closes what opened at a place. */
  close: string;
}

export interface MapOptions {
  background: MapBackground | null;
  words: MapWords;
  /** A place is chosen, by press or by key. */
  onSelect?: ((id: string) => void) | undefined;
  /** The reader moved the map: what it shows now. */
  onView?: ((ids: readonly string[]) => void) | undefined;
  /** The only place is moved by hand. */
  onMove?: ((latitude: number, longitude: number) => void) | undefined;
  /** The tiles do not come. */
  onFailed: () => void;
}

export interface ShownMap {
  show: (places: readonly MapPlace[], fit: boolean) => void;
  select: (id: string | null) => void;
  setBackground: (background: MapBackground | null) => void;
  remove: () => void;
}

/** Kilometres that the digits of a postal code may be off. */
const AREA_METRES = 800;
const AREAS_DRAWN = 40;
const NAMES_SHOWN = 40;
const CLOSEST = 15;
const STEP_DEGREES = 0.0002;
const FAILED_TILES = 3;
const NETHERLANDS = L.latLngBounds([50.7, 3.3], [53.6, 7.3]);

function iconOf({ label, isExact, popup }: MapPlace, area: string, isSelected: boolean): L.DivIcon {
  const content = document.createElement('span');
  const arch = document.createElement('span');
  arch.className = popup ? 'map-activity' : 'map-arch';
  const name = document.createElement('span');
  name.className = isSelected ? 'map-label' : 'visually-hidden';
  name.textContent = isExact ? label : `${label}, ${area}`;
  content.append(arch, name);
  if (popup) return L.divIcon({ className: 'map-marker is-activity', html: content, iconSize: [44, 44] });
  const size = isExact ? 44 : 68;
  return L.divIcon({
    className: `map-marker${isExact ? '' : ' is-area'}${isSelected ? ' is-selected' : ''}`,
    html: content,
    iconSize: [size, isExact ? 50 : size],
    iconAnchor: [size / 2, isExact ? 50 : size / 2],
  });
}

function hiddenIcon(className: string, text: string): L.DivIcon {
  const content = document.createElement('span');
  content.textContent = text;
  return L.divIcon({ className, html: content, iconSize: [0, 0] });
}

/** What opens takes the keyboard, and gives it back to its place. */
function opening(marker: L.Marker, content: () => HTMLElement, close: string): L.Marker {
  marker.bindPopup(content, { className: 'map-popup', minWidth: 200, maxWidth: 280, offset: [0, -12] });
  marker.on('popupopen', ({ popup }: L.PopupEvent) => {
    const element = popup.getElement();
    element?.querySelector('.leaflet-popup-close-button')?.setAttribute('aria-label', close);
    element?.querySelector<HTMLElement>('a[href]')?.focus();
    element?.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') marker.closePopup();
    });
  });
  marker.on('popupclose', () => marker.getElement()?.focus());
  return marker;
}

export function drawMap(element: HTMLElement, options: MapOptions): ShownMap {
  const { words, onSelect, onView, onMove, onFailed } = options;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = L.map(element, {
    attributionControl: false,
    zoomControl: false,
    zoomAnimation: !isStill,
    fadeAnimation: !isStill,
    markerZoomAnimation: !isStill,
    minZoom: 6,
    maxZoom: 19,
    maxBounds: NETHERLANDS.pad(0.4),
    // A page is scrolled with one finger: the map is moved with two, or by its buttons and keys.
    dragging: !L.Browser.mobile || onView !== undefined,
    scrollWheelZoom: false,
  });
  map.fitBounds(NETHERLANDS);
  L.control.zoom({ zoomInTitle: words.zoomIn, zoomOutTitle: words.zoomOut, position: 'topright' }).addTo(map);
  L.control.scale({ imperial: false, position: 'bottomright' }).addTo(map);

  const outlines = L.layerGroup(
    provinces.flatMap(({ name, at, rings }) => [
      L.polygon(
        rings.map((ring) => ring.map(([longitude = 0, latitude = 0]) => L.latLng(latitude, longitude))),
        { className: 'map-province', interactive: false, weight: 2 },
      ),
      L.marker([at[0] ?? 0, at[1] ?? 0], {
        icon: hiddenIcon('map-province-name', name),
        interactive: false,
        keyboard: false,
      }),
    ]),
  );
  const names = L.layerGroup();
  const areas = L.layerGroup().addTo(map);
  const clusters = L.markerClusterGroup({
    chunkedLoading: true,
    showCoverageOnHover: false,
    animate: !isStill,
    maxClusterRadius: 56,
    iconCreateFunction: (cluster) => {
      const count = cluster.getChildCount();
      const content = document.createElement('span');
      const number = document.createElement('span');
      number.setAttribute('aria-hidden', 'true');
      number.textContent = String(count);
      const name = document.createElement('span');
      name.className = 'visually-hidden';
      name.textContent = words.cluster(count);
      content.append(number, name);
      return L.divIcon({ className: 'map-cluster', html: content, iconSize: [48, 48] });
    },
  }).addTo(map);
  const markers = new Map<string, L.Marker[]>();
  let shown: readonly MapPlace[] = [];
  let selected: string | null = null;
  let tiles: L.TileLayer | null = null;
  let isOwnMove = false;
  let fitted = '';

  function setBackground(background: MapBackground | null): void {
    tiles?.remove();
    tiles = null;
    if (background === null) {
      outlines.addTo(map);
      names.addTo(map);
      return;
    }
    outlines.remove();
    names.remove();
    let failures = 0;
    const layer = L.tileLayer(background.tiles, {
      minZoom: background.minZoom,
      maxZoom: 19,
      maxNativeZoom: background.maxZoom,
      ...(background.bounds.length === 4
        ? {
            bounds: L.latLngBounds(
              [background.bounds[1] ?? 0, background.bounds[0] ?? 0],
              [background.bounds[3] ?? 0, background.bounds[2] ?? 0],
            ),
          }
        : {}),
    });
    layer.on('tileload', () => {
      failures = 0;
    });
    layer.on('tileerror', () => {
      failures += 1;
      if (failures < FAILED_TILES || tiles !== layer) return;
      setBackground(null);
      onFailed();
    });
    tiles = layer.addTo(map);
  }

  /** Names of the places with most markers, where these are: only what we know ourselves. */
  function nameCities(): void {
    names.clearLayers();
    const cities = new Map<string, { count: number; latitude: number; longitude: number }>();
    for (const { city, latitude, longitude } of shown) {
      if (!city) continue;
      const known = cities.get(city) ?? { count: 0, latitude: 0, longitude: 0 };
      cities.set(city, {
        count: known.count + 1,
        latitude: known.latitude + latitude,
        longitude: known.longitude + longitude,
      });
    }
    const most = [...cities].sort(([, one], [, other]) => other.count - one.count).slice(0, NAMES_SHOWN);
    for (const [city, { count, latitude, longitude }] of most) {
      L.marker([latitude / count, longitude / count], {
        icon: hiddenIcon('map-place-name', city),
        interactive: false,
        keyboard: false,
      }).addTo(names);
    }
  }

  function markerOf(place: MapPlace): L.Marker {
    const isActive = onSelect !== undefined || onMove !== undefined || place.popup !== undefined;
    const marker = L.marker([place.latitude, place.longitude], {
      icon: iconOf(place, words.area, place.id === selected),
      draggable: onMove !== undefined,
      keyboard: isActive,
      interactive: isActive,
      riseOnHover: true,
    });
    if (place.popup) return opening(marker, place.popup, words.close);
    if (onSelect) marker.on('click keypress', () => onSelect(place.id));
    if (onMove) {
      marker.on('dragend', () => onMove(marker.getLatLng().lat, marker.getLatLng().lng));
      marker.on('add', () => {
        marker.getElement()?.addEventListener('keydown', (event) => {
          const step = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1.6], ArrowRight: [0, 1.6] }[
            event.key
          ];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          const { lat, lng } = marker.getLatLng();
          const [north = 0, east = 0] = step;
          marker.setLatLng([lat + north * STEP_DEGREES, lng + east * STEP_DEGREES]);
          onMove(marker.getLatLng().lat, marker.getLatLng().lng);
        });
      });
    }
    return marker;
  }

  function show(places: readonly MapPlace[], fit: boolean): void {
    shown = places;
    clusters.clearLayers();
    areas.clearLayers();
    markers.clear();
    const all = places.map((place) => {
      const marker = markerOf(place);
      markers.set(place.id, [...(markers.get(place.id) ?? []), marker]);
      return marker;
    });
    if (onMove) for (const marker of all) marker.addTo(areas);
    else clusters.addLayers(all);
    if (places.length <= AREAS_DRAWN)
      for (const { isExact, latitude, longitude } of places)
        if (!isExact)
          L.circle([latitude, longitude], {
            radius: AREA_METRES,
            className: 'map-area',
            interactive: false,
          }).addTo(areas);
    nameCities();
    // What is shown besides does not move the map.
    const own = places.some(({ popup }) => !popup) ? places.filter(({ popup }) => !popup) : places;
    const where = own.map(({ id, latitude, longitude }) => `${id} ${latitude} ${longitude}`).join();
    if (!fit || places.length === 0 || where === fitted) return;
    fitted = where;
    const bounds = L.latLngBounds(own.map(({ latitude, longitude }) => [latitude, longitude]));
    isOwnMove = true;
    const closest = onMove ? 17 : own.every(({ isExact }) => isExact) ? CLOSEST : 13;
    map.fitBounds(bounds, { padding: [48, 56], maxZoom: closest, animate: false });
    isOwnMove = false;
  }

  // A map that makes room for what opens was not moved by its reader.
  map.on('autopanstart', () => {
    isOwnMove = true;
    map.once('moveend', () => {
      isOwnMove = false;
    });
  });
  map.on('moveend', () => {
    if (isOwnMove || !onView) return;
    const bounds = map.getBounds();
    onView([
      ...new Set(
        shown.flatMap(({ id, latitude, longitude, popup }) =>
          !popup && bounds.contains([latitude, longitude]) ? [id] : [],
        ),
      ),
    ]);
  });

  function select(id: string | null): void {
    const before = selected;
    selected = id;
    for (const each of [before, id]) {
      const place = shown.find((one) => one.id === each);
      if (place)
        for (const marker of markers.get(place.id) ?? [])
          marker.setIcon(iconOf(place, words.area, each === id && id !== null));
    }
  }

  // The frame may get its size after the map, as in a sheet that opens.
  const watcher = new ResizeObserver(() => map.invalidateSize({ pan: false }));
  watcher.observe(element);
  setBackground(options.background);
  return {
    show,
    select,
    setBackground,
    remove: () => {
      watcher.disconnect();
      map.remove();
    },
  };
}
