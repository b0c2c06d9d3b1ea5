// What waits for the centre, beside what visitors see now.

import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Marked } from '../../../components/content/marked-text.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { paragraphsOf } from '../../../components/form/prose.ts';
import { keyedName, languages, skills } from '../../../lib/centre/keyed-choices.ts';
import {
  activityTypes,
  ageGroups,
  loadTaxonomy,
  nameOf,
  tags,
  termOf,
} from '../../../lib/centre/taxonomies.ts';
import { language } from '../../../lib/locale/language.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { dayName, type WEEKDAYS } from '../form/availability-field.tsx';
import { type Change, changesOf, mayDecide, willWait } from './vacancy-revision.ts';

/** The lists that hold the names of what was chosen. */
const LISTS = { activityTypes, ageGroups, tags };
type ListName = keyof typeof LISTS;

export function RevisionCard({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancies');
  const id = useId();
  const changes = changesOf(vacancy);
  const needed = changes.flatMap(({ part }) => (part in LISTS ? [part] : [])).join(' ');
  useEffect(() => {
    for (const name of needed.split(' ')) if (name in LISTS) void loadTaxonomy(LISTS[name as ListName]);
  }, [needed]);
  if (changes.length === 0) return null;
  const isSentBack = vacancy.revisionState === 'needs_work';
  const words = mayDecide(vacancy) ? 'decide' : isSentBack ? 'needsWork' : 'waiting';
  return (
    <section className="card revision" aria-labelledby={id}>
      <h2 id={id}>{t(`revision.${words}.title`)}</h2>
      <p>{t(`revision.${words}.text`)}</p>
      {isSentBack && vacancy.revisionMessage ? (
        <Notice tone="warning">
          <p>
            <strong>{t('revision.message')}</strong>
          </p>
          <p>{vacancy.revisionMessage}</p>
        </Notice>
      ) : null}
      {changes.map((change) => (
        <Compared key={change.part} change={change} />
      ))}
    </section>
  );
}

/** Said before somebody types: what is written here is not online at once. */
export function ReviewedNotice({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancies');
  if (!willWait(vacancy) || vacancy.revision) return null;
  return (
    <Notice>
      <p>{t('revision.reviewed')}</p>
    </Notice>
  );
}

function Compared({ change }: { change: Change }) {
  const { t } = useTranslation('vacancies');
  const { part, before, after } = change;
  return (
    <section className="revision-part">
      <h3>{t(`revision.part.${part}`)}</h3>
      <dl className="revision-pair">
        <div>
          <dt>{t('revision.now')}</dt>
          <dd>
            <Shown part={part} of={before} beside={after} />
          </dd>
        </div>
        <div className="is-new">
          <dt>{t('revision.new')}</dt>
          <dd>
            <Shown part={part} of={after} beside={before} isNew />
          </dd>
        </div>
      </dl>
    </section>
  );
}

interface ShownProps {
  part: Change['part'];
  of: Change['before'];
  /** The other version, whose words are not marked. */
  beside: Change['before'];
  isNew?: boolean;
}

function Shown({ part, of, beside, isNew = false }: ShownProps): ReactNode {
  const { t } = useTranslation(['vacancies', 'components', 'vacancy-steps']);
  const nothing = <span className="soft">{t('revision.nothing')}</span>;
  switch (part) {
    case 'title':
      return <Marked text={of.title} beside={beside.title} isNew={isNew} />;
    case 'summary':
      return of.summary ? <Marked text={of.summary} beside={beside.summary ?? ''} isNew={isNew} /> : nothing;
    case 'description':
      return (
        <Marked
          text={paragraphsOf(of.description ?? '')}
          beside={paragraphsOf(beside.description ?? '')}
          isNew={isNew}
        />
      );
    case 'requirements':
      return of.requirements.length === 0 ? (
        nothing
      ) : (
        <ul>
          {of.requirements.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      );
    case 'place':
      return of.online ? t('place.online') : placeLine(of) || nothing;
    case 'ageGroups':
      return of.ageGroupIds.length === 0 ? t('revision.everyAge') : namesIn('ageGroups', of.ageGroupIds);
    case 'activityTypes':
      return namesIn('activityTypes', of.activityTypeIds) || nothing;
    case 'tags':
      return namesIn('tags', of.tags) || nothing;
    case 'vacancyType':
      return t(`components:kind.${of.vacancyType}`);
    case 'schedule':
      return of.schedule || nothing;
    case 'hours':
      return of.hoursPerWeek ?? nothing;
    case 'languages':
      return languageNames(of.languages) || nothing;
    case 'checks':
      return of.requiredChecks.map((check) => serverWords(t)(`check.${check}`)).join(', ') || nothing;
    case 'offer':
      return of.offer ? <Marked text={of.offer} beside={beside.offer ?? ''} isNew={isNew} /> : nothing;
    case 'expenses':
      return of.expenses || nothing;
    case 'image':
      return of.imageUrl ? <img src={of.imageUrl} alt={t('revision.part.image')} width={160} /> : nothing;
    case 'video':
      return of.youtubeUrl || nothing;
    case 'minAge':
      return of.minAge === null ? nothing : t('revision.years', { count: of.minAge });
    case 'availability':
      return (
        of.availability
          .map((each) => {
            const [day = '', dayPart = ''] = each.split('_');
            return serverWords(t)('revision.dayPart', {
              day: dayName(day as (typeof WEEKDAYS)[number]),
              part: serverWords(t)(`vacancy-steps:availability.${dayPart}`).toLowerCase(),
            });
          })
          .join(', ') || nothing
      );
    case 'dates':
      return (
        of.dates
          .map(({ day, from, until }) =>
            [formatDate(day), [from, until].filter(Boolean).join('–')].filter(Boolean).join(' '),
          )
          .join(', ') || nothing
      );
    case 'places':
      return (
        of.places
          .map(({ name, street, houseNumber, city }) =>
            [name, [street, houseNumber].filter(Boolean).join(' '), city].filter(Boolean).join(', '),
          )
          .join('; ') || nothing
      );
    case 'skills':
      return (
        of.skills
          .map((skill) => keyedName(skills, skill, (key) => serverWords(t)(`vacancy-steps:skill.${key}`)))
          .join(', ') || nothing
      );
    case 'gains':
      return of.gains.map((each) => serverWords(t)(`vacancy-steps:gain.${each}`)).join(', ') || nothing;
    case 'setting':
      return of.socialSetting ? t(`vacancy-steps:setting.${of.socialSetting}`) : nothing;
    case 'wheelchair':
      return t(of.wheelchairAccessible ? 'revision.yes' : 'revision.no');
    case 'groups':
      return t(of.forGroups ? 'revision.yes' : 'revision.no');
    case 'expiresAt':
      return of.expiresAt ? formatDate(of.expiresAt) : nothing;
  }
}

function namesIn(list: ListName, ids: readonly string[]): string {
  const names = ids.map((id) => {
    const term = termOf(LISTS[list], id);
    return term ? nameOf(term) : id;
  });
  return names.join(', ');
}

function languageNames(codes: readonly string[]): string {
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  return codes.map((code) => keyedName(languages, code, (other) => names.of(other) ?? other)).join(', ');
}

function placeLine({ address }: Change['before']): string {
  if (!address) return '';
  const { street, houseNumber, postalCode, city } = address;
  return [[street, houseNumber].filter(Boolean).join(' '), [postalCode, city].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
}
