// My details: names, phone number, job, gender, day of birth.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/schema.d.ts';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { PictureField } from '../../../components/picture/picture-field.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { sendPicture } from '../../../lib/pictures/send-picture.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { changeOwn } from '../own-account.ts';
import '../../../components/layout/stepper.css';
import { AccountFrame } from '../account-frame.tsx';
import { OwnOnly } from '../own-only.tsx';
import { changedDetails, detailsToForm } from './own-form.ts';

const SEND_PORTRAIT = sendPicture('avatar');
const DRAFT = 'profile-edit';

export default function DetailsPage() {
  const { t } = useTranslation('account');
  const me = currentUser.value;
  return (
    <AccountFrame current="/profile-edit" title={t('details.title')} description={t('details.description')}>
      <OwnOnly title={t('details.who')}>{me ? <DetailsForm me={me} /> : <RowSkeletons count={6} />}</OwnOnly>
    </AccountFrame>
  );
}

function DetailsForm({ me }: { me: User }) {
  const { t } = useTranslation('account');
  const [base, setBase] = useState(() => detailsToForm(me));
  const [round, setRound] = useState(0);
  useEffect(() => () => markSaved(DRAFT), []);

  async function handleSubmit(value: FormValue) {
    const changed = changedDetails(base, value);
    if (Object.keys(changed).length > 0) await changeOwn(changed);
    dropDraft(DRAFT);
    const now = currentUser.peek();
    if (now) setBase(detailsToForm(now));
    setRound((times) => times + 1);
    addToast({ title: t('saved'), color: 'success' });
  }

  return (
    <Form
      key={round}
      of="users"
      value={{ ...base, ...readDraft<FormValue>(DRAFT) }}
      onChange={(value) => saveDraft(DRAFT, value)}
      onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(DRAFT) : markSaved(DRAFT))}
      onSubmit={handleSubmit}
      label={t('details.title')}
    >
      <FormCard title={t('details.who')}>
        <FieldPair>
          <Field
            name="firstName"
            label={t('field.firstName')}
            rules={{ required: true }}
            autoComplete="given-name"
          />
          <Field
            name="lastName"
            label={t('field.lastName')}
            rules={{ required: true }}
            autoComplete="family-name"
          />
        </FieldPair>
        <Field name="birthDate" kind="date" label={t('field.birthDate')} hint={t('details.birthDateHint')} />
        <Field
          name="gender"
          kind="select"
          label={t('field.gender')}
          choices={(['female', 'male', 'other'] as const).map((value) => ({
            value,
            label: t(`gender.${value}`),
          }))}
        />
      </FormCard>
      <FormCard title={t('details.portrait')}>
        <PictureField
          name="avatarUrl"
          label={t('field.avatarUrl')}
          hint={t('details.portraitHint')}
          ratio={1}
          send={SEND_PORTRAIT}
        />
      </FormCard>
      <FormCard title={t('details.reach')}>
        <Field name="phoneNumber" kind="tel" label={t('field.phoneNumber')} hint={t('details.phoneHint')} />
        <Field
          name="jobTitle"
          label={t('field.jobTitle')}
          hint={t('details.jobHint')}
          autoComplete="organization-title"
        />
      </FormCard>
      <SubmitButton large>{t('save')}</SubmitButton>
    </Form>
  );
}
