// Whom visitors turn to who need help: a name, a photo, a number. Shown where they look for it.
import { useTranslation } from 'react-i18next';
import { ContactCard, type ContactPerson } from '../../../components/contact/contact-card.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, SubmitButton } from '../../../components/form/form.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import '../../../components/layout/stepper.css';
import { FormCard } from '../../../components/layout/card.tsx';
import { PictureField } from '../../../components/picture/picture-field.tsx';
import { centre, features } from '../../../lib/centre/centre.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { sendPicture } from '../../../lib/pictures/send-picture.ts';
import { SettingEditor, textsOf, textsTo } from '../setting-editor.tsx';
import { SettingsFrame } from '../settings-frame.tsx';
import { useSetting } from '../use-setting.ts';

const FIELDS = [
  'contactName',
  'contactRole',
  'contactEmail',
  'contactPhone',
  'contactPhotoUrl',
  'contactText',
  'contactTextEn',
  'helpIntro',
  'helpIntroEn',
  'helpLines',
  'helpLinesEn',
] as const;
const SEND_PHOTO = sendPicture('contact_photo');

export default function ContactPersonPage() {
  const { t } = useTranslation('settings');
  const setting = useSetting(
    'volunteer_center_profiles',
    centre.value?.profile?.id ?? null,
    'settings/contact',
  );
  return (
    <SettingsFrame
      current="/instellingen/contact-person"
      title={t('nav.contactPerson')}
      description={t('contact.description')}
    >
      <div className="narrow stack">
        <SettingEditor
          type="volunteer_center_profiles"
          setting={setting}
          fields={FIELDS}
          label={t('nav.contactPerson')}
          toForm={(found) => ({
            ...textsOf(found, FIELDS),
            contactPhone: found.contactPhone ? formatPhone(found.contactPhone) : '',
          })}
          toAttributes={(value) => textsTo(value, FIELDS)}
        >
          <Fields />
        </SettingEditor>
      </div>
    </SettingsFrame>
  );
}

function Fields() {
  const { t } = useTranslation('settings');
  return (
    <>
      <FormCard title={t('contact.who')}>
        <FieldPair>
          <Field name="contactName" label={t('field.contactName')} autoComplete="off" />
          <Field name="contactRole" label={t('field.contactRole')} hint={t('contact.roleHint')} />
        </FieldPair>
        <PictureField
          name="contactPhotoUrl"
          label={t('field.contactPhotoUrl')}
          hint={t('contact.photoHint')}
          ratio={1}
          send={SEND_PHOTO}
        />
      </FormCard>
      <FormCard title={t('contact.reach')}>
        <FieldPair>
          <Field name="contactPhone" kind="tel" label={t('field.contactPhone')} />
          <Field name="contactEmail" kind="email" label={t('field.contactEmail')} />
        </FieldPair>
        <Field
          name="contactText"
          kind="textarea"
          rows={2}
          label={t('field.contactText')}
          hint={t('contact.textHint')}
        />
        <Field name="contactTextEn" kind="textarea" rows={2} label={t('field.contactTextEn')} />
      </FormCard>
      {features.value.peerToPeer ? <HelpWords /> : null}
      <Preview />
      <SubmitButton large>{t('saveOf.contact')}</SubmitButton>
    </>
  );
}

/** What help between people is here, and whom somebody in need can call. */
function HelpWords() {
  const { t } = useTranslation('settings');
  return (
    <FormCard title={t('contact.help')}>
      <Field
        name="helpIntro"
        kind="textarea"
        rows={3}
        label={t('field.helpIntro')}
        hint={t('contact.helpIntroHint')}
      />
      <Field name="helpIntroEn" kind="textarea" rows={3} label={t('field.helpIntroEn')} />
      <Field
        name="helpLines"
        kind="textarea"
        rows={4}
        label={t('field.helpLines')}
        hint={t('contact.helpLinesHint')}
      />
      <Field name="helpLinesEn" kind="textarea" rows={4} label={t('field.helpLinesEn')} />
    </FormCard>
  );
}

function Preview() {
  const { t } = useTranslation('settings');
  const { value } = useForm();
  if (!value.contactName) return null;
  return (
    <section className="stack" aria-label={t('contact.preview')}>
      <h2>{t('contact.preview')}</h2>
      <ContactCard profile={value as ContactPerson} />
    </section>
  );
}
