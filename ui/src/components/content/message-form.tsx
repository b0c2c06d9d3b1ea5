// A field to write the next message of a conversation. What is typed stays on the device until it is sent.
import { useState } from 'react';
import { addToast } from '../../lib/feedback/toasts.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { Field } from '../form/field.tsx';
import { Form, SubmitButton } from '../form/form.tsx';
import type { FormValue } from '../form/form-context.ts';

/** In characters; the server refuses what is longer. */
export const MESSAGE_AT_MOST = 5000;

interface MessageFormProps {
  /** Under which name what is typed is stored until it is sent. */
  draft: string;
  label: string;
  hint: string;
  submit: string;
  /** Told once it has been sent. */
  sent: string;
  onSend: (body: string) => Promise<void>;
}

export function MessageForm({ draft, label, hint, submit, sent, onSend }: MessageFormProps) {
  const [round, setRound] = useState(0);

  async function handleSubmit(value: FormValue) {
    await onSend(String(value.body ?? '').trim());
    dropDraft(draft);
    addToast({ title: sent, color: 'success' });
    setRound((times) => times + 1);
  }

  return (
    <Form
      key={round}
      className="message-form"
      label={label}
      value={readDraft<FormValue>(draft) ?? { body: '' }}
      onChange={(value) => saveDraft(draft, value)}
      onSubmit={handleSubmit}
    >
      <Field
        name="body"
        kind="textarea"
        rows={3}
        label={label}
        hint={hint}
        rules={{ required: true, maxLength: MESSAGE_AT_MOST }}
      />
      <SubmitButton>{submit}</SubmitButton>
    </Form>
  );
}
