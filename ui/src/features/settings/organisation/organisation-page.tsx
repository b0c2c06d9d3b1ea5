// The centre's own details, its logos and its icon. Two parts, each saved on its own.
import { useTranslation } from 'react-i18next';
import type { VolunteerCenter, VolunteerCenterProfile } from '../../../api/schema.d.ts';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import '../../../components/layout/stepper.css';
import { FormCard } from '../../../components/layout/card.tsx';
import { PictureField } from '../../../components/picture/picture-field.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { sendPicture } from '../../../lib/pictures/send-picture.ts';
import { ConflictNotice, HistoryCard } from '../setting-parts.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { type Setting, useSetting } from '../use-setting.ts';

const DETAILS = ['name', 'email', 'phoneNumber', 'locale'] as const;
const LOGOS = ['websiteLogoUrl', 'websiteLogoDarkModeUrl', 'faviconUrl', 'gtagId'] as const;
const SEND_LOGO = sendPicture('center_logo');
const SEND_ICON = sendPicture('favicon');

/** There is always an answer: none of them is left out. */
const ALWAYS = { required: true } as const;

export default function OrganisationPage() {
  const { t } = useTranslation('settings');
  const here = centre.value;
  const details = useSetting('volunteer_centers', here?.id ?? null, 'settings/organisation');
  const logos = useSetting('volunteer_center_profiles', here?.profile?.id ?? null, 'settings/logos');
  return (
    <SettingsFrame
      current="/instellingen/organisatie"
      title={t('nav.organisation')}
      description={t('organisation.description')}
    >
      <div className="narrow stack">
        {details.found && logos.found ? (
          <>
            <Details key={`details-${details.round}`} found={details.found} setting={details} />
            <Logos key={`logos-${logos.round}`} found={logos.found} setting={logos} />
            <HistoryCard
              type="volunteer_centers"
              id={details.found.id}
              fields={DETAILS}
              round={details.round}
              onRestored={() => void details.reload()}
            />
            <HistoryCard
              type="volunteer_center_profiles"
              id={logos.found.id}
              fields={LOGOS}
              round={logos.round}
              onRestored={() => void logos.reload()}
            />
          </>
        ) : (
          <RowSkeletons count={6} />
        )}
      </div>
    </SettingsFrame>
  );
}

interface DetailsProps {
  found: VolunteerCenter;
  setting: Setting<'volunteer_centers'>;
}

function Details({ found, setting }: DetailsProps) {
  const { t } = useTranslation('settings');
  const value = {
    name: found.name,
    email: found.email ?? '',
    phoneNumber: found.phoneNumber ? formatPhone(found.phoneNumber) : '',
    locale: found.locale ?? 'nl',
  };
  const handleSubmit = (sent: FormValue) =>
    setting.save({
      name: String(sent.name ?? ''),
      email: String(sent.email ?? '') || null,
      phoneNumber: String(sent.phoneNumber ?? '') || null,
      locale: String(sent.locale ?? 'nl'),
    });
  return (
    <Form
      of="volunteer_centers"
      value={value}
      onUnsaved={setting.onUnsaved}
      onSubmit={handleSubmit}
      label={t('organisation.details')}
    >
      {setting.hasConflict ? <ConflictNotice onReload={() => void setting.reload()} /> : null}
      <FormCard title={t('organisation.details')}>
        <Field
          name="name"
          label={t('field.name')}
          hint={t('organisation.nameHint')}
          autoComplete="organization"
        />
        <FieldPair>
          <Field name="email" kind="email" label={t('field.email')} />
          <Field name="phoneNumber" kind="tel" label={t('field.phoneNumber')} />
        </FieldPair>
        <Field
          name="locale"
          kind="radio"
          rules={ALWAYS}
          label={t('field.locale')}
          hint={t('organisation.localeHint')}
          choices={(['nl', 'en'] as const).map((each) => ({ value: each, label: t(`organisation.${each}`) }))}
        />
        <SubmitButton>{t('save')}</SubmitButton>
      </FormCard>
    </Form>
  );
}

interface LogosProps {
  found: VolunteerCenterProfile;
  setting: Setting<'volunteer_center_profiles'>;
}

function Logos({ found, setting }: LogosProps) {
  const { t } = useTranslation('settings');
  const value = Object.fromEntries(LOGOS.map((name) => [name, found[name] ?? '']));
  const handleSubmit = (sent: FormValue) =>
    setting.save(Object.fromEntries(LOGOS.map((name) => [name, String(sent[name] ?? '').trim() || null])));
  return (
    <Form
      of="volunteer_center_profiles"
      value={value}
      onUnsaved={setting.onUnsaved}
      onSubmit={handleSubmit}
      label={t('organisation.logos')}
    >
      {setting.hasConflict ? <ConflictNotice onReload={() => void setting.reload()} /> : null}
      <FormCard title={t('organisation.logos')}>
        <PictureField
          name="websiteLogoUrl"
          label={t('field.websiteLogoUrl')}
          hint={t('organisation.logoHint')}
          send={SEND_LOGO}
          drawings
        />
        <div className="dark-ground">
          <PictureField
            name="websiteLogoDarkModeUrl"
            label={t('field.websiteLogoDarkModeUrl')}
            hint={t('organisation.darkLogoHint')}
            send={SEND_LOGO}
            drawings
          />
        </div>
        <PictureField
          name="faviconUrl"
          label={t('field.faviconUrl')}
          hint={t('organisation.iconHint')}
          ratio={1}
          send={SEND_ICON}
        />
        <IconSet />
      </FormCard>
      <FormCard title={t('organisation.counting')}>
        <Field name="gtagId" label={t('field.gtagId')} hint={t('organisation.gtagHint')} narrow />
        <SubmitButton>{t('save')}</SubmitButton>
      </FormCard>
    </Form>
  );
}

/** What the server makes of the icon now: as a tab, a bookmark and an app have it. */
function IconSet() {
  const { t } = useTranslation('settings');
  const stamp = `?v=${centre.value?.profile?.faviconUrl ?? ''}${centre.value?.profile?.websiteLogoUrl ?? ''}`;
  return (
    <figure className="icon-set">
      <img src={`/favicon.ico${stamp}`} width="16" height="16" alt="" />
      <img src={`/icons/192.png${stamp}`} width="48" height="48" alt="" />
      <img src={`/apple-touch-icon.png${stamp}`} width="64" height="64" alt="" />
      <figcaption className="hint">{t('organisation.iconSet')}</figcaption>
    </figure>
  );
}
