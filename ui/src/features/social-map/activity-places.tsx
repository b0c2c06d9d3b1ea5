// Where activities are to come, as places of the map and as a list under it.
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActivityMapPlace, CALLS } from '../../api/calls.ts';
import { useCall } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import type { MapPlace } from '../../components/map/map-view.tsx';
import { language, pathIn } from '../../lib/locale/language.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { followLinks } from '../../lib/server-page/follow-links.ts';
import type { SocialMapSearch } from './social-map-url.ts';
import { when } from './when.ts';

const CALENDAR = '/activiteitenkalender';
const NONE: readonly ActivityMapPlace[] = [];

type ActivityDate = ActivityMapPlace['next'][number];

const pathOf = ({ activityId, slug, day }: ActivityDate): string =>
  `${CALENDAR}/${activityId}-${slug}?datum=${day}`;

/** What opens at a place on the map: its name, and the next activities there. */
export function popupOf({ name, city, next }: ActivityMapPlace): HTMLElement {
  const popup = document.createElement('div');
  const title = document.createElement('b');
  title.textContent = [name, city].filter(Boolean).join(', ');
  const list = document.createElement('ul');
  for (const date of next) {
    const link = document.createElement('a');
    link.href = pathIn(language.value, pathOf(date));
    link.textContent = date.title;
    const line = document.createElement('span');
    line.textContent = when(date);
    const item = document.createElement('li');
    item.append(link, line);
    list.append(item);
  }
  popup.append(title, list);
  followLinks(popup, navigateTo);
  return popup;
}

/** As the map takes them, beside the organisations. */
const markersOf = (places: readonly ActivityMapPlace[], t: TFunction<'social-map'>): MapPlace[] =>
  places.map((place) => ({
    id: `activities-${place.id}`,
    label: t('activities.at', { name: place.name, count: place.activitiesCount }),
    latitude: place.latitude,
    longitude: place.longitude,
    isExact: place.isExact,
    city: place.city ?? undefined,
    popup: () => popupOf(place),
  }));

export interface ActivitiesOnMapProps {
  /** The words and the distance that are asked for go for activities too. */
  search: SocialMapSearch;
  onMarkers: (markers: readonly MapPlace[]) => void;
}

/** Asks where activities are, and hands the map what it is to show of them. */
export function ActivitiesOnMap({ search: { q, near, radius }, onMarkers }: ActivitiesOnMapProps) {
  const { t } = useTranslation('social-map');
  const [isOn, setIsOn] = useState(true);
  const query = {
    ...(q === '' ? {} : { 'filter[q]': q }),
    ...(near === '' ? {} : { 'filter[near]': near, 'filter[radius_km]': String(radius) }),
  };
  const { data } = useCall(CALLS.mapOfActivities, { query });
  const places = data?.meta?.places ?? NONE;
  useEffect(() => onMarkers(isOn ? markersOf(places, t) : []), [places, isOn, onMarkers, t]);
  return <ActivityPlaces places={places} isOn={isOn} onSwitch={setIsOn} />;
}

export interface ActivityPlacesProps {
  places: readonly ActivityMapPlace[];
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

/** The switch, and what the map shows for who reads it as a list. */
export function ActivityPlaces({ places, isOn, onSwitch }: ActivityPlacesProps) {
  const { t } = useTranslation('social-map');
  if (places.length === 0) return null;
  return (
    <div className="activity-places">
      <label className="filter-option filter-switch">
        <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.target.checked)} />
        <span>{t('activities.switch')}</span>
        <span>{places.length}</span>
      </label>
      {isOn ? <AsList places={places} /> : null}
    </div>
  );
}

function AsList({ places }: { places: readonly ActivityMapPlace[] }) {
  const { t } = useTranslation('social-map');
  return (
    <details>
      <summary>{t('activities.list')}</summary>
      <ul className="activity-list">
        {places.map(({ id, name, city, next, activitiesCount }) => (
          <li key={id}>
            <b>{[name, city].filter(Boolean).join(', ')}</b>
            {next.map((date) => (
              <span key={date.activityId}>
                <AppLink href={pathOf(date)}>{date.title}</AppLink>
                {` · ${when(date)}`}
              </span>
            ))}
            {activitiesCount > next.length ? (
              <span>{t('activities.more', { count: activitiesCount - next.length })}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
