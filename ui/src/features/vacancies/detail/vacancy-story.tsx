// The story of a vacancy: picture, what you do, what is asked, what you get, the film, and where it is.

import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { pictureOf } from '../../../lib/pictures/picture-url.ts';
import { imageOf } from '../../../lib/vacancies/vacancy-card.ts';
import { RichText } from './rich-text.tsx';
import { addressLine } from './vacancy-facts.ts';
import { linesOf, youtubeId } from './vacancy-state.ts';
import { VacancyVideo } from './vacancy-video.tsx';
import '../../../components/content/prose.css';

const MapCard = lazy(async () => ({
  default: (await import('../../../components/map/map-card.tsx')).MapCard,
}));

export function VacancyStory({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancy');
  const offer = linesOf(vacancy.offer);
  const film = youtubeId(vacancy.youtubeUrl);
  return (
    <>
      <div className="vacancy-photo">
        <img
          width={480}
          height={320}
          {...pictureOf(imageOf(vacancy))}
          sizes="(min-width: 64rem) 45rem, 100vw"
          alt={vacancy.imageAlt ?? ''}
        />
      </div>
      <div className="prose">
        <h2>{t('page.story')}</h2>
        {vacancy.summary ? <p className="lead">{vacancy.summary}</p> : null}
        {vacancy.description ? <RichText html={vacancy.description} /> : null}
        {vacancy.requirements.length > 0 ? (
          <>
            <h2>{t('page.requirements')}</h2>
            <CheckList lines={vacancy.requirements} />
          </>
        ) : null}
        {offer.length > 0 ? (
          <>
            <h2>{t('page.offer')}</h2>
            {offer.length > 1 ? <CheckList lines={offer} /> : <p>{offer[0]}</p>}
          </>
        ) : null}
        {film ? (
          <>
            <h2>{t('page.video')}</h2>
            <VacancyVideo id={film} title={vacancy.title} />
          </>
        ) : null}
        <VacancyPlaceHead vacancy={vacancy} />
      </div>
      <VacancyPlace vacancy={vacancy} />
    </>
  );
}

const hasPlace = (vacancy: Vacancy): boolean => vacancy.latitude !== null && vacancy.longitude !== null;

function VacancyPlaceHead({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancy');
  return hasPlace(vacancy) || vacancy.online ? <h2>{t('page.where')}</h2> : null;
}

function VacancyPlace({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancy');
  const { latitude, longitude } = vacancy;
  if (latitude === null || longitude === null)
    return vacancy.online ? <p className="prose">{t('page.online_text')}</p> : null;
  const address = addressLine(vacancy) ?? vacancy.title;
  return (
    <Suspense>
      <MapCard
        places={[{ id: vacancy.id, label: address, latitude, longitude, city: vacancy.city ?? undefined }]}
        label={t('page.map_label', { place: address })}
        caption={address}
        destination={{ latitude, longitude }}
      />
    </Suspense>
  );
}
