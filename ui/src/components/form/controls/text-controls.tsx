// Controls in which you type, and the list from which you pick one.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../actions/button.tsx';
import { classNames } from '../../class-names.ts';
import type { Choice } from '../field.tsx';
import { countId } from '../field-frame.tsx';
import { paragraphsOf, proseOf } from '../prose.ts';
import type { FieldConstraints, FieldValue } from '../rules.ts';

export interface Control {
  id: string;
  name: string;
  value: FieldValue;
  rules: FieldConstraints;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
  disabled: boolean;
  autoComplete: string | undefined;
  placeholder: string | undefined;
  onChange: (value: FieldValue) => void;
  onBlur: () => void;
}

/** What every control has in common, for the element. */
export function controlProps(control: Control) {
  return {
    id: control.id,
    name: control.name,
    disabled: control.disabled,
    'aria-describedby': control.describedBy,
    'aria-invalid': control.invalid || undefined,
    'aria-required': control.required || undefined,
    autoComplete: control.autoComplete,
    onBlur: control.onBlur,
  };
}

export function textOf(value: FieldValue): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const INPUT_TYPE: Record<string, string> = { email: 'email', tel: 'tel', url: 'url' };
const AUTO_COMPLETE: Record<string, string> = {
  email: 'email',
  tel: 'tel',
  url: 'url',
  code: 'one-time-code',
};

export function TextControl({ control, type, narrow }: { control: Control; type: string; narrow: boolean }) {
  return (
    <input
      {...controlProps(control)}
      className={classNames('input', narrow && 'is-narrow', type === 'code' && 'is-code')}
      type={INPUT_TYPE[type] ?? 'text'}
      inputMode={type === 'code' ? 'numeric' : undefined}
      autoComplete={control.autoComplete ?? AUTO_COMPLETE[type]}
      placeholder={control.placeholder}
      value={textOf(control.value)}
      onChange={(event) => control.onChange(event.target.value)}
    />
  );
}

export function PasswordControl({ control }: { control: Control }) {
  const { t } = useTranslation('components');
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="input-with-button">
      <input
        {...controlProps(control)}
        className="input"
        type={isShown ? 'text' : 'password'}
        autoComplete={control.autoComplete ?? 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        value={textOf(control.value)}
        onChange={(event) => control.onChange(event.target.value)}
      />
      <Button
        variant="quiet"
        small
        icon={isShown ? 'eye-off' : 'eye'}
        aria-label={t(isShown ? 'form.hide_password_label' : 'form.show_password_label')}
        onClick={() => setIsShown(!isShown)}
      >
        {t(isShown ? 'form.hide_password' : 'form.show_password')}
      </Button>
    </div>
  );
}

/** Takes a comma as well as a point. What is not a number stays as typed, and is refused. */
export function NumberControl({ control }: { control: Control }) {
  const { i18n } = useTranslation('components');
  const shown = numberText(control.value, i18n.language);
  const [text, setText] = useState(shown);
  useEffect(() => {
    setText((typed) => (Object.is(numberOf(typed), control.value) ? typed : shown));
  }, [control.value, shown]);
  return (
    <input
      {...controlProps(control)}
      className="input is-narrow"
      inputMode={control.rules.type === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        control.onChange(numberOf(event.target.value));
      }}
    />
  );
}

export function numberOf(text: string): FieldValue {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^-?\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : trimmed;
}

function numberText(value: FieldValue, language: string): string {
  const text = textOf(value);
  return language.startsWith('nl') && typeof value === 'number' ? text.replace('.', ',') : text;
}

export interface TextAreaProps {
  control: Control;
  rows?: number | undefined;
  /** Shows the paragraphs of simple HTML as text with empty lines between, and gives HTML back. */
  isProse?: boolean;
}

export function TextAreaControl({ control, rows, isProse = false }: TextAreaProps) {
  const { t } = useTranslation('components');
  const limit = control.rules.maxLength;
  const [text, setText] = useState(() =>
    isProse ? paragraphsOf(textOf(control.value)) : textOf(control.value),
  );
  const shown = isProse ? text : textOf(control.value);
  return (
    <>
      <textarea
        {...controlProps(control)}
        className="textarea"
        rows={rows}
        placeholder={control.placeholder}
        value={shown}
        onChange={(event) => {
          setText(event.target.value);
          control.onChange(isProse ? proseOf(event.target.value) : event.target.value);
        }}
      />
      {limit !== undefined || isProse ? (
        <div className="field-foot">
          <span className="hint">{isProse ? t('form.prose_hint') : null}</span>
          {limit === undefined ? null : (
            <span className="hint" id={countId(control.id)}>
              {t('form.counter', { used: [...shown].length, limit })}
            </span>
          )}
        </div>
      ) : null}
    </>
  );
}

export function SelectControl({ control, choices }: { control: Control; choices: readonly Choice[] }) {
  const { t } = useTranslation('components');
  const value = textOf(control.value);
  return (
    <select
      {...controlProps(control)}
      className="select"
      value={value}
      onChange={(event) => control.onChange(event.target.value || null)}
    >
      {value === '' || !control.required ? <option value="">{t('form.choose')}</option> : null}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
