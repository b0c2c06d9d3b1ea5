// A map with true places: tiles of our own server, or else outlines of the provinces, names of places and the words that
// say so. Leaflet comes when the map is there.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMapBackground, type MapBackground } from '../../lib/map/map-background.ts';
import { safeHref } from '../../lib/navigation/navigation.ts';
import { Icon } from '../media/icon.tsx';
import type { ShownMap } from './leaflet-map.ts';
import './map-view.css';

export interface MapPlace {
  id: string;
  label: string;
  latitude: number;
  longitude: number;
  /** False: somewhere in the area of a postal code. */
  isExact?: boolean;
  city?: string | undefined;
  /** A place of another kind, with a mark of its own: what opens when it is chosen. */
  popup?: (() => HTMLElement) | undefined;
}

export interface MapViewProps {
  places: readonly MapPlace[];
  /** What the map is of: "Kaart met 34 organisaties". */
  label: string;
  selected?: string | null;
  onSelect?: (id: string) => void;
  onView?: (ids: readonly string[]) => void;
  onMove?: (latitude: number, longitude: number) => void;
  wide?: boolean;
  /** Other places are looked at anew; what was moved by hand is not. */
  fit?: boolean;
}

/** A map below the fold costs nothing until somebody comes near. */
function whenSeen(element: HTMLElement | null): Promise<void> {
  if (!element || typeof IntersectionObserver === 'undefined') return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: '300px' },
    );
    observer.observe(element);
  });
}

export function MapView(props: MapViewProps) {
  const { places, label, selected = null, wide = false, fit = true } = props;
  const { t } = useTranslation('components');
  const frame = useRef<HTMLDivElement>(null);
  const shown = useRef<ShownMap | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [background, setBackground] = useState<MapBackground | null | undefined>(undefined);
  const hasSelect = props.onSelect !== undefined;
  const hasView = props.onView !== undefined;
  const hasMove = props.onMove !== undefined;

  useEffect(() => {
    let isGone = false;
    void (async () => {
      await whenSeen(frame.current);
      if (isGone) return;
      const [{ drawMap }, found] = await Promise.all([import('./leaflet-map.ts'), loadMapBackground()]);
      if (isGone || !frame.current) return;
      setBackground(found);
      shown.current = drawMap(frame.current, {
        background: found,
        words: {
          zoomIn: t('map.zoomIn'),
          zoomOut: t('map.zoomOut'),
          cluster: (count) => t('map.cluster', { count }),
          area: t('map.area'),
          close: t('map.close'),
        },
        onSelect: hasSelect ? (id) => latest.current.onSelect?.(id) : undefined,
        onView: hasView ? (ids) => latest.current.onView?.(ids) : undefined,
        onMove: hasMove ? (latitude, longitude) => latest.current.onMove?.(latitude, longitude) : undefined,
        onFailed: () => setBackground(null),
      });
      shown.current.show(latest.current.places, true);
      shown.current.select(latest.current.selected ?? null);
    })();
    return () => {
      isGone = true;
      shown.current?.remove();
      shown.current = null;
    };
  }, [t, hasSelect, hasView, hasMove]);
  useEffect(() => shown.current?.show(places, fit), [places, fit]);
  useEffect(() => shown.current?.select(selected), [selected]);

  const href = safeHref(background?.attributionUrl);
  return (
    <div className="map-box">
      {background === null ? (
        <p className="map-note">
          <Icon name="info" />
          <span>{t('map.unavailable')}</span>
        </p>
      ) : null}
      <section
        className={wide ? 'map-frame is-wide' : 'map-frame'}
        aria-label={label}
        data-background={background === undefined ? 'waiting' : background === null ? 'none' : 'tiles'}
      >
        <div className="map-canvas" ref={frame} />
      </section>
      <div className="map-foot">
        <ul className="map-key">
          <li>
            <i className="is-one" />
            {t('map.key.one')}
          </li>
          {places.length > 1 ? (
            <li>
              <i />
              {t('map.key.more')}
            </li>
          ) : null}
          {places.some(({ popup }) => popup) ? (
            <li>
              <i className="is-activity" />
              {t('map.key.activity')}
            </li>
          ) : null}
          {places.some(({ isExact }) => !isExact) ? (
            <li>
              <i className="is-area" />
              {t('map.area')}
            </li>
          ) : null}
        </ul>
        <p className="map-attribution">
          {background ? (
            href ? (
              <a href={href}>{background.attribution}</a>
            ) : (
              background.attribution
            )
          ) : (
            t('map.source')
          )}
        </p>
      </div>
    </div>
  );
}
