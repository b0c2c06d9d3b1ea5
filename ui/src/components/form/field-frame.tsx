// Around every control: label, hint, error, control, in that order, tied by aria.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../class-names.ts';
import { Icon } from '../media/icon.tsx';

export interface FrameProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required: boolean;
  /** Several controls under one legend. */
  isGroup?: boolean;
  children: ReactNode;
}

export function FieldFrame({ id, label, hint, error, required, isGroup, children }: FrameProps) {
  const { t } = useTranslation('components');
  const words = (
    <>
      {label}
      {required ? null : <span className="optional"> {t('form.optional')}</span>}
    </>
  );
  const inside = (
    <>
      {hint ? (
        <p className="hint" id={hintId(id)}>
          {hint}
        </p>
      ) : null}
      <FieldError id={id} error={error} />
      {children}
    </>
  );
  const className = classNames('field', error && 'has-error');
  if (isGroup) {
    return (
      <fieldset className={className} aria-describedby={describedBy(id, hint, error)}>
        <legend>{words}</legend>
        {inside}
      </fieldset>
    );
  }
  return (
    <div className={className}>
      <label htmlFor={id}>{words}</label>
      {inside}
    </div>
  );
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={errorId(id)}>
      <Icon name="alert" />
      <span>{error}</span>
    </p>
  );
}

export const hintId = (id: string) => `${id}-hint`;
export const errorId = (id: string) => `${id}-error`;
export const countId = (id: string) => `${id}-count`;

export function describedBy(
  id: string,
  hint: ReactNode,
  error: string | undefined,
  hasCount = false,
): string | undefined {
  return (
    classNames(hint ? hintId(id) : null, error ? errorId(id) : null, hasCount ? countId(id) : null) ||
    undefined
  );
}
