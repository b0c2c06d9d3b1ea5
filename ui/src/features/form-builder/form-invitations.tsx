// Who was invited to a form, who has answered, and a reminder for the others.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { useFormData } from '../../api/form-data.ts';
import { send } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Card } from '../../components/layout/card.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { TextInput } from './question-editor.tsx';
import '../../components/layout/line-list.css';

export function FormInvitations({ id }: { id: string }) {
  const { t } = useTranslation('form-builder');
  const { data, refresh } = useFormData(id, 'invitations');
  const [emails, setEmails] = useState('');

  async function attempt(job: () => Promise<{ meta: { count?: number } }>, said: 'sent' | 'reminded') {
    try {
      const { meta } = await job();
      addToast({ title: t(`invite.${said}`, { count: meta.count ?? 0 }), color: 'success' });
      setEmails('');
      await refresh();
    } catch (cause) {
      addToast({ title: cause instanceof ApiError ? cause.message : t('failed'), color: 'danger' });
    }
  }

  const list = emails.split(/[\s,;]+/).filter(Boolean);
  return (
    <Card title={t('invite.title')} className="stack">
      <TextInput id="invite-emails" isLong label={t('invite.emails')} value={emails} onChange={setEmails} />
      <ButtonRow>
        <Button
          variant="primary"
          disabled={list.length === 0}
          onClick={() =>
            void attempt(() => send(STAFF_CALLS.inviteToForm, { id, body: { emails: list } }), 'sent')
          }
        >
          {t('invite.send')}
        </Button>
        <Button
          onClick={() => void attempt(() => send(STAFF_CALLS.remindOfForm, { id, body: {} }), 'reminded')}
        >
          {t('invite.remind')}
        </Button>
      </ButtonRow>
      <ul className="line-list">
        {(data ?? []).map((one) => (
          <li key={one.id}>
            <span>{one.email}</span>
            <span className="soft">
              {one.answered_at
                ? t('invite.answered', { date: formatDate(one.answered_at) })
                : t('invite.waiting')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
