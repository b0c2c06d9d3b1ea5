// What a volunteer will see, from what is being typed.
import { useTranslation } from 'react-i18next';
import type { FormValue } from '../../../components/form/form-context.ts';
import { paragraphsOf } from '../../../components/form/prose.ts';
import { Icon, type IconName } from '../../../components/media/icon.tsx';
import { DAY_PARTS, dayName, WEEKDAYS } from './availability-field.tsx';
import { owner } from './vacancy-form.store.ts';
import { linesOf, MOST_HOURS } from './vacancy-form-values.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

interface Fact {
  icon: IconName;
  words: string;
  tone?: 'is-missing' | 'is-refused';
}

export function VacancyPreview({ value }: { value: FormValue }) {
  const { t } = useTranslation('vacancy-steps');
  const requirements = linesOf(value.requirements);
  const description = paragraphsOf(text(value.description));
  const offer = text(value.offer);
  return (
    <aside className="live-preview" id="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">{t('preview.title')}</h2>
      <article className="card stack">
        {text(value.imageUrl) ? (
          <img className="preview-photo" src={text(value.imageUrl)} alt={text(value.imageAlt)} />
        ) : null}
        <h3>{text(value.title) || <span className="soft">{t('preview.noTitle')}</span>}</h3>
        {owner.value ? <p className="soft">{owner.value.name}</p> : null}
        {text(value.summary) ? <p>{text(value.summary)}</p> : null}
        {description ? (
          <p className="as-typed">{description}</p>
        ) : (
          <p className="soft">{t('preview.noText')}</p>
        )}
        <ul className="preview-facts">
          {useFacts(value).map(({ icon, words, tone }) => (
            <li key={words} className={tone}>
              <Icon name={icon} />
              {words}
            </li>
          ))}
        </ul>
        {requirements.length > 0 ? (
          <>
            <h4>{t('preview.requirements')}</h4>
            <ul>
              {requirements.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        ) : null}
        {offer ? (
          <>
            <h4>{t('preview.offer')}</h4>
            <p className="as-typed">{offer}</p>
          </>
        ) : null}
      </article>
      <a className="button is-quiet to-form" href="#content">
        {t('preview.back')}
      </a>
    </aside>
  );
}

function useFacts(value: FormValue): Fact[] {
  const { t } = useTranslation('vacancy-steps');
  const city =
    value.place === 'elsewhere'
      ? text(value.city) || text(value['address.city'])
      : (owner.value?.address?.city ?? '');
  const place: Fact =
    value.place === 'online'
      ? { icon: 'pin', words: t('preview.online') }
      : city
        ? { icon: 'pin', words: city }
        : { icon: 'pin', words: t('preview.noPlace'), tone: 'is-missing' };
  const when = text(value.schedule) || weekOf(value.availability);
  const days: Fact = when
    ? { icon: 'calendar', words: when }
    : { icon: 'calendar', words: t('preview.noDays'), tone: 'is-missing' };
  const hours = typeof value.hoursPerWeek === 'number' ? value.hoursPerWeek : null;
  const facts = [place, days];
  if (hours !== null)
    facts.push({
      icon: 'clock',
      words: t(hours > MOST_HOURS ? 'preview.tooMany' : 'preview.hours', { count: hours }),
      ...(hours > MOST_HOURS ? { tone: 'is-refused' as const } : {}),
    });
  return facts;
}

/** 'di, do': the days of which a part is ticked. */
function weekOf(value: unknown): string {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return WEEKDAYS.filter((day) => DAY_PARTS.some((part) => chosen.includes(`${day}_${part}`)))
    .map((day) => dayName(day, 'short'))
    .join(', ');
}
