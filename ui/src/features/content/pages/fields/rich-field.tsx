// Text with markup. The editor behind it is fetched when somebody opens a block that has one.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../components/class-names.ts';
import { FieldError, hintId } from '../../../../components/form/field-frame.tsx';
import { loadWords } from '../../../../lib/locale/i18n.ts';
import { type ControlProps, describing } from './block-form.tsx';

import '../../../../components/rich-text/rich-text.css';

const RichText = lazy(async () => {
  const [{ RichText: Part }] = await Promise.all([
    import('../../../../components/rich-text/rich-text.tsx'),
    loadWords(['rich-text']),
  ]);
  return { default: Part };
});

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
          isWhole={field.kind === 'long_text'}
          onChange={onChange}
        />
      </Suspense>
    </div>
  );
}
