// One file, dropped or chosen. The box itself is the label of the file field, so that a keyboard reaches it too.
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import '../form.css';
import './file-drop.css';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../media/icon.tsx';
import { describedBy, FieldError, hintId } from '../field-frame.tsx';

export interface FileDropProps {
  /** "Sleep je bestand hierheen, of kies een bestand" */
  label: ReactNode;
  hint?: string;
  error?: string | undefined;
  /** '.csv,.xlsx' */
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
}

export function FileDrop({ label, hint, error, accept, disabled = false, onFile }: FileDropProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) onFile(file);
  }

  return (
    <div className={classNames('field', error && 'has-error')}>
      <FieldError id={id} error={error} />
      <label
        className={classNames('file-drop', isOver && 'is-over')}
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
      >
        <Icon name="upload" />
        <span>{label}</span>
        <input
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file may be chosen again after it was corrected.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
      </label>
      {hint ? (
        <p className="hint" id={hintId(id)}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
