// One organisation on the social map: what they do, for whom, when it is open and where.
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useResource } from '../../api/hooks.ts';
import type { Organization } from '../../api/schema.d.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { PrintButton, ShareButton } from '../../components/actions/share-buttons.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { Breadcrumb, PageTitle } from '../../components/layout/page-title.tsx';
import { type MapPlace, MapView } from '../../components/map/map-view.tsx';
import { activityTypes, loadTaxonomy, nameOf, nonProfitTypes, termOf } from '../../lib/centre/taxonomies.ts';
import { normaliseError, Problem, showError } from '../../lib/feedback/errors.ts';
import { language } from '../../lib/locale/language.ts';
import { formatPhone } from '../../lib/locale/phone.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { followMove } from '../../lib/navigation/moved.ts';
import { safeHref } from '../../lib/navigation/navigation.ts';
import { isForCentre, menu } from '../../lib/session/session.ts';
import { WEEK } from './choices.ts';
import { useOpenWords } from './open-words.ts';
import { dutchMoment, shortTime } from './opening-hours.ts';
import { SOCIAL_MAP_PATH } from './social-map-url.ts';
import { Suggest } from './suggest.tsx';
import { Suggestions } from './suggestions.tsx';
import './social-map.css';
import '../../components/content/prose.css';

export default function SocialMapOrganizationPage() {
  const { id = '' } = useParams();
  const { item, status, error } = useResource('organizations', id, { include: ['address', 'profile'] });
  const isElsewhere = item?.id === id && !item.onSocialMap;
  useEffect(() => {
    void loadTaxonomy(nonProfitTypes);
    void loadTaxonomy(activityTypes);
  }, []);
  useEffect(() => {
    if (status === 'error' && followMove(error, (place) => `${SOCIAL_MAP_PATH}/${place}`)) return;
    if (status === 'error') showError(normaliseError(error, { fatal: true }));
    else if (isElsewhere) showError(new Problem({ statusCode: 404, fatal: true }));
  }, [status, error, isElsewhere]);
  return item?.id === id && !isElsewhere ? <Shown organization={item} /> : <RowSkeletons count={6} />;
}

function Shown({ organization }: { organization: Organization }) {
  const { t } = useTranslation('social-map');
  const { id, name, description, city, profile, website, phoneNumber, email } = organization;
  const { showWebsite, showPhoneNumber, showEmail } = organization;
  usePageHead(name, description);
  const type = profile?.nonProfitTypeId ? termOf(nonProfitTypes, profile.nonProfitTypeId) : undefined;
  // Who manages it sees more than everybody does; the page shows what everybody sees.
  const href = showWebsite ? safeHref(website) : null;
  return (
    <>
      <Breadcrumb crumbs={[{ label: t('page.back'), href: SOCIAL_MAP_PATH }, { label: name }]} />
      <PageTitle
        title={name}
        description={[type ? nameOf(type) : null, city].filter(Boolean).join(' · ')}
        actions={
          <div className="button-row">
            <ShareButton title={name} url={window.location.href} />
            <PrintButton />
          </div>
        }
      />
      <div className="form-layout">
        <div className="stack">
          {isForCentre(menu.value) ? <Suggestions organizationId={id} /> : null}
          <Card title={t('page.about')} className="stack">
            <p className="prose as-typed">{description}</p>
            <Facts organization={organization} />
          </Card>
          <Where organization={organization} />
          <Suggest organizationId={id} />
        </div>
        <aside className="stack">
          <Card title={t('page.hours')} className="stack">
            <Hours organization={organization} />
          </Card>
          <Card title={t('page.contact')} className="stack">
            {phoneNumber && showPhoneNumber ? (
              <p>
                <a href={`tel:${phoneNumber}`}>{formatPhone(phoneNumber)}</a>
              </p>
            ) : null}
            {email && showEmail ? (
              <p>
                <a href={`mailto:${email}`}>{email}</a>
              </p>
            ) : null}
            {href ? (
              <p>
                <a href={href}>{href.replace(/^https?:\/\/|\/$/g, '')}</a>
              </p>
            ) : null}
            <ButtonLink href={`/organizations/${id}`}>{t('page.vacancies')}</ButtonLink>
          </Card>
        </aside>
      </div>
    </>
  );
}

function Facts({ organization: { profile } }: { organization: Organization }) {
  const { t } = useTranslation('social-map');
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  const activities = (profile?.activityTypeIds ?? []).flatMap((id) => {
    const term = termOf(activityTypes, id);
    return term ? [nameOf(term)] : [];
  });
  const audiences = profile?.audiences ?? [];
  const access = [
    profile?.wheelchairAccessible ? t('fact.wheelchair') : null,
    profile?.accessibleToilet ? t('fact.toilet') : null,
  ].filter(Boolean);
  const facts: [string, ReactNode][] = [
    [
      t('page.forWhom'),
      audiences.length > 0 ? audiences.map((each) => t(`audience.${each}`)).join(', ') : t('page.everybody'),
    ],
    [t('page.activities'), activities.join(', ')],
    [
      t('page.languages'),
      [t('page.dutch'), ...(profile?.languages ?? []).map((code) => names.of(code) ?? code)].join(', '),
    ],
    [t('page.access'), access.join(', ')],
  ];
  return (
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
  );
}

function Hours({ organization: { profile } }: { organization: Organization }) {
  const { t } = useTranslation('social-map');
  const hours = profile?.openingHours ?? [];
  const open = useOpenWords(hours);
  const today = dutchMoment(new Date()).day;
  if (hours.length === 0)
    return <p className={profile?.openingNote ? '' : 'soft'}>{profile?.openingNote ?? t('page.noHours')}</p>;
  return (
    <>
      {open ? <p className={open.isOpen ? 'open-now' : 'closed-now'}>{open.text}</p> : null}
      <table className="opening-hours">
        <tbody>
          {WEEK.map((day) => {
            const times = hours.filter((each) => String(each.day) === day);
            return (
              <tr key={day} className={String(today) === day ? 'is-today' : undefined}>
                <th scope="row">{t(`day.${day}`)}</th>
                <td>
                  {times.length === 0
                    ? t('page.closed')
                    : times
                        .map(({ from, until }) =>
                          t('page.times', { from: shortTime(from), until: shortTime(until) }),
                        )
                        .join(', ')}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {profile?.openingNote ? <p>{profile.openingNote}</p> : null}
    </>
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

function Where({ organization: { id, name, address, profile } }: { organization: Organization }) {
  const { t } = useTranslation('social-map');
  const all: readonly Address[] = useMemo(
    () => [...(address ? [address] : []), ...(profile?.places ?? [])],
    [address, profile],
  );
  const places: readonly MapPlace[] = useMemo(
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
  if (all.length === 0) return null;
  return (
    <Card title={t('page.where')} className="stack">
      {all.map((place) => (
        <p key={`${place.name ?? ''}${lineOf(place)}`}>
          {place.name ? (
            <>
              <strong>{place.name}</strong>
              <br />
            </>
          ) : null}
          {lineOf(place)}
        </p>
      ))}
      {places.length > 0 ? <MapView places={places} label={t('page.mapLabel', { name })} wide /> : null}
    </Card>
  );
}
