// After a failed submit: what is wrong, each a link to its field. The focus goes here.
import { type MouseEvent, type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './form.css';
import { Icon } from '../media/icon.tsx';

export interface SummaryLine {
  text: string;
  /** The field it is about. */
  id?: string;
}

export function ErrorSummary({ lines, ref }: { lines: readonly SummaryLine[]; ref?: Ref<HTMLDivElement> }) {
  const { t } = useTranslation('components');
  const id = useId();
  // Without a field to mend it is not the form that is wrong.
  const isOfFields = lines.some((line) => line.id);
  return (
    <div className="error-summary" role="alert" aria-labelledby={id} tabIndex={-1} ref={ref}>
      <h2 id={id}>
        <Icon name="alert" />
        {isOfFields ? t('form.errors_title', { count: lines.length }) : t('form.failed_title')}
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line.text}>
            {line.id ? <FieldLink id={line.id} text={line.text} /> : <p>{line.text}</p>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function FieldLink({ id, text }: { id: string; text: string }) {
  function handleClick(event: MouseEvent) {
    event.preventDefault();
    const field = document.getElementById(id);
    field?.scrollIntoView?.({ block: 'center' });
    field?.focus();
  }
  return (
    <a href={`#${id}`} onClick={handleClick}>
      {text}
    </a>
  );
}
