// On which days a letter comes with vacancies that fit. No day: no letter.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/schema.d.ts';
import { Button } from '../../../components/actions/button.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { type FormValue, useForm } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDay } from '../../../lib/locale/time.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { AccountFrame } from '../account-frame.tsx';
import { changeOwn } from '../own-account.ts';
import { daysOf, nextDigest } from './own-form.ts';

const NAME = 'profile-edit/periodieke-mail';
const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;

export default function DigestPage() {
  const { t } = useTranslation('account');
  const me = currentUser.value;
  return (
    <AccountFrame
      current="/profile-edit/periodieke-mail"
      title={t('digest.title')}
      description={t('digest.description')}
    >
      {me ? <DigestForm me={me} /> : <RowSkeletons count={4} />}
    </AccountFrame>
  );
}

function DigestForm({ me }: { me: User }) {
  const { t } = useTranslation('account');
  const [round, setRound] = useState(0);
  useEffect(() => () => markSaved(NAME), []);

  async function handleSubmit(value: FormValue) {
    await changeOwn({ digestDays: daysOf(value.days) });
    setRound((times) => times + 1);
    addToast({ title: t('saved'), color: 'success' });
  }

  return (
    <Card title={t('digest.when')} className="stack">
      <Form
        key={round}
        value={{ days: (me.digestDays ?? []).map(String) }}
        onUnsaved={(isUnsaved) => (isUnsaved ? markUnsaved(NAME) : markSaved(NAME))}
        onSubmit={handleSubmit}
        label={t('digest.title')}
      >
        <div className="day-choice">
          <Field
            name="days"
            kind="checkboxes"
            label={t('digest.days')}
            hint={t('digest.daysHint')}
            choices={WEEK.map((day) => ({ value: String(day), label: t(`day.${day}`) }))}
          />
        </div>
        <WhatFollows />
        <div className="button-row">
          <SubmitButton large>{t('digest.save')}</SubmitButton>
          <NoMail />
        </div>
      </Form>
    </Card>
  );
}

function WhatFollows() {
  const { t } = useTranslation('account');
  const next = nextDigest(daysOf(useForm().value.days));
  return (
    <div role="status">
      <Notice tone="info" icon={next ? 'calendar' : 'bell'}>
        <p>{next ? t('digest.next', { day: formatDay(next) }) : t('digest.off')}</p>
      </Notice>
    </div>
  );
}

function NoMail() {
  const { t } = useTranslation('account');
  const form = useForm();
  if (daysOf(form.value.days).length === 0) return null;
  return (
    <Button variant="quiet" onClick={() => form.set('days', [])}>
      {t('digest.none')}
    </Button>
  );
}
