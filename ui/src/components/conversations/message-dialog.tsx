// A dialog with the first message to somebody or to many: what it is about, the text, and sending it. What is typed stays
// on the device until it is sent.
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { Button } from '../actions/button.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { Field } from '../form/field.tsx';
import { Form, type FormProps, SubmitButton } from '../form/form.tsx';
import type { FormValue } from '../form/form-context.ts';

export interface NewMessage {
  /** Left out where it is about something, or where nobody wrote one. */
  subject?: string;
  body: string;
}

interface MessageDialogProps {
  title: string;
  description?: string | undefined;
  /** Whose constraints hold. */
  of: string;
  /** Under which name what is typed is stored until it is sent. */
  draft: string;
  /** False while it is not known whether anybody gets it, or when nobody does: then there is nothing to write. */
  mayWrite?: boolean;
  /** Of a conversation about nothing that has a title of its own. */
  hasSubject: boolean;
  hint?: string | undefined;
  /** What is wrong with the text besides its length; null when nothing is. */
  check?: (body: string) => string | null;
  submit: string;
  /** The key is that of the last try while the message is the same: a second press sends the same wish. */
  onSend: (message: NewMessage, key: string) => ReturnType<FormProps['onSubmit']>;
  onClose: () => void;
  /** Above the fields. */
  children?: ReactNode;
  /** Below them, within the form. */
  below?: ReactNode;
}

export function MessageDialog(props: MessageDialogProps) {
  const { title, description, of, draft, mayWrite = true, hasSubject, hint, check } = props;
  const { submit, onSend, onClose, children, below } = props;
  const { t } = useTranslation(['message-dialog', 'components']);
  const attempt = useRef({ text: '', key: '' });

  async function handleSubmit(value: FormValue) {
    const subject = String(value.subject ?? '').trim();
    const body = String(value.body ?? '').trim();
    const text = `${subject}\n${body}`;
    if (attempt.current.text !== text) attempt.current = { text, key: crypto.randomUUID() };
    const message = { ...(subject === '' ? {} : { subject }), body };
    const problems = await onSend(message, attempt.current.key);
    if (!problems || problems.length === 0) dropDraft(draft);
    return problems;
  }

  const form = (content: ReactNode) => (
    <Form
      of={of}
      label={title}
      value={readDraft<FormValue>(draft) ?? { subject: '', body: '' }}
      onChange={(value) => saveDraft(draft, value)}
      onSubmit={handleSubmit}
    >
      {content}
    </Form>
  );
  return (
    <Dialog
      open
      title={title}
      description={description}
      onClose={onClose}
      {...(mayWrite ? { wrap: form } : {})}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t(mayWrite ? 'components:cancel' : 'components:close')}
          </Button>
          {mayWrite ? <SubmitButton>{submit}</SubmitButton> : null}
        </>
      }
    >
      {children}
      {mayWrite ? (
        <>
          {hasSubject ? <Field name="subject" label={t('subject')} short={t('subjectShort')} /> : null}
          <Field
            name="body"
            kind="textarea"
            rows={6}
            label={t('body')}
            hint={hint}
            {...(check ? { check: (value) => check(String(value ?? '')) } : {})}
          />
          {below}
        </>
      ) : null}
    </Dialog>
  );
}
