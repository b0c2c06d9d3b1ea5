// A picture in a form: what there is, and the dialog to choose another one, which is fetched when somebody opens it.
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWords } from '../../lib/locale/i18n.ts';
import { Button } from '../actions/button.tsx';
import { fieldId } from '../form/field.tsx';
import { FieldFrame } from '../form/field-frame.tsx';
import { useForm } from '../form/form-context.ts';
import './picture-field.css';
import type { SendPicture } from '../../lib/pictures/picture-types.ts';
import type { PictureSubject } from './picture-dialog.tsx';

export const PictureDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./picture-dialog.tsx'), loadWords(['picture'])]);
  return { default: dialog.PictureDialog };
});

export interface PictureFieldProps {
  name: string;
  /** The field that says what it shows; left out for what stands beside a name. */
  altName?: string;
  label: string;
  hint?: string;
  /** Width through height; left out: the whole picture. */
  ratio?: number;
  /** A drawing (SVG) is taken too: a logo of the centre. */
  drawings?: boolean;
  subject?: PictureSubject;
  /** What its buttons say, where it is no photo. */
  words?: { choose: string; other: string; remove: string };
  send: SendPicture;
}

export function PictureField({
  name,
  altName,
  label,
  hint,
  ratio,
  drawings,
  subject,
  words,
  send,
}: PictureFieldProps) {
  const { t } = useTranslation('components');
  const form = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const id = fieldId(form.id, name);
  const url = typeof form.value[name] === 'string' ? form.value[name] : '';
  const alt = altName && typeof form.value[altName] === 'string' ? form.value[altName] : '';

  function handleChosen(chosen: { url: string; alt: string }) {
    form.set(name, chosen.url);
    if (altName) form.set(altName, chosen.alt);
    setIsOpen(false);
  }
  function handleRemove() {
    form.set(name, '');
    if (altName) form.set(altName, '');
  }

  return (
    <FieldFrame id={id} label={label} hint={hint} error={form.errors[name]} required={false} isGroup>
      <div className="picture-field">
        {url ? <img src={url} alt={alt} /> : null}
        <div className="button-row">
          <Button id={id} icon="image" onClick={() => setIsOpen(true)}>
            {url ? (words?.other ?? t('picture.other')) : (words?.choose ?? t('picture.choose'))}
          </Button>
          {url ? (
            <Button variant="quiet" onClick={handleRemove}>
              {words?.remove ?? t('picture.remove')}
            </Button>
          ) : null}
        </div>
      </div>
      {isOpen ? (
        <Suspense fallback={null}>
          <PictureDialog
            hasAlt={altName !== undefined}
            ratio={ratio}
            drawings={drawings}
            subject={subject}
            send={send}
            onChosen={handleChosen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </FieldFrame>
  );
}
