// Notes of the centre beside an application; for who may read none there is nothing.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { keyOf, useCall } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { PanelSection } from '../../../components/work-list/panel-parts.tsx';
import { formatDateTime } from '../../../lib/locale/time.ts';

export function ApplicationNotes({ id }: { id: string }) {
  const { t } = useTranslation('applications');
  const [round, setRound] = useState(0);
  const { data } = useCall(STAFF_CALLS.applicationNotes, { id, query: { 'page[size]': 20 } });
  if (!data) return null;

  async function handleSubmit(value: FormValue) {
    await send(STAFF_CALLS.addApplicationNote, { id, body: { note: String(value.note ?? '').trim() } });
    setRound((times) => times + 1);
    await refresh(keyOf(`/applications/${id}/internal_notes`));
  }

  return (
    <PanelSection title={t('notes.title')}>
      {data.items.length > 0 ? (
        <ul className="earlier">
          {data.items.map((note) => (
            <li key={note.id}>
              <p className="panel-text">{note.note}</p>
              <span className="soft small">
                {note.authorName}, {formatDateTime(note.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      <Form
        key={round}
        className="application-form"
        label={t('notes.label')}
        value={{ note: '' }}
        onSubmit={handleSubmit}
      >
        <Field
          name="note"
          kind="textarea"
          rows={2}
          label={t('notes.label')}
          rules={{ required: true, maxLength: 4000 }}
        />
        <SubmitButton plain>{t('notes.save')}</SubmitButton>
      </Form>
    </PanelSection>
  );
}
