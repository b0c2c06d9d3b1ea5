// What a volunteer will see: the public page's own parts, with what is being typed.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Tag } from '../../../components/content/badge.tsx';
import { TextSkeleton } from '../../../components/feedback/loading.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Icon, type IconName } from '../../../components/media/icon.tsx';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { vacancySigns } from '../../../lib/vacancies/vacancy-card.ts';
import { owner } from './vacancy-form.store.ts';
import { MOST_HOURS } from './vacancy-form-values.ts';
import { previewOf } from './vacancy-preview-values.ts';

const VacancyPreviewStory = lazy(async () => {
  const [{ VacancyPreviewStory: Story }] = await Promise.all([
    import('./vacancy-preview-story.tsx'),
    loadWords(['vacancy', 'vacancies-public']),
  ]);
  return { default: Story };
});

interface PreviewProps {
  value: FormValue;
  /** What is saved of it, if anything is. */
  saved: Vacancy | null;
}

export function VacancyPreview({ value, saved }: PreviewProps) {
  const { t } = useTranslation('vacancy-steps');
  const { t: card } = useTranslation('vacancies-public');
  const vacancy = previewOf(value, saved, owner.value);
  const signs = vacancySigns(card, vacancy);
  return (
    <aside className="live-preview" id="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">{t('preview.title')}</h2>
      <Remarks vacancy={vacancy} />
      <article className="card stack">
        <header>
          {signs.length > 0 ? (
            <div className="chip-row">
              {signs.map((sign) => (
                <Tag key={sign.text} warm={sign.warm}>
                  {sign.text}
                </Tag>
              ))}
            </div>
          ) : null}
          <h3>{vacancy.title || <span className="soft">{t('preview.noTitle')}</span>}</h3>
          {vacancy.organizationName ? <p className="soft">{vacancy.organizationName}</p> : null}
        </header>
        <Suspense fallback={<TextSkeleton lines={6} />}>
          <VacancyPreviewStory vacancy={vacancy} />
        </Suspense>
      </article>
      <a className="button is-quiet to-form" href="#content">
        {t('preview.back')}
      </a>
    </aside>
  );
}

interface Remark {
  icon: IconName;
  words: string;
  isRefused?: boolean;
}

/** What a visitor would miss, or what will be refused. */
function Remarks({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancy-steps');
  const remarks: Remark[] = [];
  if (!vacancy.description) remarks.push({ icon: 'pen', words: t('preview.noText') });
  if (!vacancy.online && !vacancy.city) remarks.push({ icon: 'pin', words: t('preview.noPlace') });
  if (!vacancy.schedule && (vacancy.availability ?? []).length === 0)
    remarks.push({ icon: 'calendar', words: t('preview.noDays') });
  const hours = vacancy.hoursPerWeek ?? 0;
  if (hours > MOST_HOURS)
    remarks.push({ icon: 'clock', words: t('preview.tooMany', { count: hours }), isRefused: true });
  if (remarks.length === 0) return null;
  return (
    <ul className="preview-facts">
      {remarks.map(({ icon, words, isRefused }) => (
        <li key={words} className={isRefused ? 'is-refused' : 'is-missing'}>
          <Icon name={icon} />
          {words}
        </li>
      ))}
    </ul>
  );
}
