// The page of one organisation: what it does, what it asks, when it is open, where it is and how to reach it. The same
// under its own address and under that of the social map, where the way back leads to the map.
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { useResource } from '../../api/hooks.ts';
import type { Organization } from '../../api/schema.d.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { PrintButton } from '../../components/actions/print-button.tsx';
import { ShareButton } from '../../components/actions/share-buttons.tsx';
import { Tag } from '../../components/content/badge.tsx';
import { initialsOf } from '../../components/content/person.tsx';
import { WrittenIn } from '../../components/content/written-in.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Breadcrumb } from '../../components/layout/page-title.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { PhoneBar } from '../../components/table/results-bar.tsx';
import { activityTypes, loadTaxonomy, nameOf, nonProfitTypes, termOf } from '../../lib/centre/taxonomies.ts';
import { normaliseError, Problem, showError } from '../../lib/feedback/errors.ts';
import { loadWords } from '../../lib/locale/i18n.ts';
import { foreignOf } from '../../lib/locale/text-language.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { followMove } from '../../lib/navigation/moved.ts';
import { pictureOf } from '../../lib/pictures/picture-url.ts';
import { isForCentre, isSignedIn, menu } from '../../lib/session/session.ts';
import { useOpenWords } from './open-words.ts';
import { ActivitiesOf } from './organization-activities.tsx';
import { Contact, Facts, Hours, Way } from './organization-parts.tsx';
import { useVacanciesOf, VacanciesOf } from './organization-vacancies.tsx';
import { SOCIAL_MAP_PATH } from './social-map-url.ts';
import { Suggest } from './suggest.tsx';
import './organization-page.css';
import '../../components/content/prose.css';

/** Only a centre sees them. */
const Suggestions = lazy(async () => {
  const [tips] = await Promise.all([import('./suggestions.tsx'), loadWords(['suggestions'])]);
  return { default: tips.Suggestions };
});

const StartConversation = lazy(async () => {
  const [parts] = await Promise.all([
    import('../../components/conversations/start-conversation.tsx'),
    loadWords(['start-conversation']),
  ]);
  return { default: parts.StartConversation };
});

const ReportLink = lazy(async () => {
  const [parts] = await Promise.all([
    import('../../components/report/report-link.tsx'),
    loadWords(['report']),
  ]);
  return { default: parts.ReportLink };
});

const OWN_PATH = '/organizations';

export default function OrganizationPage() {
  const { id = '' } = useParams();
  const isOnMap = useLocation().pathname.includes(`${SOCIAL_MAP_PATH}/`);
  const { item, status, error } = useResource('organizations', id, { include: ['address', 'profile'] });
  // What is not on the map has its own page only.
  const isElsewhere = item?.id === id && isOnMap && !item.onSocialMap;
  useEffect(() => {
    void loadTaxonomy(nonProfitTypes);
    void loadTaxonomy(activityTypes);
  }, []);
  useEffect(() => {
    const place = (to: string) => `${isOnMap ? SOCIAL_MAP_PATH : OWN_PATH}/${to}`;
    if (status === 'error' && followMove(error, place)) return;
    if (status === 'error') showError(normaliseError(error, { fatal: true }));
    else if (isElsewhere) showError(new Problem({ statusCode: 404, fatal: true }));
  }, [status, error, isElsewhere, isOnMap]);
  return item?.id === id && !isElsewhere ? (
    <Shown organization={item} isOnMap={isOnMap} />
  ) : (
    <RowSkeletons count={6} />
  );
}

function Shown({ organization, isOnMap }: { organization: Organization; isOnMap: boolean }) {
  const { t } = useTranslation(['organization-page', 'social-map', 'vacancies-public']);
  const { id, name, description, phoneNumber, showPhoneNumber } = organization;
  const { lastConfirmedAt, unconfirmedSince } = organization;
  const vacancies = useVacanciesOf(id);
  usePageHead(name, description);
  const lang = foreignOf(description);
  const phone = showPhoneNumber ? phoneNumber : null;
  return (
    <>
      <Breadcrumb
        crumbs={[
          { label: t('vacancies-public:home'), href: '/' },
          ...(isOnMap ? [{ label: t('social-map:title'), href: SOCIAL_MAP_PATH }] : []),
          { label: name },
        ]}
      />
      <Head organization={organization} total={vacancies.total} />
      <div className="organization-layout">
        <div>
          {isForCentre(menu.value) ? (
            <Suspense fallback={null}>
              <Suggestions organizationId={id} />
            </Suspense>
          ) : null}
          <section aria-labelledby="about">
            <h2 id="about">{t('about')}</h2>
            <WrittenIn lang={lang} />
            {description ? (
              <p className="prose as-typed" lang={lang}>
                {description}
              </p>
            ) : (
              <p className="soft">{t('noText')}</p>
            )}
          </section>
          <Facts organization={organization} />
          <VacanciesOf organization={organization} found={vacancies} />
          <ActivitiesOf organization={organization} />
          <Way organization={organization} />
        </div>
        <aside className="organization-side" id="practical" aria-label={t('side')}>
          <Hours organization={organization} />
          <Contact organization={organization} />
          {isSignedIn.value ? (
            <Suspense fallback={null}>
              <StartConversation to={{ type: 'organizations', id }} wide />
            </Suspense>
          ) : null}
          <Suggest organizationId={id}>
            {lastConfirmedAt && !unconfirmedSince ? (
              <p className="checked-on">
                <Icon name="check" />
                {t('confirmed', { date: formatDate(lastConfirmedAt) })}
              </p>
            ) : null}
          </Suggest>
          <div className="chip-row">
            <ShareButton title={name} url={`${location.origin}${location.pathname}`} />
            <PrintButton />
          </div>
          <Suspense fallback={null}>
            <ReportLink of={{ type: 'organizations', id, title: name }} />
          </Suspense>
        </aside>
      </div>
      {phone || vacancies.total > 0 ? (
        <PhoneBar label={t('bar')}>
          {phone ? (
            <a className="button" href={`tel:${phone}`}>
              <Icon name="phone" />
              {t('call')}
            </a>
          ) : null}
          {vacancies.total > 0 ? (
            <a className="button is-primary" href="#vacancies">
              {t('look', { count: vacancies.total })}
            </a>
          ) : null}
        </PhoneBar>
      ) : null}
    </>
  );
}

function Head({ organization, total }: { organization: Organization; total: number }) {
  const { t } = useTranslation('organization-page');
  const { t: map } = useTranslation('social-map');
  const { id, name, city, profile, phoneNumber, showPhoneNumber, can } = organization;
  const open = useOpenWords(profile?.openingHours ?? []);
  const type = profile?.nonProfitTypeId ? termOf(nonProfitTypes, profile.nonProfitTypeId) : undefined;
  const mayChange = can.includes('update');
  return (
    <header className="organization-head">
      <Photo organization={organization} mayChange={mayChange} />
      <div>
        {type ? (
          <div className="chip-row">
            <Tag>{nameOf(type)}</Tag>
          </div>
        ) : null}
        <h1>{name}</h1>
        <ul className="vacancy-facts">
          {open ? (
            <li className={open.isOpen ? 'open-now' : 'closed-now'}>
              <Icon name="clock" />
              {open.text}
            </li>
          ) : null}
          {city ? (
            <li>
              <Icon name="pin" />
              {city}
            </li>
          ) : null}
          {profile?.wheelchairAccessible ? (
            <li>
              <Icon name="access" />
              {map('fact.wheelchair')}
            </li>
          ) : null}
        </ul>
        <a className="to-practical" href="#practical">
          {t('toPractical')}
        </a>
        <div className="button-row">
          {total > 0 ? (
            <a className="button is-primary is-large" href="#vacancies">
              {t('look', { count: total })}
            </a>
          ) : null}
          {phoneNumber && showPhoneNumber ? (
            <a className="button is-large" href={`tel:${phoneNumber}`}>
              <Icon name="phone" />
              {t('call')}
            </a>
          ) : null}
          {mayChange ? (
            <ButtonLink href={`${OWN_PATH}/${id}/edit`} icon="pen">
              {t('edit')}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </header>
  );
}

/** Without a photo the logo, and without either its letters: honest, where a drawing would not be. */
function Photo({ organization, mayChange }: { organization: Organization; mayChange: boolean }) {
  const { t } = useTranslation('organization-page');
  const { id, name, photoUrl, photoAlt, logoUrl } = organization;
  if (photoUrl)
    return (
      <div className="arch-photo">
        <img width={480} height={320} {...pictureOf(photoUrl)} sizes="16rem" alt={photoAlt ?? ''} />
        {logoUrl ? (
          <img
            className="organization-logo"
            width={96}
            height={96}
            {...pictureOf(logoUrl)}
            sizes="6rem"
            alt=""
          />
        ) : null}
      </div>
    );
  return (
    <div className="arch-photo is-empty">
      {logoUrl ? (
        <img
          className="organization-logo"
          width={96}
          height={96}
          {...pictureOf(logoUrl)}
          sizes="6rem"
          alt=""
        />
      ) : (
        <b aria-hidden="true">{initialsOf(name)}</b>
      )}
      {mayChange ? (
        <ButtonLink small href={`${OWN_PATH}/${id}/edit`}>
          {t('addPhoto')}
        </ButtonLink>
      ) : null}
    </div>
  );
}
