// The form without rules of its own: the server alone judges, and each of its errors comes back at its field.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_CALLS } from '../../api/account-calls.ts';
import { send } from '../../api/requests.ts';
import type { UserInput } from '../../api/schema.d.ts';
import { ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { Card } from '../../components/layout/card.tsx';
import { currentUser, reloadSession } from '../../lib/session/session.ts';
import { Output, TestPage } from './test-page.tsx';

const FIELDS = ['firstName', 'lastName', 'phoneNumber', 'jobTitle'] as const;

export default function FormPage() {
  const { t } = useTranslation('test-pages');
  const [sent, setSent] = useState<FormValue | null>(null);
  const user = currentUser.value;
  const start = Object.fromEntries(FIELDS.map((name) => [name, user?.[name] ?? '']));

  async function handleSubmit(value: FormValue) {
    setSent(null);
    await send(ACCOUNT_CALLS.changeCurrentUser, { body: { user: value as UserInput } });
    await reloadSession();
    setSent(value);
  }

  return (
    <TestPage name="form">
      <Card title={t('form.card')} className="stack">
        <p>{t('form.lead')}</p>
        <Form value={start} onSubmit={handleSubmit} label={t('form.card')}>
          <FieldPair>
            <Field name="firstName" label={t('form.firstName')} />
            <Field name="lastName" label={t('form.lastName')} />
          </FieldPair>
          <FieldPair>
            <Field name="phoneNumber" kind="tel" label={t('form.phoneNumber')} hint={t('form.phoneHint')} />
            <Field name="jobTitle" label={t('form.jobTitle')} />
          </FieldPair>
          <ButtonRow>
            <SubmitButton>{t('form.send')}</SubmitButton>
          </ButtonRow>
        </Form>
      </Card>
      {sent ? (
        <>
          <Notice tone="success" live>
            <p>{t('form.sent')}</p>
          </Notice>
          <Output value={sent} label={t('form.value')} />
        </>
      ) : null}
    </TestPage>
  );
}
