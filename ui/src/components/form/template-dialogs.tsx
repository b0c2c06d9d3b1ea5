// Starting from what was written before: a template, or an earlier one; and keeping a template.
import { useTranslation } from 'react-i18next';
import { addToast } from '../../lib/feedback/toasts.ts';
import { Button } from '../actions/button.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { Field } from './field.tsx';
import { Form, SubmitButton } from './form.tsx';

interface Named {
  id: string;
  name: string;
}

export interface StartDialogWords {
  title: string;
  templates: string;
  earlier: string;
  none: string;
  failed: string;
  drop: (name: string) => string;
}

interface StartDialogProps<T extends Named> {
  words: StartDialogWords;
  /** Null: not loaded yet. */
  templates: readonly T[] | null;
  earlier: readonly Named[];
  isFailed: boolean;
  onTemplate: (template: T) => void;
  onEarlier: (id: string) => Promise<void>;
  onDrop: (id: string) => Promise<void>;
  onClose: () => void;
}

export function StartDialog<T extends Named>(props: StartDialogProps<T>) {
  const { words, templates, earlier, isFailed, onTemplate, onEarlier, onDrop, onClose } = props;
  return (
    <Dialog open title={words.title} onClose={onClose}>
      {isFailed ? <p role="alert">{words.failed}</p> : null}
      {templates?.length === 0 && earlier.length === 0 ? <p>{words.none}</p> : null}
      {templates && templates.length > 0 ? (
        <>
          <h3>{words.templates}</h3>
          <ul className="plain-list">
            {templates.map((template) => (
              <li key={template.id} className="template-line">
                <Button wide onClick={() => onTemplate(template)}>
                  {template.name}
                </Button>
                <Button
                  variant="quiet"
                  aria-label={words.drop(template.name)}
                  icon="close"
                  onClick={() => void onDrop(template.id)}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {earlier.length > 0 ? (
        <>
          <h3>{words.earlier}</h3>
          <ul className="plain-list">
            {earlier.map(({ id, name }) => (
              <li key={id}>
                <Button wide onClick={() => void onEarlier(id)}>
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Dialog>
  );
}

interface SaveTemplateDialogProps {
  /** Whose rules hold for the name. */
  of: 'vacancy_templates' | 'activity_templates';
  words: { title: string; text: string; name: string; confirm: string; saved: string; savedText: string };
  name: string;
  onSave: (name: string) => Promise<void>;
  onClose: () => void;
}

export function SaveTemplateDialog({ of, words, name, onSave, onClose }: SaveTemplateDialogProps) {
  const { t } = useTranslation('components');
  return (
    <Dialog
      open
      title={words.title}
      description={words.text}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of={of}
          value={{ name }}
          label={words.title}
          onSubmit={async (typed) => {
            await onSave(String(typed.name ?? '').trim());
            addToast({ title: words.saved, message: words.savedText, color: 'success' });
            onClose();
          }}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <SubmitButton>{words.confirm}</SubmitButton>
        </>
      }
    >
      <Field name="name" label={words.name} />
    </Dialog>
  );
}
