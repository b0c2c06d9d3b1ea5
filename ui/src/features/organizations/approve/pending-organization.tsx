// An organisation that waits, beside the list: everything needed to decide, and what looks like it.

import { useTranslation } from 'react-i18next';
import type { Organization } from '../../../api/schema.d.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import '../organizations.css';
import { useLoaded } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { PracticalList } from '../../../components/content/practical-list.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { MapCard } from '../../../components/map/map-card.tsx';
import { PanelHead, PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { safeHref } from '../../../lib/navigation/navigation.ts';
import { useFacts } from '../organization-facts.tsx';
import { WaitingBadge } from './approve-columns.tsx';
import { Checklist } from './checklist.tsx';
import { ReviewHistory } from './review-history.tsx';

export interface Duplicate {
  id: string;
  name: string;
  reasons: readonly string[];
}

/** The reasons stand in each object's meta. */
async function loadDuplicates(id: string, signal: AbortSignal): Promise<Duplicate[]> {
  const { document, items } = await send(STAFF_CALLS.duplicates, { id, signal });
  const wires = Array.isArray(document.data) ? document.data : [];
  const reasons = new Map(
    wires.map((wire) => [wire.id, (wire.meta as { reasons?: string[] } | undefined)?.reasons ?? []] as const),
  );
  return items.map(({ id: found, name }) => ({
    id: found,
    name,
    reasons: reasons.get(found) ?? [],
  }));
}

export function PendingOrganization({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organizations');
  const { id, name, description, waitingDays } = organization;
  // Only a hint: without it one can decide as well.
  const { data: duplicates = [] } = useLoaded(`duplicates:${id}`, (signal) => loadDuplicates(id, signal));
  return (
    <>
      <PanelHead title={name} sign={<WaitingBadge days={waitingDays ?? 0} />} />
      {duplicates.length > 0 ? <DuplicatesNotice duplicates={duplicates} /> : null}
      <p className={description ? 'panel-text' : 'soft'}>{description ?? t('approve.noText')}</p>
      <PracticalList facts={useFacts(organization)} />
      <Where organization={organization} />
      <Website organization={organization} />
      <Checklist key={id} organization={organization} />
      <ReviewHistory id={id} />
      <p className="soft">{t('approve.approveText')}</p>
    </>
  );
}

function Where({ organization: { id, name, address } }: { organization: Organization }) {
  const { t } = useTranslation('organization-review');
  if (!address) return null;
  const { latitude, longitude, city, street, houseNumber } = address;
  const place = [[street, houseNumber].filter(Boolean).join(' '), city].filter(Boolean).join(', ');
  return (
    <PanelSection title={t('place')}>
      {latitude === null || longitude === null || latitude === undefined || longitude === undefined ? (
        <p className="soft">{t('noPlace')}</p>
      ) : (
        <MapCard
          places={[{ id, label: name, latitude, longitude }]}
          label={t('placeLabel', { place })}
          caption={place}
        />
      )}
    </PanelSection>
  );
}

/** The address as it was given: this site fetches nothing of it. Whether the email address belongs to it says something. */
function Website({ organization: { website, email } }: { organization: Organization }) {
  const { t } = useTranslation('organization-review');
  const href = safeHref(website);
  if (!href) return null;
  const host = new URL(href).hostname.replace(/^www\./, '');
  const domain = email?.split('@')[1]?.toLowerCase() ?? '';
  return (
    <PanelSection title={t('website.title')}>
      <p>
        <AppLink href={href} target="_blank">
          {website}
        </AppLink>
      </p>
      <p className="soft small">
        {domain === '' ? null : `${t(domain === host ? 'website.same' : 'website.other', { domain })} `}
        {t('website.text')}
      </p>
    </PanelSection>
  );
}

function DuplicatesNotice({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const { t } = useTranslation(['organizations', 'organization-review']);
  return (
    <Notice tone="warning">
      <p>
        <strong>{t('approve.duplicates', { count: duplicates.length })}</strong>
      </p>
      <ul>
        {duplicates.map((each) => (
          <li key={each.id}>
            <AppLink href={`/organizations/${each.id}`}>{each.name}</AppLink>
            {each.reasons.length > 0
              ? ` (${each.reasons.map((reason) => serverWords(t)(`organization-review:same.${reason}`)).join(', ')})`
              : null}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
