// The centre's own details, its logos and its icon. Two parts, each saved on its own.
import { useTranslation } from 'react-i18next';
import {
  AddressFields,
  addressFromForm,
  addressToForm,
} from '../../../components/form/controls/address-fields.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import '../../../components/layout/stepper.css';
import { FormCard } from '../../../components/layout/card.tsx';
import { PictureField } from '../../../components/picture/picture-field.tsx';
import { centre } from '../../../lib/centre/centre.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { sendPicture } from '../../../lib/pictures/send-picture.ts';
import { SettingEditor, textsOf, textsTo } from '../setting-editor.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { useSetting } from '../use-setting.ts';

const DETAILS = ['name', 'email', 'phoneNumber', 'locale'] as const;
const LOGOS = ['websiteLogoUrl', 'websiteLogoDarkModeUrl', 'faviconUrl', 'gtagId'] as const;
const SEND_LOGO = sendPicture('center_logo');
const SEND_ICON = sendPicture('favicon');

/** There is always an answer: none of them is left out. */
const ALWAYS = { required: true } as const;

/** A cleared field is sent as empty; a field that was and is empty is not sent. */
function addressIn(value: FormValue, stored: object | null | undefined) {
  const address = addressFromForm(value);
  if (address) return { address: { ...address, country: 'NL' } };
  return stored ? { address: { street: '', houseNumber: '', postalCode: '', city: '' } } : {};
}

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
        <SettingEditor
          type="volunteer_centers"
          setting={details}
          fields={DETAILS}
          label={t('organisation.details')}
          toForm={(found) => ({
            ...textsOf(found, DETAILS),
            ...addressToForm(found.address ? { ...found.address } : null),
            phoneNumber: found.phoneNumber ? formatPhone(found.phoneNumber) : '',
            locale: found.locale ?? 'nl',
          })}
          toAttributes={(value) => ({
            ...textsTo(value, ['email', 'phoneNumber']),
            name: String(value.name ?? ''),
            locale: String(value.locale ?? 'nl'),
            ...addressIn(value, details.found?.address),
          })}
        >
          <Details />
        </SettingEditor>
        <SettingEditor
          type="volunteer_center_profiles"
          setting={logos}
          fields={LOGOS}
          label={t('organisation.logos')}
          toForm={(found) => textsOf(found, LOGOS)}
          toAttributes={(value) => textsTo(value, LOGOS)}
        >
          <Logos />
        </SettingEditor>
      </div>
    </SettingsFrame>
  );
}

function Details() {
  const { t } = useTranslation('settings');
  return (
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
      <fieldset className="stack">
        <legend>{t('organisation.address')}</legend>
        <p className="hint">{t('organisation.addressHint')}</p>
        <AddressFields />
      </fieldset>
      <Field
        name="locale"
        kind="radio"
        rules={ALWAYS}
        label={t('field.locale')}
        hint={t('organisation.localeHint')}
        choices={(['nl', 'en'] as const).map((each) => ({ value: each, label: t(`organisation.${each}`) }))}
      />
      <SubmitButton>{t('saveOf.details')}</SubmitButton>
    </FormCard>
  );
}

function Logos() {
  const { t } = useTranslation('settings');
  const wordsOf = (subject: 'logo' | 'icon') => ({
    choose: t(`picture.${subject}.choose`),
    other: t(`picture.${subject}.other`),
    remove: t(`picture.${subject}.remove`),
  });
  return (
    <>
      <FormCard title={t('organisation.logos')}>
        <PictureField
          name="websiteLogoUrl"
          label={t('field.websiteLogoUrl')}
          hint={t('organisation.logoHint')}
          send={SEND_LOGO}
          subject="logo"
          words={wordsOf('logo')}
          drawings
        />
        <div className="dark-ground">
          <PictureField
            name="websiteLogoDarkModeUrl"
            label={t('field.websiteLogoDarkModeUrl')}
            hint={t('organisation.darkLogoHint')}
            send={SEND_LOGO}
            subject="logo"
            words={wordsOf('logo')}
            drawings
          />
        </div>
        <PictureField
          name="faviconUrl"
          label={t('field.faviconUrl')}
          hint={t('organisation.iconHint')}
          ratio={1}
          send={SEND_ICON}
          subject="icon"
          words={wordsOf('icon')}
        />
        <IconSet />
      </FormCard>
      <FormCard title={t('organisation.counting')}>
        <Field name="gtagId" label={t('field.gtagId')} hint={t('organisation.gtagHint')} narrow />
      </FormCard>
      <SubmitButton large>{t('saveOf.logos')}</SubmitButton>
    </>
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
