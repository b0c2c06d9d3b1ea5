// For which of the vacancies that are online people are looked for, and what that one asks.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../api/schema.d.ts';
import { Tag } from '../../components/content/badge.tsx';
import { availabilityText, themeName } from '../../lib/pool/profile.ts';

interface VacancyChoiceProps {
  vacancies: readonly Vacancy[];
  /** The one that is chosen; also where it is not among the others. */
  wanted: Vacancy | null;
  value: string | null;
  onChange: (id: string | null) => void;
}

export function VacancyChoice({ vacancies, wanted, value, onChange }: VacancyChoiceProps) {
  const { t } = useTranslation('pool');
  const id = useId();
  const isListed = wanted === null || vacancies.some((each) => each.id === wanted.id);
  const offered = isListed ? vacancies : [wanted, ...vacancies];
  if (offered.length === 0) return null;
  return (
    <div className="card pool-for">
      <div className="field">
        <label htmlFor={id}>{t('for')}</label>
        <select
          className="select"
          id={id}
          value={offered.some((each) => each.id === value) ? (value ?? '') : ''}
          onChange={(event) => onChange(event.target.value || null)}
        >
          <option value="">{t('forNone')}</option>
          {offered.map((vacancy) => (
            <option key={vacancy.id} value={vacancy.id}>
              {vacancy.title}
            </option>
          ))}
        </select>
      </div>
      {wanted ? <Asks vacancy={wanted} /> : null}
    </div>
  );
}

function Asks({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('pool');
  const { t: cardWords } = useTranslation('pool', { keyPrefix: 'card' });
  const { t: words } = useTranslation('matching');
  const { activityTypeIds = [], availability = [], hoursPerWeek, requiredChecks = [] } = vacancy;
  const texts = [
    ...activityTypeIds.flatMap((id) => themeName(id) ?? []),
    ...(availability.length > 0 ? [availabilityText(cardWords, words, availability)] : []),
    ...(hoursPerWeek ? [cardWords('hours', { count: hoursPerWeek })] : []),
    ...requiredChecks.map((check) =>
      t('needs', { check: words(`choice.check.${check}` as 'choice.check.vog') }),
    ),
  ];
  if (texts.length === 0) return null;
  return (
    <ul className="pool-wish" aria-label={t('asks')}>
      {texts.map((text) => (
        <li key={text}>
          <Tag>{text.charAt(0).toUpperCase() + text.slice(1)}</Tag>
        </li>
      ))}
    </ul>
  );
}
