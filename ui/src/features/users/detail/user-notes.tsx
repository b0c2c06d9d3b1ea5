// What staff write down about somebody. Who may read it stands at the field.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InternalNote, User } from '../../../api/schema.d.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate, formatTime } from '../../../lib/locale/time.ts';
import { menu } from '../../../lib/session/session.ts';
import { dropDraft, readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { addNote, changeNote, removeNote, useNotes } from './user.store.ts';

/** Who guides somebody reads what they wrote themselves; the centre reads all of it. */
const whose = (): { context?: 'own' } =>
  menu.value.includes('organizations_approve') ? {} : { context: 'own' };

export function NotesCard({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const [round, setRound] = useState(0);
  const [going, setGoing] = useState<InternalNote | null>(null);
  const [changing, setChanging] = useState('');
  const found = useNotes(user.id);
  if (found === null) return null;
  const { notes: written, mayAdd } = found;
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
    <Card title={t('note.title', whose())}>
      {written.length > 0 ? (
        <ul className="note-list">
          {written.map((note) => (
            <li key={note.id}>
              {changing === note.id ? (
                <ChangeNote
                  user={user}
                  note={note}
                  onClose={() => {
                    setChanging('');
                  }}
                />
              ) : (
                <p>{note.note}</p>
              )}
              <span className="hint">
                {t('note.by', {
                  name: note.authorName || t('role.somebody'),
                  date: `${formatDate(note.createdAt)}, ${formatTime(note.createdAt)}`,
                })}
              </span>
              {changing === note.id ||
              !(note.can.includes('update') || note.can.includes('delete')) ? null : (
                <ButtonRow>
                  {note.can.includes('update') ? (
                    <Button variant="quiet" small icon="pen" onClick={() => setChanging(note.id)}>
                      {t('note.edit')}
                    </Button>
                  ) : null}
                  {note.can.includes('delete') ? (
                    <Button variant="quiet" small icon="trash" onClick={() => setGoing(note)}>
                      {t('note.remove')}
                    </Button>
                  ) : null}
                </ButtonRow>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {mayAdd ? (
        <Form
          key={round}
          of="internal_note_forms"
          className="note-form"
          label={t('note.title', whose())}
          value={readDraft<FormValue>(draft) ?? { note: '' }}
          onChange={(value) => saveDraft(draft, value)}
          onSubmit={handleSubmit}
        >
          <Field
            name="note"
            kind="textarea"
            rows={3}
            label={t('note.label')}
            hint={t('note.whoReads', whose())}
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

/** One's own, while the day of mending lasts: the server says which. */
function ChangeNote({ user, note, onClose }: { user: User; note: InternalNote; onClose: () => void }) {
  const { t } = useTranslation('users');

  async function handleSubmit(value: FormValue) {
    await changeNote(user.id, note.id, String(value.note ?? '').trim());
    addToast({ title: t('note.changed'), color: 'success' });
    onClose();
  }

  return (
    <Form
      of="internal_note_forms"
      className="note-form"
      label={t('note.edit')}
      value={{ note: note.note }}
      onSubmit={handleSubmit}
    >
      <Field name="note" kind="textarea" rows={3} label={t('note.editLabel')} hint={t('note.editHint')} />
      <ButtonRow>
        <SubmitButton plain>{t('note.save')}</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          {t('note.keep')}
        </Button>
      </ButtonRow>
    </Form>
  );
}
