// The parts of an organisation's page that show what it filled in: for whom, opening hours, contact, and the way there.
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Organization } from '../../api/schema.d.ts';
import { type ContactLine, ContactList } from '../../components/content/person.tsx';
import { Card } from '../../components/layout/card.tsx';
import { MapCard, type Place, routeUrl } from '../../components/map/map-card.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { activityTypes, nameOf, termOf } from '../../lib/centre/taxonomies.ts';
import { language } from '../../lib/locale/language.ts';
import { formatPhone } from '../../lib/locale/phone.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { safeHref } from '../../lib/navigation/navigation.ts';
import { WEEK } from './choices.ts';
import { dutchMoment, shortTime } from './opening-hours.ts';

export function Facts({ organization: { profile, onSocialMap } }: { organization: Organization }) {
  const { t } = useTranslation('organization-page');
  const { t: map } = useTranslation('social-map');
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  const activities = (profile?.activityTypeIds ?? []).flatMap((id) => {
    const term = termOf(activityTypes, id);
    return term ? [nameOf(term)] : [];
  });
  const audiences = profile?.audiences ?? [];
  const languages = profile?.languages ?? [];
  const access = [
    profile?.wheelchairAccessible ? map('fact.wheelchair') : null,
    profile?.accessibleToilet ? map('fact.toilet') : null,
  ].filter(Boolean);
  // Who filled in nothing for the map said nothing of whom it is for either.
  if (!onSocialMap && audiences.length + languages.length + activities.length + access.length === 0)
    return null;
  const facts: [string, ReactNode][] = [
    [
      t('audience'),
      audiences.length > 0 ? audiences.map((each) => map(`audience.${each}`)).join(', ') : t('everybody'),
    ],
    [t('activities'), activities.join(', ')],
    [t('languages'), [t('dutch'), ...languages.map((code) => names.of(code) ?? code)].join(', ')],
    [t('access'), access.join(', ')],
  ];
  return (
    <section className="section-gap" aria-labelledby="for-whom">
      <h2 id="for-whom">{t('forWhom')}</h2>
      <dl className="social-map-facts">
        {facts
          .filter(([, text]) => text)
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

export function Hours({ organization: { profile, onSocialMap } }: { organization: Organization }) {
  const { t } = useTranslation('organization-page');
  const { t: map } = useTranslation('social-map');
  const hours = profile?.openingHours ?? [];
  const note = profile?.openingNote;
  const today = dutchMoment(new Date()).day;
  if (hours.length === 0 && !note && !onSocialMap) return null;
  return (
    <Card title={t('hours')} className="side-card">
      {hours.length === 0 ? (
        <p className={note ? undefined : 'soft'}>{note || t('noHours')}</p>
      ) : (
        <>
          <table className="opening-hours">
            <tbody>
              {WEEK.map((day) => {
                const isToday = String(today) === day;
                const times = hours.filter((each) => String(each.day) === day);
                return (
                  <tr key={day} className={isToday ? 'is-today' : undefined}>
                    <th scope="row">{isToday ? `${map(`day.${day}`)} ${t('today')}` : map(`day.${day}`)}</th>
                    <td>
                      {times.length === 0
                        ? t('closed')
                        : times
                            .map(({ from, until }) =>
                              t('times', { from: shortTime(from), until: shortTime(until) }),
                            )
                            .join(', ')}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          {note ? <p className="hint">{note}</p> : null}
        </>
      )}
    </Card>
  );
}

/** How to reach it, as it chose; who manages it sees more than everybody does, and the page shows what everybody sees. */
export function Contact({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organization-page');
  const { email, showEmail, phoneNumber, showPhoneNumber, website, showWebsite, unconfirmedSince } =
    organization;
  const phone = showPhoneNumber ? phoneNumber : null;
  const mail = showEmail ? email : null;
  const site = showWebsite ? safeHref(website) : null;
  const [first] = placesOf(organization);
  const route = first ? wayTo(first) : null;
  const ways: readonly [IconName, string, string | null][] = [
    ['phone', t('call'), phone ? `tel:${phone}` : null],
    ['mail', t('mail'), mail ? `mailto:${mail}` : null],
    ['globe', t('website'), site],
    ['pin', t('route'), route],
  ];
  const shown = ways.filter(([, , href]) => href !== null);
  // To write down, or to type on another telephone.
  const lines: ContactLine[] = [
    ...(phone ? [{ icon: 'phone' as const, text: formatPhone(phone) }] : []),
    ...(mail ? [{ icon: 'mail' as const, text: mail }] : []),
    ...(site ? [{ icon: 'globe' as const, text: site.replace(/^https?:\/\/|\/$/g, '') }] : []),
    ...(unconfirmedSince
      ? [{ icon: 'info' as const, text: t('unconfirmed', { date: formatDate(unconfirmedSince) }) }]
      : []),
  ];
  if (shown.length + lines.length === 0) return null;
  return (
    <Card title={t('ask')} className="side-card contact-ways">
      {shown.length > 0 ? (
        <div className="button-row">
          {shown.map(([icon, label, href]) => (
            <a key={label} className="button" href={href ?? ''}>
              <Icon name={icon} />
              {label}
            </a>
          ))}
        </div>
      ) : null}
      <ContactList lines={lines} />
    </Card>
  );
}

interface Address {
  name?: string | null;
  street?: string | null;
  houseNumber?: string | null;
  postalCode?: string | null;
  city?: string | null;
  latitude?: number | null;
  longitude?: number | null;
  isExact?: boolean;
}

const lineOf = ({ street, houseNumber, postalCode, city }: Address): string =>
  [[street, houseNumber].filter(Boolean).join(' '), [postalCode, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');

/** An initiative of neighbours is at somebody's home: its managers see the street, and nobody else does. */
function publicAddress({ address, neighbourhoodInitiative }: Organization): Address | null {
  if (!address) return null;
  return neighbourhoodInitiative
    ? { ...address, street: null, houseNumber: null, postalCode: null, isExact: false }
    : address;
}

function placesOf(organization: Organization): readonly Address[] {
  const own = publicAddress(organization);
  return [...(own ? [own] : []), ...(organization.profile?.places ?? [])].filter(
    (place) => lineOf(place) !== '',
  );
}

/** A planner or the map of OpenStreetMap, asked only by who follows the link. To an area no way leads. */
function wayTo(place: Address): string | null {
  const { street, latitude, longitude, isExact } = place;
  if (!street) return null;
  if (isExact && typeof latitude === 'number' && typeof longitude === 'number')
    return routeUrl({ latitude, longitude });
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(lineOf(place))}`;
}

export function Way({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organization-page');
  const { id, name } = organization;
  const all = useMemo(() => placesOf(organization), [organization]);
  const places: readonly Place[] = useMemo(
    () =>
      all.flatMap((place, at) =>
        typeof place.latitude === 'number' && typeof place.longitude === 'number'
          ? [
              {
                id: `${id}-${at}`,
                label: place.name ?? name,
                latitude: place.latitude,
                longitude: place.longitude,
                isExact: place.isExact ?? false,
                city: place.city ?? undefined,
              },
            ]
          : [],
      ),
    [all, id, name],
  );
  const [first, ...further] = all;
  if (!first) return null;
  const exact = places.length === 1 && places[0]?.isExact ? places[0] : undefined;
  return (
    <section className="section-gap" aria-labelledby="way">
      <h2 id="way">{t('way')}</h2>
      {places.length > 0 ? (
        <MapCard
          places={places}
          label={t('mapLabel', { name })}
          caption={[first.name, lineOf(first)].filter(Boolean).join(', ')}
          destination={exact}
        />
      ) : (
        <p>{[first.name, lineOf(first)].filter(Boolean).join(', ')}</p>
      )}
      {further.length > 0 ? (
        <ul className="further-places">
          {further.map((place) => (
            <li key={`${place.name ?? ''}${lineOf(place)}`}>
              {place.name ? <b>{place.name}</b> : null}
              <span>{lineOf(place)}</span>
              {wayTo(place) ? <a href={wayTo(place) ?? ''}>{t('route')}</a> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
