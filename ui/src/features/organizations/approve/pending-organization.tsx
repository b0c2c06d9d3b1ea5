// An organisation that waits, beside the list: everything needed to decide, and what looks like it.

import { useTranslation } from 'react-i18next';
import type { Organization } from '../../../api/schema.d.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import '../organizations.css';
import { CALLS } from '../../../api/calls.ts';
import { useLoaded } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { type PracticalFact, PracticalList } from '../../../components/content/practical-list.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { PanelHead } from '../../../components/work-list/panel-parts.tsx';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { safeHref } from '../../../lib/navigation/navigation.ts';
import { WaitingBadge } from './approve-columns.tsx';

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

export function PendingOrganization({ organization }: { organization: Organization }) {
  const { t } = useTranslation('organizations');
  const { id, name, description, createdAt } = organization;
  // Only a hint: without it one can decide as well.
  const { data: duplicates = [] } = useLoaded(`duplicates:${id}`, (signal) => loadDuplicates(id, signal));
  return (
    <>
      <PanelHead title={name} sign={<WaitingBadge createdAt={createdAt} />} />
      {duplicates.length > 0 ? <DuplicatesNotice duplicates={duplicates} /> : null}
      <p className={description ? 'panel-text' : 'soft'}>{description ?? t('approve.noText')}</p>
      <PracticalList facts={useFacts(organization)} />
      <p className="soft">{t('approve.approveText')}</p>
    </>
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
              ? ` (${each.reasons.map((reason) => serverWords(t)(`approve.same.${reason}`)).join(', ')})`
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
