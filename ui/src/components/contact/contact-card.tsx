// Whom a visitor turns to who needs help: the centre's contact person, or else the centre itself.
import { useTranslation } from 'react-i18next';
import { appName, centre, centreProfile } from '../../lib/centre/centre.ts';
import { language } from '../../lib/locale/language.ts';
import { formatPhone } from '../../lib/locale/phone.ts';
import { pictureOf } from '../../lib/pictures/picture-url.ts';
import { type ContactLine, ContactList, initialsOf } from '../content/person.tsx';
import './contact-card.css';

/** Side of the photo; the narrowest copy of it is three times as wide. */
const SIDE = 96;

/** The fields of the centre's profile, or of the form in which they are written. */
export interface ContactPerson {
  contactName?: string | null;
  contactRole?: string | null;
  contactEmail?: string | null;
  contactPhone?: string | null;
  contactPhotoUrl?: string | null;
  contactText?: string | null;
  contactTextEn?: string | null;
}

export function ContactCard({ profile = centreProfile.value }: { profile?: ContactPerson | null }) {
  const { t } = useTranslation('contact');
  const name = profile?.contactName;
  const phone = profile?.contactPhone || centre.value?.phoneNumber;
  const email = profile?.contactEmail || centre.value?.email;
  const text = (language.value === 'en' && profile?.contactTextEn) || profile?.contactText;
  if (!name && !phone && !email) return null;
  const lines: ContactLine[] = [
    ...(phone ? [{ icon: 'phone' as const, text: formatPhone(phone), href: `tel:${phone}` }] : []),
    ...(email ? [{ icon: 'mail' as const, text: email, href: `mailto:${email}` }] : []),
  ];
  const photo = profile?.contactPhotoUrl ? pictureOf(profile.contactPhotoUrl) : null;
  return (
    <section className="card centre-contact" aria-label={t('label')}>
      {photo ? (
        <img {...photo} sizes={`${SIDE}px`} width={SIDE} height={SIDE} alt="" loading="lazy" />
      ) : name ? (
        <span className="initials is-large" aria-hidden="true">
          {initialsOf(name)}
        </span>
      ) : null}
      <div>
        <h2>{name ? t('title', { name }) : t('titleCentre', { centre: appName.value })}</h2>
        {profile?.contactRole && name ? <p className="soft">{profile.contactRole}</p> : null}
        <ContactList lines={lines} />
        {text ? <p className="soft">{text}</p> : null}
      </div>
    </section>
  );
}
