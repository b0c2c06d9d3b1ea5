// Where the results are, above the same list. Comes only with the map.
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Notice } from '../../../components/feedback/notice.tsx';
import { MapCard } from '../../../components/map/map-card.tsx';

export function ResultsMap({ vacancies }: { vacancies: readonly Vacancy[] }) {
  const { t } = useTranslation('search-more');
  const places = vacancies.flatMap(({ id, title, city, latitude, longitude }) =>
    latitude === null || longitude === null
      ? []
      : [{ id, label: title, latitude, longitude, city: city ?? undefined }],
  );
  if (places.length === 0) return <Notice>{t('map.none')}</Notice>;
  const count = places.length;
  return (
    <div className="results-map">
      <MapCard places={places} label={t('map.label', { count })} caption={t('map.caption', { count })} />
    </div>
  );
}
