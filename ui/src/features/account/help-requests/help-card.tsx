// What somebody asks or offers, as a card: a first name, what kind of help, where to four digits, how often and when.
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { foreignOf } from '../../../lib/locale/text-language.ts';
import { formatDistance, formatShortDate } from '../../../lib/locale/time.ts';
import { vacancyPath } from '../../../lib/vacancies/vacancy-card.ts';
import { excerptOf, iconOf } from './help-kinds.ts';
import './help-card.css';

type Shown = Pick<
  Vacancy,
  | 'title'
  | 'description'
  | 'organizationName'
  | 'helpKind'
  | 'helpFrequency'
  | 'schedule'
  | 'postalCode'
  | 'city'
  | 'distanceKm'
  | 'publishedAt'
  | 'offersHelp'
>;

interface HelpCardProps {
  vacancy: Shown;
  /** None: a preview of what is not online yet. */
  id?: string;
}

export function HelpCard({ vacancy, id }: HelpCardProps) {
  const { t } = useTranslation('help-requests');
  const { title, helpKind, helpFrequency, schedule, postalCode, city, distanceKm, publishedAt } = vacancy;
  const who = [vacancy.organizationName, helpKind ? t(`helpKind.${helpKind}`) : null]
    .filter(Boolean)
    .join(' · ');
  const place = [postalCode?.slice(0, 4), city].filter(Boolean).join(' ');
  const far = typeof distanceKm === 'number' ? formatDistance(distanceKm) : null;
  const where = [place, far].filter(Boolean).join(', ');
  const when = [helpFrequency ? t(`frequency.${helpFrequency}`) : null, schedule].filter(Boolean).join(' · ');
  const lang = foreignOf(title, null);
  const action = t(vacancy.offersHelp ? 'take' : 'help');
  return (
    <article className="help-card">
      <span className="arch">
        <Icon name={iconOf(helpKind)} />
      </span>
      <div>
        <p className="help-who">{who}</p>
        <h2 lang={lang}>{id === undefined ? title : <AppLink href={vacancyPath(id)}>{title}</AppLink>}</h2>
        <p>{excerptOf(vacancy.description ?? '')}</p>
        <ul className="vacancy-facts">
          {where ? (
            <li>
              <Icon name="pin" />
              {where}
            </li>
          ) : null}
          {when ? (
            <li>
              <Icon name="calendar" />
              {when}
            </li>
          ) : null}
        </ul>
      </div>
      <div className="help-foot">
        {id === undefined ? (
          <span className="hint">{t('notPosted')}</span>
        ) : (
          <>
            <ButtonLink href={vacancyPath(id)} aria-label={`${action}: ${title}`}>
              {action}
            </ButtonLink>
            {publishedAt ? (
              <span className="hint">{t('posted', { day: formatShortDate(publishedAt) })}</span>
            ) : null}
          </>
        )}
      </div>
    </article>
  );
}
