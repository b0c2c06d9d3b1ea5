// One organisation that waits: everything needed to decide, and what looks like it.

import { useTranslation } from 'react-i18next';
import type { Organization } from '../../../api/schema.d.ts';
import '../organizations.css';
import { CALLS } from '../../../api/calls.ts';
import { useLoaded } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { type PracticalFact, PracticalList } from '../../../components/content/practical-list.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { safeHref } from '../../../lib/navigation/navigation.ts';
import { waiting } from './waiting.ts';

export interface Duplicate {
  id: string;
  name: string;
  reasons: readonly string[];
}

/** The reasons stand in each object's meta. */
async function loadDuplicates(id: string, signal: AbortSignal): Promise<Duplicate[]> {
  const { document, items } = await send(CALLS.duplicates, { id, signal });
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

interface PendingOrganizationProps {
  organization: Organization;
  onApprove: () => void;
  onDeny: () => void;
}

export function PendingOrganization({ organization, onApprove, onDeny }: PendingOrganizationProps) {
  const { t } = useTranslation('organizations');
  const { id, name, description, transitions } = organization;
  // Only a hint: without it one can decide as well.
  const { data: duplicates = [] } = useLoaded(`duplicates:${id}`, (signal) => loadDuplicates(id, signal));
  const { days, isLate } = waiting(organization.createdAt);
  const titleId = `organization-${id}`;

  return (
    <article className="card stack pending-organization" aria-labelledby={titleId}>
      <div className="section-head">
        <h2 id={titleId}>{name}</h2>
        <StatusBadge tone={isLate ? 'danger' : 'neutral'} icon={isLate ? 'alert' : 'clock'}>
          {days === 0 ? t('approve.today') : t(isLate ? 'approve.late' : 'approve.waits', { count: days })}
        </StatusBadge>
      </div>
      {duplicates.length > 0 ? <DuplicatesNotice duplicates={duplicates} /> : null}
      <div className="pending-body">
        <p className={description ? undefined : 'soft'}>{description ?? t('approve.noText')}</p>
        <PracticalList facts={useFacts(organization)} />
      </div>
      <div className="button-row">
        {transitions.includes('approve') ? (
          <Button icon="check" onClick={onApprove} aria-label={t('approve.approveLabel', { name })}>
            {t('approve.approve')}
          </Button>
        ) : null}
        {transitions.includes('deny') ? (
          <Button variant="quiet" onClick={onDeny} aria-label={t('approve.denyLabel', { name })}>
            {t('approve.deny')}
          </Button>
        ) : null}
      </div>
    </article>
  );
}

function DuplicatesNotice({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const { t } = useTranslation('organizations');
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
              ? ` (${each.reasons.map((reason) => t(`approve.same.${reason}`)).join(', ')})`
              : null}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function useFacts(organization: Organization): PracticalFact[] {
  const { t } = useTranslation('organizations');
  const { address, contactName, email, phoneNumber, kvkNumber, neighbourhoodInitiative } = organization;
  const website = safeHref(organization.website);
  const street = [address?.street, address?.houseNumber].filter(Boolean).join(' ');
  const place = [address?.postalCode, address?.city].filter(Boolean).join(' ');
  return [
    {
      icon: 'building' as const,
      label: t('fact.registration'),
      value: kvkNumber
        ? t('fact.kvk', { number: kvkNumber })
        : t(neighbourhoodInitiative ? 'fact.initiative' : 'fact.unregistered'),
    },
    {
      icon: 'person' as const,
      label: t('fact.contact'),
      value: (
        <>
          {contactName ? <div>{contactName}</div> : null}
          {email ? (
            <div>
              <a href={`mailto:${email}`}>{email}</a>
            </div>
          ) : null}
          {phoneNumber ? (
            <div>
              <a href={`tel:${phoneNumber}`}>{formatPhone(phoneNumber)}</a>
            </div>
          ) : null}
        </>
      ),
    },
    { icon: 'pin' as const, label: t('fact.address'), value: [street, place].filter(Boolean).join(', ') },
    ...(website
      ? [
          {
            icon: 'globe' as const,
            label: t('fact.website'),
            value: (
              <AppLink href={website} target="_blank">
                {website.replace(/^https?:\/\//, '')}
              </AppLink>
            ),
          },
        ]
      : []),
    { icon: 'calendar' as const, label: t('fact.signedUp'), value: formatDate(organization.createdAt) },
  ].filter((fact) => fact.value !== '');
}
