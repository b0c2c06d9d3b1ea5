// One organisation in the list of the social map.
import { useTranslation } from 'react-i18next';
import type { Organization } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon, iconNamed } from '../../components/media/icon.tsx';
import { nameOf, nonProfitTypes, termOf } from '../../lib/centre/taxonomies.ts';
import { language } from '../../lib/locale/language.ts';
import { foreignOf } from '../../lib/locale/text-language.ts';
import { useOpenWords } from './open-words.ts';
import { SOCIAL_MAP_PATH } from './social-map-url.ts';
import '../../components/layout/find-page.css';

const START = 160;

export interface PlaceCardProps {
  organization: Organization;
  isSelected?: boolean;
  onPoint?: (id: string) => void;
}

export function PlaceCard({ organization, isSelected = false, onPoint }: PlaceCardProps) {
  const { t } = useTranslation('social-map');
  const { id, name, city, description, distanceKm, vacanciesCount, profile, address } = organization;
  const type = profile?.nonProfitTypeId ? termOf(nonProfitTypes, profile.nonProfitTypeId) : undefined;
  const open = useOpenWords(profile?.openingHours ?? []);
  const km =
    distanceKm === null || distanceKm === undefined
      ? null
      : t('fact.km', { km: distanceKm.toLocaleString(language.value, { minimumFractionDigits: 1 }) });
  const place = [city, km].filter(Boolean).join(', ');
  const about = (description ?? '').replace(/\s+/g, ' ');
  return (
    <article
      className={classNames('place-card', isSelected && 'is-selected')}
      id={`organization-${id}`}
      onMouseEnter={() => onPoint?.(id)}
      onFocus={() => onPoint?.(id)}
    >
      <span className="arch">
        <Icon name={iconNamed(type?.icon, 'people')} />
      </span>
      <div>
        <h3>
          <AppLink className="place-link" href={`${SOCIAL_MAP_PATH}/${id}`}>
            {name}
          </AppLink>
        </h3>
        <p className="place-kind">{[type ? nameOf(type) : null, place].filter(Boolean).join(' · ')}</p>
        <p lang={foreignOf(about)}>
          {about.length > START ? `${about.slice(0, START).replace(/\s\S*$/, '')} …` : about}
        </p>
        <ul className="vacancy-facts">
          {open ? (
            <li className={open.isOpen ? 'open-now' : 'closed-now'}>
              <Icon name="clock" />
              {open.text}
            </li>
          ) : profile?.openingNote ? (
            <li className="closed-now">
              <Icon name="calendar" />
              {profile.openingNote}
            </li>
          ) : null}
          {profile?.wheelchairAccessible ? (
            <li>
              <Icon name="access" />
              {t('fact.wheelchair')}
            </li>
          ) : null}
          {address && !address.isExact ? (
            <li>
              <Icon name="pin" />
              {t('fact.area')}
            </li>
          ) : null}
          {profile && profile.languages.length > 0 ? (
            <li>
              <Icon name="lang" />
              {t('fact.languages', { count: profile.languages.length })}
            </li>
          ) : null}
          {vacanciesCount > 0 ? (
            <li>
              <Icon name="people" />
              {t('fact.vacancies', { count: vacanciesCount })}
            </li>
          ) : null}
        </ul>
      </div>
    </article>
  );
}
