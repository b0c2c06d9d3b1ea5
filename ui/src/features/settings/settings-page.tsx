// What a centre decides for its site: how to reach it, who may apply how, and from which age without a parent.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VolunteerCenter } from '../../api/schema.d.ts';
import '../../components/layout/stepper.css';
import { useResource } from '../../api/hooks.ts';
import { updateResource } from '../../api/requests.ts';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { FormCard } from '../../components/layout/card.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { centre, changeCentre } from '../../lib/centre/centre.ts';
import { normaliseError, showError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { markSaved, markUnsaved } from '../../lib/unsaved/unsaved.ts';

const UNSAVED = 'settings';
const AGES = ['16', '17', '18'] as const;

const toForm = (found: VolunteerCenter): FormValue => ({
  email: found.email ?? '',
  phoneNumber: found.phoneNumber ?? '',
  minimumAge: String(found.minimumAge ?? 16),
  allowGuestApplications: found.allowGuestApplications ?? true,
  reviewVacancies: found.reviewVacancies ?? true,
});

export default function SettingsPage() {
  const { t } = useTranslation('settings');
  const id = centre.value?.id;
  const { item: found, error } = useResource('volunteer_centers', id ?? null, {}, { isNew: true });
  useEffect(() => {
    if (error) showError(normaliseError(error, { fatal: true }));
  }, [error]);
  return (
    <div className="settings-page narrow">
      <PageTitle title={t('title')} description={t('description')} />
      {found ? <Editing key={found.id} found={found} /> : <RowSkeletons count={5} />}
    </div>
  );
}

function Editing({ found }: { found: VolunteerCenter }) {
  const { t } = useTranslation('settings');
  const [round, setRound] = useState(0);
  useEffect(() => () => markSaved(UNSAVED), []);

  async function handleSubmit(value: FormValue) {
    const fresh = await updateResource('volunteer_centers', found.id, {
      ...value,
      minimumAge: Number(value.minimumAge),
    });
    const { email, phoneNumber, minimumAge, allowGuestApplications } = fresh;
    changeCentre({
      email,
      phoneNumber,
      allowGuestApplications,
      ...(minimumAge === undefined ? {} : { minimumAge }),
    });
    markSaved(UNSAVED);
    setRound((times) => times + 1);
    addToast({ title: t('saved'), color: 'success' });
  }

  return (
    <Form
      key={round}
      of="volunteer_centers"
      value={toForm(found)}
      onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(UNSAVED) : markSaved(UNSAVED))}
      onSubmit={handleSubmit}
      label={t('title')}
    >
      <FormCard title={t('young.title')}>
        <Field
          name="minimumAge"
          kind="radio"
          label={t('young.age')}
          hint={t('young.hint')}
          rules={{ required: true }}
          choices={AGES.map((age) => ({ value: age, label: t('young.years', { age }) }))}
        />
      </FormCard>
      <FormCard title={t('rules.title')}>
        <Field
          name="allowGuestApplications"
          kind="checkbox"
          label={t('rules.guests')}
          hint={t('rules.guestsHint')}
        />
        <Field
          name="reviewVacancies"
          kind="checkbox"
          label={t('rules.review')}
          hint={t('rules.reviewHint')}
        />
      </FormCard>
      <FormCard title={t('reach.title')}>
        <FieldPair>
          <Field name="email" kind="email" label={t('reach.email')} />
          <Field name="phoneNumber" kind="tel" label={t('reach.phone')} />
        </FieldPair>
      </FormCard>
      <SubmitButton large>{t('save')}</SubmitButton>
    </Form>
  );
}
