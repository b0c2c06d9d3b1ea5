// The public page of an organisation: who they are, where they are, what they ask.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Organization } from '../../api/schema.d.ts';
import '../../components/content/application-parts.css';
import '../../components/layout/stepper.css';
import './organizations.css';
import { useResourceList } from '../../api/hooks.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { type ContactLine, ContactList } from '../../components/content/person.tsx';
import { VacancyCard, VacancyGrid } from '../../components/content/vacancy-card.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons, VacancySkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { PageTitle, SectionHead } from '../../components/layout/page-title.tsx';
import { activityTypes, loadTaxonomy } from '../../lib/centre/taxonomies.ts';
import { normaliseError, showError } from '../../lib/feedback/errors.ts';
import { formatPhone } from '../../lib/locale/phone.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { followMove } from '../../lib/navigation/moved.ts';
import { safeHref } from '../../lib/navigation/navigation.ts';
import { pictureOf } from '../../lib/pictures/picture-url.ts';
import { cardsOf } from '../../lib/vacancies/vacancy-card.ts';
import { loadOrganization, organization } from './organization.store.ts';
import '../../components/content/prose.css';

/** Most answers of an organisation with a good score came within this time; also in src/web/organization.rs. */
const WITHIN_DAYS = 7;

export default function OrganizationPage() {
  const { id = '' } = useParams();
  const shown = organization.value;
  useEffect(() => {
    loadOrganization(id).catch((thrown: unknown) => {
      if (followMove(thrown, (place) => `/organizations/${place}`)) return;
      showError(normaliseError(thrown, { fatal: true }));
    });
    void loadTaxonomy(activityTypes);
  }, [id]);
  return shown?.id === id ? <Shown organization={shown} /> : <RowSkeletons count={6} />;
}

function Shown({ organization: shown }: { organization: Organization }) {
  const { id, name, description, can, ...rest } = shown;
  const { t } = useTranslation('organizations');
  usePageHead(name, description);
  return (
    <>
      <PageTitle
        title={name}
        actions={
          can.includes('update') ? (
            <ButtonLink href={`/organizations/${id}/edit`} icon="pen">
              {t('page.edit')}
            </ButtonLink>
          ) : undefined
        }
      />
      {shown.logoUrl ? (
        <img
          className="organization-logo"
          width={96}
          height={96}
          {...pictureOf(shown.logoUrl)}
          sizes="6rem"
          alt=""
        />
      ) : null}
      {shown.photoUrl ? (
        <div className="organization-photo">
          <img
            width={480}
            height={270}
            {...pictureOf(shown.photoUrl)}
            sizes="(min-width: 64rem) 64rem, 100vw"
            alt={shown.photoAlt ?? ''}
          />
        </div>
      ) : null}
      <div className="form-layout">
        <Card title={t('page.about')} className="stack">
          {description ? (
            <p className="prose as-typed">{description}</p>
          ) : (
            <p className="soft">{t('page.noText')}</p>
          )}
        </Card>
        <Find lines={useLines(rest)} />
      </div>
      <Vacancies id={id} />
    </>
  );
}

function useLines({
  address,
  website,
  showWebsite,
  email,
  showEmail,
  phoneNumber,
  showPhoneNumber,
  responseDays,
  responseScore,
  unconfirmedSince,
}: Omit<Organization, 'id' | 'name' | 'description' | 'can'>): ContactLine[] {
  const { t } = useTranslation('organizations');
  const street = [address?.street, address?.houseNumber].filter(Boolean).join(' ');
  const place = [address?.postalCode, address?.city].filter(Boolean).join(' ');
  const where = [street, place].filter(Boolean).join(', ');
  // Who manages it sees more than everybody does; the page shows what everybody sees.
  const href = showWebsite ? safeHref(website) : null;
  // The score is there only when it is good: a slow answer is no news to a visitor, and the centre sees to it.
  const isGood = typeof responseScore === 'number' && typeof responseDays === 'number';
  const days = isGood ? Math.min(WITHIN_DAYS, Math.max(1, Math.ceil(responseDays))) : null;
  return [
    ...(where ? [{ icon: 'pin' as const, text: where }] : []),
    ...(phoneNumber && showPhoneNumber
      ? [{ icon: 'phone' as const, text: formatPhone(phoneNumber), href: `tel:${phoneNumber}` }]
      : []),
    ...(email && showEmail ? [{ icon: 'mail' as const, text: email, href: `mailto:${email}` }] : []),
    ...(href ? [{ icon: 'globe' as const, text: href.replace(/^https?:\/\/|\/$/g, ''), href }] : []),
    ...(days === null ? [] : [{ icon: 'clock' as const, text: t('fact.answersWithin', { count: days }) }]),
    ...(unconfirmedSince
      ? [{ icon: 'info' as const, text: t('fact.unconfirmed', { date: formatDate(unconfirmedSince) }) }]
      : []),
  ];
}

function Find({ lines }: { lines: readonly ContactLine[] }) {
  const { t } = useTranslation('organizations');
  if (lines.length === 0) return null;
  return (
    <aside aria-label={t('page.find')}>
      <Card title={t('page.find')}>
        <ContactList lines={lines} />
      </Card>
    </aside>
  );
}

function Vacancies({ id }: { id: string }) {
  const { t } = useTranslation(['organizations', 'vacancies-public']);
  const { t: card } = useTranslation('vacancies-public');
  const { status, items, total, refresh } = useResourceList('vacancies', {
    filter: { organizationIdEq: id },
    include: 'organization',
    sort: '-published_at',
  });
  return (
    <section className="section" aria-labelledby="organization-vacancies">
      {items.length > 0 ? (
        <SectionHead id="organization-vacancies" title={t('page.vacancies', { count: total })} />
      ) : (
        <h2 className="visually-hidden" id="organization-vacancies">
          {t('page.vacancies', { count: total })}
        </h2>
      )}
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {status === 'pending' && items.length === 0 ? <VacancySkeletons count={3} /> : null}
      {status === 'success' && items.length === 0 ? (
        <EmptyState
          title={t('page.noVacancies')}
          actions={<ButtonLink href="/vacancies/search">{t('page.search')}</ButtonLink>}
        >
          {t('page.noVacanciesText')}
        </EmptyState>
      ) : null}
      <VacancyGrid>
        {cardsOf(card, items).map(({ vacancy, words }) => (
          <VacancyCard key={vacancy.id} {...words} organisation={null} />
        ))}
      </VacancyGrid>
    </section>
  );
}
