// A number of hours in quarters: typed, or a quarter more or less with a button.
import { useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { faultOfHours, hoursText, parseHours, stepped } from '../../../lib/hours/hours.ts';
import { IconButton } from '../../actions/button.tsx';
import { fieldId } from '../field.tsx';
import { describedBy, FieldFrame } from '../field-frame.tsx';
import { useForm } from '../form-context.ts';
import type { FieldValue } from '../rules.ts';
import './hours-field.css';

interface HourStepProps {
  /** Null: what was typed is no number. */
  value: number | null;
  onChange: (value: number | null) => void;
  /** What the hours are of, for who hears the buttons alone. */
  work: string;
  id?: string;
  label?: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  onBlur?: () => void;
}

export function HourStep(props: HourStepProps) {
  const { value, onChange, work, id, label, invalid, onBlur } = props;
  const { t } = useTranslation('hours');
  const [text, setText] = useState(value === null ? '' : hoursText(value));
  useEffect(() => {
    if (value !== null) setText((typed) => (parseHours(typed) === value ? typed : hoursText(value)));
  }, [value]);
  const move = (by: 1 | -1) => onChange(stepped(value ?? 1, by));
  return (
    <div className="hour-step">
      <IconButton icon="minus" label={t('step.less', { work })} onClick={() => move(-1)} />
      <input
        id={id}
        className="input"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={props.describedBy}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onChange(parseHours(event.target.value));
        }}
        onBlur={() => {
          if (value !== null) setText(hoursText(value));
          onBlur?.();
        }}
      />
      <IconButton icon="plus" label={t('step.more', { work })} onClick={() => move(1)} />
    </div>
  );
}

const asHours = (value: FieldValue): number | null => (typeof value === 'number' ? value : null);

/** The same as a field of a form. */
export function HoursField({ name, label, hint }: { name: string; label: string; hint?: string }) {
  const { t } = useTranslation('hours');
  const form = useForm();
  const id = fieldId(form.id, name);
  const error = form.errors[name];
  const { register } = form;
  // Without a list of what it depends on: the words follow the language.
  useLayoutEffect(() =>
    register({
      name,
      id,
      label,
      short: undefined,
      rules: {},
      check: (value) => {
        const fault = faultOfHours(asHours(value));
        return fault === null ? null : t(`step.fault.${fault}`);
      },
    }),
  );
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} required>
      <HourStep
        id={id}
        value={asHours(form.value[name])}
        work={label}
        invalid={error !== undefined}
        describedBy={describedBy(id, hint, error)}
        onChange={(value) => form.set(name, value)}
        onBlur={() => form.blur(name)}
      />
    </FieldFrame>
  );
}
