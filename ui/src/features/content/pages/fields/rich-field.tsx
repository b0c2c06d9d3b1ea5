// Text with markup. The editor behind it is fetched when somebody opens a block that has one.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../components/class-names.ts';
import { FieldError, hintId } from '../../../../components/form/field-frame.tsx';
import { type ControlProps, describing } from './block-form.tsx';

const RichText = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichText }));

export function RichField({ id, label, hint, error, required, field, value, onChange }: ControlProps) {
  const { t } = useTranslation(['content-pages', 'components']);
  return (
    <div className={classNames('field', error && 'has-error')}>
      <span className="field-label" id={`${id}-label`}>
        {label}
        {required ? null : <span className="optional"> {t('components:form.optional')}</span>}
      </span>
      {hint ? (
        <p className="hint" id={hintId(id)}>
          {hint}
        </p>
      ) : null}
      <FieldError id={id} error={error} />
      <Suspense fallback={<div className="rich-editor is-waiting" />}>
        <RichText
          id={id}
          labelledBy={`${id}-label`}
          describedBy={describing(id, hint, error)}
          value={typeof value === 'string' ? value : ''}
          most={field.max ?? 5000}
          onChange={onChange}
        />
      </Suspense>
    </div>
  );
}
