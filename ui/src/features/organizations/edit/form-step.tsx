// A step of fields: what the organisation is, how it is reached, what a School asks.
import { useTranslation } from 'react-i18next';
import type { Organization } from '../../../api/schema.d.ts';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { PictureField } from '../../../components/picture/picture-field.tsx';
import { sendPicture } from '../../../lib/pictures/send-picture.ts';
import { readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { isWebAddress } from '../signup/signup-values.ts';
import { changes, draftOf, toForm } from './edit-steps.ts';
import { StepEnd, type StepProps } from './step-end.tsx';

const SEND_LOGO = sendPicture('organization_logo');
const SEND_PHOTO = sendPicture('organization_photo');
const PHOTO_RATIO = 16 / 9;

const FIELDS = { about: About, contact: Contact, school: School } as const;

export function FormStep({ found, step, save }: StepProps & { step: keyof typeof FIELDS }) {
  const { t } = useTranslation('organizations');
  const draft = draftOf(found.id, step);
  const base = toForm(found);
  const Fields = FIELDS[step];
  return (
    <Form
      of="organizations"
      value={{ ...base, ...readDraft<FormValue>(draft) }}
      onChange={(value) => saveDraft(draft, value)}
      onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(draft) : markSaved(draft))}
      onSubmit={(value) => save(changes(base, value))}
      label={t(`edit.step.${step}`)}
    >
      <Fields found={found} />
      <StepEnd found={found} step={step} />
    </Form>
  );
}

function About({ found }: { found: Organization }) {
  const { t } = useTranslation('organizations');
  return (
    <>
      <FormCard title={t('edit.about')}>
        <Field name="name" label={t('field.name')} autoComplete="organization" />
        <Field name="kvkNumber" label={t('field.kvkNumber')} autoComplete="off" />
        {found.can.includes('oversee') || found.status !== 'approved' ? null : (
          <p className="soft">{t('edit.identityHint')}</p>
        )}
        <Field
          name="description"
          kind="textarea"
          rows={6}
          label={t('field.description')}
          hint={t('signup.descriptionHint')}
        />
      </FormCard>
      <FormCard title={t('edit.pictures')}>
        <PictureField
          name="logoUrl"
          label={t('edit.logo')}
          hint={t('edit.logoHint')}
          send={SEND_LOGO}
          subject="logo"
          words={{ choose: t('edit.chooseLogo'), other: t('edit.otherLogo'), remove: t('edit.removeLogo') }}
        />
        <PictureField
          name="photoUrl"
          altName="photoAlt"
          label={t('edit.photo')}
          hint={t('edit.photoHint')}
          ratio={PHOTO_RATIO}
          send={SEND_PHOTO}
        />
      </FormCard>
    </>
  );
}

function Contact() {
  const { t } = useTranslation('organizations');
  return (
    <>
      <FormCard title={t('edit.contact')}>
        <Field
          name="contactName"
          label={t('edit.contactName')}
          hint={t('edit.contactHint')}
          autoComplete="name"
        />
        <FieldPair>
          <Field name="email" kind="email" label={t('field.email')} />
          <Field name="phoneNumber" kind="tel" label={t('field.phone')} />
        </FieldPair>
        <Field
          name="website"
          label={t('field.website')}
          hint={t('signup.websiteHint')}
          check={(value) => (!value || isWebAddress(String(value)) ? null : t('signup.websiteWrong'))}
        />
      </FormCard>
      <FormCard title={t('edit.shown')}>
        <p className="soft">{t('edit.shownHint')}</p>
        <Field name="showEmail" kind="checkbox" label={t('edit.showEmail')} />
        <Field name="showPhoneNumber" kind="checkbox" label={t('edit.showPhoneNumber')} />
        <Field name="showWebsite" kind="checkbox" label={t('edit.showWebsite')} />
      </FormCard>
    </>
  );
}

function School() {
  const { t } = useTranslation('organizations');
  return (
    <FormCard title={t('edit.school')}>
      <Field
        name="mentorApproval"
        kind="checkbox"
        label={t('edit.mentorApproval')}
        hint={t('edit.mentorApprovalHint')}
      />
      <Field
        name="mentorsSeeAll"
        kind="checkbox"
        label={t('edit.mentorsSeeAll')}
        hint={t('edit.mentorsSeeAllHint')}
      />
    </FormCard>
  );
}
