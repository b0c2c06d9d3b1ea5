// Messages to those who signed up for a date: what was sent, and a new one.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACTIVITY_CALLS } from '../../../api/activity-calls.ts';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useCall } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import type {
  Activity,
  ActivityMessage,
  ActivityMessageFormInput,
  ActivityOccurrence,
} from '../../../api/schema.d.ts';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate, formatTime } from '../../../lib/locale/time.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';

interface Props {
  activity: Activity;
  date: ActivityOccurrence;
}

const AUDIENCES = ['registered', 'waiting', 'all'] as const;

export function ActivityMessages({ activity, date }: Props) {
  const { t } = useTranslation('activity-messages');
  const [round, setRound] = useState(0);
  const { data } = useCall(ACTIVITY_CALLS.activityMessages, { id: activity.id });
  if (!data) return null;
  const mayWrite = Array.isArray(data.meta.can) && data.meta.can.includes('create');
  const isSeries = activity.registration !== 'series' && activity.occurrencesCount > 1;
  const draft = `activities/${activity.id}/message`;

  async function handleSubmit(value: FormValue) {
    const { message, audience, reach } = value;
    const body: ActivityMessageFormInput = {
      message: String(message ?? '').trim(),
      audience: AUDIENCES.find((each) => each === audience) ?? 'registered',
      ...(isSeries && reach !== 'all' ? { occurrenceId: date.id } : {}),
    };
    await send(ACTIVITY_CALLS.writeToActivity, { id: activity.id, body });
    dropDraft(draft);
    addToast({ id: 'message', title: t('sent'), message: t('sentText'), color: 'success' });
    setRound((times) => times + 1);
    await refresh(keyOf(`/activities/${activity.id}/messages`));
  }

  return (
    <Card title={t('title')} className="stack">
      {mayWrite ? (
        <Form
          key={round}
          of="activity_message_forms"
          label={t('title')}
          value={readDraft<FormValue>(draft) ?? { message: '', audience: 'registered', reach: 'date' }}
          onChange={(value) => saveDraft(draft, value)}
          onSubmit={handleSubmit}
        >
          <Field name="message" kind="textarea" rows={4} label={t('message')} hint={t('hint')} />
          <Field
            name="audience"
            kind="select"
            label={t('audience.label')}
            rules={{ required: true }}
            choices={AUDIENCES.map((value) => ({ value, label: t(`audience.${value}`) }))}
          />
          {isSeries ? (
            <Field
              name="reach"
              kind="select"
              label={t('reach.label')}
              rules={{ required: true }}
              choices={(['date', 'all'] as const).map((value) => ({
                value,
                label: t(`reach.${value}`, { date: formatDate(date.startsAt) }),
              }))}
            />
          ) : null}
          <SubmitButton plain>{t('send')}</SubmitButton>
        </Form>
      ) : null}
      {data.items.length > 0 ? (
        <ul className="message-list">
          {data.items.map((message) => (
            <Sent key={message.id} message={message} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

function Sent({ message }: { message: ActivityMessage }) {
  const { t } = useTranslation('activity-messages');
  const { authorName, createdAt, sentAt, sentCount } = message;
  const when = `${formatDate(createdAt)}, ${formatTime(createdAt)}`;
  return (
    <li>
      <p>{message.message}</p>
      <span className="hint">
        {[authorName || t('somebody'), when, sentAt ? t('reached', { count: sentCount }) : t('sending')].join(
          ' · ',
        )}
      </span>
    </li>
  );
}
