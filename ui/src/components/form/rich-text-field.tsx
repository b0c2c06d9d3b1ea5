// A field of a form for text with markup. The editor behind it is fetched when the form opens.
import { lazy, Suspense, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadWords } from '../../lib/locale/i18n.ts';
import { classNames } from '../class-names.ts';
import { fieldId } from './field.tsx';
import { describedBy, FieldError } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import '../rich-text/rich-text.css';

const RichText = lazy(async () => {
  const [{ RichText: Part }] = await Promise.all([
    import('../rich-text/rich-text.tsx'),
    loadWords(['rich-text']),
  ]);
  return { default: Part };
});

interface RichTextFieldProps {
  name: string;
  label: string;
  lang?: string;
}

export function RichTextField({ name, label, lang }: RichTextFieldProps) {
  const { t } = useTranslation('components');
  const form = useForm();
  const id = fieldId(form.id, name);
  const rules = form.rulesOf(name);
  const error = form.errors[name];
  const value = form.value[name];
  const { register } = form;
  useLayoutEffect(() => register({ name, id, label, short: undefined, rules, check: undefined }));
  return (
    <div className={classNames('field', error && 'has-error')}>
      <span className="field-label" id={`${id}-label`}>
        {label}
        {rules.required ? null : <span className="optional"> {t('form.optional')}</span>}
      </span>
      <FieldError id={id} error={error} />
      <Suspense fallback={<div className="rich-editor is-waiting" />}>
        <RichText
          id={id}
          labelledBy={`${id}-label`}
          describedBy={describedBy(id, undefined, error)}
          value={typeof value === 'string' ? value : ''}
          most={rules.maxLength ?? 5000}
          lang={lang}
          onChange={(html) => form.set(name, html)}
        />
      </Suspense>
    </div>
  );
}
