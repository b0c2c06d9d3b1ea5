// Somebody young names the parent or guardian who has to agree, or sees who was asked.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/form/form.css';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { guardianWaiting } from '../../../lib/session/session.ts';
import { askGuardian } from '../own-account.ts';

export function PrivacyGuardian() {
  const { t } = useTranslation('account-privacy');
  const [round, setRound] = useState(0);
  const waiting = guardianWaiting.value;
  if (waiting === null) return null;
  const { state, email, endsAt, minimumAge, mayAsk } = waiting;

  async function handleSubmit(value: FormValue) {
    const to = String(value.email ?? '').trim();
    await askGuardian(to);
    setRound((times) => times + 1);
    addToast({ title: t('guardian.sent'), message: t('guardian.sentTo', { email: to }), color: 'success' });
  }

  return (
    <Card title={t('guardian.title')} className="stack">
      <p>{t(`guardian.${state}`, { email, age: minimumAge })}</p>
      {endsAt ? <p>{t('guardian.until', { date: formatDate(endsAt) })}</p> : null}
      {mayAsk ? (
        <Form key={round} of="POST /me/guardian" onSubmit={handleSubmit} label={t('guardian.title')}>
          <Field
            name="email"
            kind="email"
            label={t(`guardian.email_${state}`)}
            hint={t('guardian.hint')}
            autoComplete="off"
          />
          <SubmitButton>{t(`guardian.send_${state}`)}</SubmitButton>
        </Form>
      ) : (
        <p className="soft">{t('guardian.enough')}</p>
      )}
    </Card>
  );
}
