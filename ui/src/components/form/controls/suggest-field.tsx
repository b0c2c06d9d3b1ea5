// A text field that suggests while one types: arrows choose, Enter takes, Escape closes. Any text may be typed.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import '../form.css';
import './suggest-field.css';
import { classNames } from '../../class-names.ts';
import { Icon, type IconName } from '../../media/icon.tsx';
import { describedBy, FieldError, hintId } from '../field-frame.tsx';

export interface Suggestion {
  value: string;
  label: string;
  /** What the field gets, if not the value. */
  text?: string;
  /** What it is, in small letters after it. */
  note?: string;
}

export interface SuggestFieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** One was taken from the list. */
  onTake?: (value: string, label: string) => void;
  suggest: (text: string, stop: AbortSignal) => Promise<readonly Suggestion[]>;
  /** "3 plaatsen gevonden", read out when the list changes. */
  countLabel: (count: number) => string;
  icon?: IconName;
  placeholder?: string;
  autoComplete?: string;
  /** As in `aria-keyshortcuts`, of the field that searches the page's list. */
  shortcut?: string;
  /** Of the input, for a form that links to it. */
  id?: string;
  hint?: string;
  error?: string | undefined;
}

const WAIT_MS = 150;
/** On a phone the list pushes down what is below it: that may not move away from under the finger that presses it. */
const LEAVE_MS = 250;

export function SuggestField(props: SuggestFieldProps) {
  const { name, label, value, onChange, onTake, suggest, countLabel, icon, placeholder, autoComplete } =
    props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const { hint, error } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const [at, setAt] = useState(-1);
  const isOpen = typed !== null && found.length > 0;
  const ask = useRef(suggest);
  ask.current = suggest;
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  useEffect(() => {
    if (typed === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await ask.current(typed, stop.signal);
      if (stop.signal.aborted) return;
      setFound(answer);
      setAt(-1);
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);

  function close() {
    setTyped(null);
    setFound([]);
    setAt(-1);
  }

  function handleBlur() {
    if (!isOpen) return close();
    leaving.current = setTimeout(close, LEAVE_MS);
  }

  function take(suggestion: Suggestion) {
    onChange(suggestion.text ?? suggestion.value);
    onTake?.(suggestion.value, suggestion.label);
    close();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!isOpen) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = found[at];
    if (step !== 0) {
      event.preventDefault();
      setAt((now) => (now + step + found.length + (now === -1 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Tab') {
      close();
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Enter') {
      close();
    }
  }

  return (
    <div className={classNames('field suggesting', error && 'has-error')}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p className="hint" id={hintId(id)}>
          {hint}
        </p>
      ) : null}
      <FieldError id={id} error={error} />
      <input
        className="input"
        id={id}
        name={name}
        type={props.shortcut ? 'search' : undefined}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
        placeholder={placeholder}
        aria-keyshortcuts={props.shortcut}
        autoComplete={autoComplete ?? 'off'}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          setTyped(event.target.value);
        }}
        onKeyDown={handleKeyDown}
        onFocus={() => clearTimeout(leaving.current)}
        onBlur={handleBlur}
      />
      <div className="suggestions" id={`${id}-list`} role="listbox" aria-label={label} hidden={!isOpen}>
        {found.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the field, which keeps the focus
          <div
            key={suggestion.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(suggestion)}
          >
            {icon ? <Icon name={icon} /> : null}
            {suggestion.label}
            {suggestion.note ? <small className="soft"> {suggestion.note}</small> : null}
          </div>
        ))}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen ? countLabel(found.length) : ''}
      </span>
    </div>
  );
}
