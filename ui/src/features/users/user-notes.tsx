// What staff write down about somebody. Who may read it stands at the field.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InternalNote } from '../../api/people-resources.ts';
import type { User } from '../../api/resources.ts';
import { Button, ButtonRow } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/drafts.ts';
import { formatDate, formatTime } from '../../lib/time.ts';
import { addToast } from '../../lib/toasts.ts';
import { addNote, mayAddNote, notes, removeNote } from './user.store.ts';

const AT_MOST = 4000;

export function NotesCard({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const [round, setRound] = useState(0);
  const [going, setGoing] = useState<InternalNote | null>(null);
  const written = notes.value;
  if (written === null) return null;
  const draft = `users/${user.id}/note`;

  async function handleSubmit(value: FormValue) {
    await addNote(user.id, String(value.note ?? '').trim());
    dropDraft(draft);
    addToast({ title: t('note.added'), color: 'success' });
    setRound((times) => times + 1);
  }

  async function handleRemove() {
    if (!going) return;
    try {
      await removeNote(user.id, going.id);
      addToast({ title: t('note.removed'), color: 'success' });
    } catch (cause) {
      addToast({ title: t('note.failed'), message: (cause as Error).message, color: 'danger' });
    }
    setGoing(null);
  }

  return (
    <Card title={t('note.title')}>
      {written.length > 0 ? (
        <ul className="note-list">
          {written.map((note) => (
            <li key={note.id}>
              <p>{note.note}</p>
              <span className="hint">
                {t('note.by', {
                  name: note.authorName || t('role.somebody'),
                  date: `${formatDate(note.createdAt)}, ${formatTime(note.createdAt)}`,
                })}
              </span>
              {note.can.includes('delete') ? (
                <ButtonRow>
                  <Button variant="quiet" small icon="trash" onClick={() => setGoing(note)}>
                    {t('note.remove')}
                  </Button>
                </ButtonRow>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayAddNote.value ? (
        <Form
          key={round}
          className="note-form"
          label={t('note.title')}
          value={readDraft<FormValue>(draft) ?? { note: '' }}
          onChange={(value) => saveDraft(draft, value)}
          onSubmit={handleSubmit}
        >
          <Field
            name="note"
            kind="textarea"
            rows={3}
            label={t('note.label')}
            hint={t('note.whoReads')}
            rules={{ required: true, maxLength: AT_MOST }}
          />
          <SubmitButton plain>{t('note.add')}</SubmitButton>
        </Form>
      ) : null}
      <ConfirmDialog
        open={going !== null}
        title={t('note.removeTitle')}
        confirmLabel={t('note.remove')}
        variant="danger"
        onConfirm={() => void handleRemove()}
        onCancel={() => setGoing(null)}
      >
        <p>{t('note.removeText')}</p>
      </ConfirmDialog>
    </Card>
  );
}
