// What the centre's staff write down about an organisation. Who may read it stands at the field.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useCall } from '../../../api/hooks.ts';
import { removeResource, send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../../lib/locale/time.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';

export function OrganizationNotes({ id }: { id: string }) {
  const { t } = useTranslation('organization-manage');
  const [round, setRound] = useState(0);
  const { data } = useCall(STAFF_CALLS.organizationNotes, { id, query: { 'page[size]': 50 } });
  if (!data) return null;
  const draft = `organizations/${id}/note`;
  const again = () => refresh(keyOf(`/organizations/${id}/internal_notes`));

  async function handleSubmit(value: FormValue) {
    await send(STAFF_CALLS.addOrganizationNote, { id, body: { note: String(value.note ?? '').trim() } });
    dropDraft(draft);
    addToast({ title: t('notes.added'), color: 'success' });
    setRound((times) => times + 1);
    await again();
  }

  async function handleRemove(noteId: string) {
    try {
      await removeResource('internal_notes', noteId);
      addToast({ title: t('notes.removed'), color: 'success' });
      await again();
    } catch (thrown) {
      addToast({ title: t('failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  return (
    <Card title={t('notes.title')} className="stack">
      {data.items.length > 0 ? (
        <ul className="organization-lines is-stacked" id="notes">
          {data.items.map((note) => (
            <li key={note.id}>
              <p className="as-typed">{note.note}</p>
              <span className="hint">
                {t('notes.by', { name: note.authorName, date: formatDateTime(note.createdAt) })}
              </span>
              {note.can.includes('delete') ? (
                <Button variant="quiet" small icon="trash" onClick={() => void handleRemove(note.id)}>
                  {t('notes.remove')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      <Form
        key={round}
        of="internal_note_forms"
        label={t('notes.title')}
        value={readDraft<FormValue>(draft) ?? { note: '' }}
        onChange={(value) => saveDraft(draft, value)}
        onSubmit={handleSubmit}
      >
        <Field name="note" kind="textarea" rows={3} label={t('notes.label')} hint={t('notes.whoReads')} />
        <SubmitButton plain>{t('notes.add')}</SubmitButton>
      </Form>
    </Card>
  );
}
