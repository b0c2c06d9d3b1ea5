// What the centre knows of an organisation, in short: registration, contact, address, website.
import { useTranslation } from 'react-i18next';
import type { Organization } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Breakable } from '../../components/content/breakable.tsx';
import type { PracticalFact } from '../../components/content/practical-list.tsx';
import { formatPhone } from '../../lib/locale/phone.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { safeHref } from '../../lib/navigation/navigation.ts';

export function useFacts(organization: Organization): PracticalFact[] {
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
              <a href={`mailto:${email}`}>
                <Breakable>{email}</Breakable>
              </a>
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
