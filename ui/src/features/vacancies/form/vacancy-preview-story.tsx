// The parts of the public page that the preview shows, loaded as that page is.
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { PracticalList } from '../../../components/content/practical-list.tsx';
import { practicalFacts, VacancyStory } from '../detail/vacancy-page.tsx';

export function VacancyPreviewStory({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancy');
  const { t: card } = useTranslation('vacancies-public');
  return (
    <>
      <VacancyStory vacancy={vacancy} level={4} />
      <section className="card">
        <h4>{t('page.practical')}</h4>
        <PracticalList facts={practicalFacts(t, card, vacancy)} />
      </section>
    </>
  );
}
