// The story of a vacancy: picture, what you do, what is asked, what you get, the film, and where it is.

import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { foreignOf } from '../../../lib/locale/text-language.ts';
import { pictureOf } from '../../../lib/pictures/picture-url.ts';
import { imageOf } from '../../../lib/vacancies/vacancy-card.ts';
import { RichText } from './rich-text.tsx';
import { addressLine } from './vacancy-facts.ts';
import { linesOf } from './vacancy-state.ts';
import '../../../components/content/prose.css';

const MapCard = lazy(async () => ({
  default: (await import('../../../components/map/map-card.tsx')).MapCard,
}));

const VacancyVideo = lazy(async () => ({ default: (await import('./vacancy-video.tsx')).VacancyVideo }));

interface StoryProps {
  vacancy: Vacancy;
  /** Of its headings: in a preview it stands below a title. */
  level?: 2 | 4;
}

export function VacancyStory({ vacancy, level = 2 }: StoryProps) {
  const { t } = useTranslation('vacancy');
  const Heading = `h${level}` as const;
  const lang = foreignOf(vacancy.title, vacancy.summary, vacancy.description);
  const offer = linesOf(vacancy.offer);
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
        <Heading>{t('page.story')}</Heading>
        {vacancy.summary ? (
          <p className="lead" lang={lang}>
            {vacancy.summary}
          </p>
        ) : null}
        {vacancy.description ? <RichText html={vacancy.description} lang={lang} /> : null}
        {vacancy.requirements.length > 0 ? (
          <>
            <Heading>{t('page.requirements')}</Heading>
            <CheckList lines={vacancy.requirements} lang={lang} />
          </>
        ) : null}
        {offer.length > 0 ? (
          <>
            <Heading>{t('page.offer')}</Heading>
            {offer.length > 1 ? <CheckList lines={offer} lang={lang} /> : <p lang={lang}>{offer[0]}</p>}
          </>
        ) : null}
        {vacancy.youtubeUrl ? (
          <>
            <Heading>{t('page.video')}</Heading>
            <Suspense fallback={<div className="video" />}>
              <VacancyVideo address={vacancy.youtubeUrl} title={vacancy.title} />
            </Suspense>
          </>
        ) : null}
        {hasPlace(vacancy) || vacancy.online ? <Heading>{t('page.where')}</Heading> : null}
      </div>
      <VacancyPlace vacancy={vacancy} />
    </>
  );
}

const hasPlace = (vacancy: Vacancy): boolean => vacancy.latitude !== null && vacancy.longitude !== null;

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
