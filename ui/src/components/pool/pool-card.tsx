// Somebody in the pool, as organisations see them: two letters in an arch, never a face and never a last name.
import { Fragment, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import '../content/category-tile.css';
import './pool-card.css';
import { languages, skills } from '../../lib/centre/keyed-choices.ts';
import { activityTypes, loadTaxonomy } from '../../lib/centre/taxonomies.ts';
import { formatDistance } from '../../lib/locale/time.ts';
import { DAYS, PARTS } from '../../lib/matching/match.ts';
import {
  availabilityText,
  factText,
  languagesText,
  monthName,
  type PoolProfile,
  skillName,
  themeName,
} from '../../lib/pool/profile.ts';
import { Tag } from '../content/badge.tsx';
import { Icon, type IconName } from '../media/icon.tsx';

export interface PoolCardProps {
  profile: PoolProfile;
  /** Parts of the week that the vacancy asks for. */
  wanted?: readonly string[] | undefined;
  /** Words in the texts that may not stand there. */
  marked?: readonly string[] | undefined;
  /** Somebody reads all that is told. */
  onOpen?: (() => void) | undefined;
  /** At the bottom, before when it was confirmed. */
  children?: ReactNode;
}

/** Needs the words `matching` and `pool`. @useSignals */
export function PoolCard({ profile, wanted = [], marked = [], onOpen, children }: PoolCardProps) {
  const { t } = useTranslation('pool', { keyPrefix: 'card' });
  const { t: words } = useTranslation('matching');
  useEffect(() => {
    for (const list of [activityTypes, skills, languages]) void loadTaxonomy(list);
  }, []);
  const { name, firstName, headline, about, themeIds, confirmedMonth, frequency } = profile;
  const tags = [
    ...themeIds.flatMap((id) => themeName(id) ?? []),
    ...profile.skills.map((key) => skillName(words, key)),
  ];
  return (
    <article className="pool-card">
      <div className="pool-who">
        <span className="arch pool-arch" aria-hidden="true">
          {profile.initials}
        </span>
        <div>
          <h3>{name}</h3>
          {headline ? (
            <p className="pool-line">
              <Marked text={headline} marked={marked} />
            </p>
          ) : null}
          <Facts profile={profile} />
        </div>
      </div>
      <div className="pool-body">
        <div className="pool-text">
          {tags.length > 0 ? (
            <div className="chip-row">
              {tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </div>
          ) : null}
          <Fit profile={profile} />
          {about ? (
            <details
              open={marked.some((each) => about.includes(each)) || undefined}
              onToggle={(event) => (event.currentTarget.open ? onOpen?.() : undefined)}
            >
              <summary>{t('about', { name: firstName })}</summary>
              <p className="pool-about">
                <Marked text={about} marked={marked} />
              </p>
            </details>
          ) : null}
        </div>
        <div className="pool-when">
          <p>
            <b>{availabilityText(t, words, profile.availability)}</b>
            {frequency ? <span>{t(`frequency.${frequency}`)}</span> : null}
          </p>
          <Week slots={profile.availability} wanted={wanted} />
        </div>
      </div>
      <div className="pool-foot">
        {children}
        {confirmedMonth ? (
          <span className="hint">{t('confirmed', { month: monthName(confirmedMonth) })}</span>
        ) : null}
      </div>
    </article>
  );
}

function Facts({ profile }: { profile: PoolProfile }) {
  const { t } = useTranslation('pool', { keyPrefix: 'card' });
  const { postalCode4, distanceKm, hoursPerWeek } = profile;
  const distance = distanceKm === null ? null : formatDistance(distanceKm);
  const place =
    postalCode4 && distance ? t('place', { place: postalCode4, distance }) : (postalCode4 ?? distance);
  const facts: [IconName, string | null][] = [
    ['pin', place],
    ['clock', hoursPerWeek === null ? null : t('hours', { count: hoursPerWeek })],
    ['lang', languagesText(t, profile.languages) || null],
  ];
  return (
    <ul className="pool-facts">
      {facts.map(([icon, text]) =>
        text === null ? null : (
          <li key={icon}>
            <Icon name={icon} />
            {text}
          </li>
        ),
      )}
    </ul>
  );
}

/** On how much of what is known they fit, and on what they do not. */
function Fit({ profile: { match } }: { profile: PoolProfile }) {
  const { t } = useTranslation('pool', { keyPrefix: 'card' });
  const { t: words } = useTranslation('matching');
  if (!match) return null;
  const fits = match.reasons.flatMap((fact) => factText(t, words, 'fits', fact) ?? []);
  const misses = match.misses.flatMap((fact) => factText(t, words, 'misses', fact) ?? []);
  const of = fits.length + misses.length;
  if (of === 0) return null;
  return (
    <div className="pool-fit">
      <b>{misses.length === 0 ? t('fitAll') : t('fit', { fits: fits.length, of })}</b>
      <ul>
        {fits.map((text) => (
          <li key={text}>
            <Icon name="check" />
            {text}
          </li>
        ))}
        {misses.map((text) => (
          <li key={text} className="is-miss">
            <Icon name="info" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Week({ slots, wanted }: { slots: readonly string[]; wanted: readonly string[] }) {
  const { t } = useTranslation('pool', { keyPrefix: 'card' });
  const { t: words } = useTranslation('matching');
  return (
    <table className="week-mini">
      <caption className="visually-hidden">{t('week')}</caption>
      <thead>
        <tr>
          <td />
          {DAYS.map((day) => {
            const long = words(`choice.day.${day}`);
            return (
              <th key={day} scope="col">
                <abbr title={long}>{long.slice(0, 2)}</abbr>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {PARTS.map((part) => (
          <tr key={part}>
            <th scope="row">{words(`choice.part.${part}`)}</th>
            {DAYS.map((day) => {
              const slot = `${day}_${part}`;
              const can = slots.includes(slot);
              const isWanted = can && wanted.includes(slot);
              return (
                <td key={day} className={isWanted ? 'is-on is-wanted' : can ? 'is-on' : undefined}>
                  <span>
                    <span className="visually-hidden">
                      {t(isWanted ? 'canWanted' : can ? 'can' : 'cannot')}
                    </span>
                  </span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The text with what may not stand in it made visible. */
function Marked({ text, marked }: { text: string; marked: readonly string[] }) {
  const found = marked.find((each) => each !== '' && text.includes(each));
  if (found === undefined) return text;
  const [before = '', ...rest] = text.split(found);
  return (
    <Fragment>
      {before}
      <mark>{found}</mark>
      <Marked text={rest.join(found)} marked={marked} />
    </Fragment>
  );
}
