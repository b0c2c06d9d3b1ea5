// A day: type it, or pick it from the device's own calendar behind the button. The value is 2027-03-31.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../actions/button.tsx';
import { isDay } from '../rules.ts';
import { type Control, controlProps, textOf } from './text-controls.tsx';

const TYPED = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const ISO = /^(\d{4})-(\d{2})-(\d{2})/;

export function DateControl({ control }: { control: Control }) {
  const { t } = useTranslation('components');
  const picker = useRef<HTMLInputElement>(null);
  const value = textOf(control.value);
  const [text, setText] = useState(() => dayText(value));
  useEffect(() => {
    setText((typed) => (isoDay(typed) === value ? typed : dayText(value)));
  }, [value]);

  return (
    <div className="date-field">
      <input
        {...controlProps(control)}
        className="input"
        inputMode="numeric"
        autoComplete="off"
        placeholder={t('form.date_placeholder')}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          control.onChange(isoDay(event.target.value) || null);
        }}
      />
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={isDay(value) ? value : ''}
        onChange={(event) => control.onChange(event.target.value || null)}
      />
      <IconButton
        icon="calendar"
        label={t('form.open_calendar')}
        disabled={control.disabled}
        onClick={() => picker.current?.showPicker?.()}
      />
    </div>
  );
}

/** `31-3-2027` → `2027-03-31`; any other text is returned unchanged, and validation refuses it. */
export function isoDay(text: string): string {
  const [, day, month, year] = TYPED.exec(text.trim()) ?? [];
  if (!day || !month || !year) return text.trim();
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `2027-03-31` → `31-03-2027` */
export function dayText(iso: string): string {
  const [, year, month, day] = ISO.exec(iso) ?? [];
  return year ? `${day}-${month}-${year}` : iso;
}
