// Hours in which no mail comes that can wait.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useFieldValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { changeOwn } from '../own-account.ts';
import { isTimeOfDay, NIGHT, timeOfDay } from './time-of-day.ts';

const NAME = 'profile-edit/quiet';

export function SettingsQuiet({ from, until }: { from: string | null; until: string | null }) {
  const { t } = useTranslation('account-settings');
  const [round, setRound] = useState(0);
  useEffect(() => () => markSaved(NAME), []);

  async function handleSubmit(value: FormValue) {
    const isOwn = value.isOwn === true;
    await changeOwn({
      quietFrom: isOwn ? timeOfDay(String(value.quietFrom ?? '')) : null,
      quietUntil: isOwn ? timeOfDay(String(value.quietUntil ?? '')) : null,
    });
    setRound((times) => times + 1);
    addToast({ title: t('saved'), color: 'success' });
  }

  return (
    <Card title={t('quiet.title')} className="stack">
      <p>{t('quiet.text', NIGHT)}</p>
      <Form
        key={round}
        value={{
          isOwn: from !== null && until !== null,
          quietFrom: from ?? NIGHT.from,
          quietUntil: until ?? NIGHT.until,
        }}
        onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(NAME) : markSaved(NAME))}
        onSubmit={handleSubmit}
        label={t('quiet.title')}
      >
        <Field name="isOwn" kind="checkbox" label={t('quiet.own')} />
        <Hours />
        <SubmitButton plain>{t('quiet.submit')}</SubmitButton>
      </Form>
    </Card>
  );
}

function Hours() {
  const { t } = useTranslation('account-settings');
  if (useFieldValue('isOwn') !== true) return null;
  const check = (value: unknown): string | null =>
    isTimeOfDay(timeOfDay(String(value ?? ''))) ? null : t('quiet.wrong');
  return (
    <FieldPair>
      <Field name="quietFrom" label={t('quiet.from')} narrow check={check} rules={{ required: true }} />
      <Field name="quietUntil" label={t('quiet.until')} narrow check={check} rules={{ required: true }} />
    </FieldPair>
  );
}
