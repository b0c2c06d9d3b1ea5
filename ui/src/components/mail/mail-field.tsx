// A text of a mail with its placeholders marked: the field itself is a plain one, the marks are drawn beneath it.
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useImperativeHandle,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { handleToolbarKey } from '../actions/toolbar-keys.ts';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../media/icon.tsx';
import {
  type Edited,
  type Markup,
  piecesOf,
  type Selection,
  withInserted,
  withMarkup,
} from './placeholders.ts';
import '../rich-text/rich-text.css';
import './mail-field.css';

type Field = HTMLTextAreaElement;

/** A subject is one line, however long it is on the screen. */
const onOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

/** For what stands beside the field and writes into it. */
export interface FieldHandle {
  insert: (piece: string) => void;
  focus: () => void;
}

interface MailFieldProps {
  id: string;
  /** A subject is one line, an introduction a few without markup, a message has its tools. */
  kind: 'line' | 'lines' | 'message';
  isRequired?: boolean;
  label: ReactNode;
  hint?: ReactNode;
  locale: 'nl' | 'en';
  value: string;
  limit?: number;
  known: ReadonlySet<string>;
  isInvalid: boolean;
  /** Below the field, tied to it. */
  faults?: ReactNode;
  foot?: ReactNode;
  ref?: Ref<FieldHandle>;
  onChange: (text: string) => void;
  onFocus?: () => void;
}

/** As if it was typed, so that the browser can undo it; by hand where it cannot. */
function typeIn(
  field: Field,
  { from, to }: Selection,
  piece: string,
  onChange: (text: string) => void,
): void {
  field.focus();
  field.setSelectionRange(from, to);
  const isTyped =
    typeof document.execCommand === 'function' && document.execCommand('insertText', false, piece);
  if (!isTyped) onChange(withInserted(field.value, { from, to }, piece).text);
}

/** Only what differs is typed. */
function write(field: Field, { text, selection }: Edited, onChange: (text: string) => void): void {
  const old = field.value;
  let start = 0;
  while (start < old.length && start < text.length && old[start] === text[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < text.length - start && old.at(-1 - end) === text.at(-1 - end))
    end += 1;
  typeIn(field, { from: start, to: old.length - end }, text.slice(start, text.length - end), onChange);
  // The field has its new text once it is drawn.
  requestAnimationFrame(() => field.setSelectionRange(selection.from, selection.to));
}

export function MailField(props: MailFieldProps) {
  const {
    id,
    kind,
    isRequired,
    label,
    hint,
    locale,
    value,
    limit,
    known,
    isInvalid,
    faults,
    foot,
    ref,
    onChange,
    onFocus,
  } = props;
  const field = useRef<Field>(null);
  const cursor = useRef<Selection | null>(null);
  const isOneLine = kind === 'line';
  const isTooLong = limit !== undefined && [...value].length > limit;

  useImperativeHandle(ref, () => ({
    insert: (piece) => {
      if (!field.current) return;
      const end = field.current.value.length;
      write(
        field.current,
        withInserted(field.current.value, cursor.current ?? { from: end, to: end }, piece),
        onChange,
      );
    },
    focus: () => field.current?.focus(),
  }));

  function keepCursor({ currentTarget: { selectionStart, selectionEnd } }: SyntheticEvent<Field>) {
    cursor.current = { from: selectionStart ?? 0, to: selectionEnd ?? 0 };
  }

  function handleMarkup(markup: Markup, sample: string) {
    if (!field.current) return;
    const { value: text, selectionStart, selectionEnd } = field.current;
    const selection = { from: selectionStart ?? text.length, to: selectionEnd ?? text.length };
    write(field.current, withMarkup(text, selection, markup, sample), onChange);
  }

  const control = {
    id,
    value,
    lang: locale,
    spellCheck: true,
    autoComplete: 'off',
    className: 'mail-input',
    'aria-describedby': classNames(hint ? `${id}-hint` : null, faults ? `${id}-faults` : null, `${id}-foot`),
    'aria-invalid': isInvalid || undefined,
    'aria-required': isRequired || undefined,
    onFocus,
    onSelect: keepCursor,
  };
  return (
    <div className={classNames('field', isInvalid && 'has-error')}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <div className={classNames('mail-field', isInvalid && 'is-invalid')}>
        {kind === 'message' ? <Tools onUse={handleMarkup} controls={id} /> : null}
        <div className={classNames('mail-sheet', kind === 'message' && 'is-tall')}>
          <div className="mail-marks" aria-hidden="true">
            {piecesOf(value, known).map(({ kind, text }, at) =>
              kind === 'text' ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
                <span key={at}>{text}</span>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
                <mark key={at} className={`is-${kind}`}>
                  {text}
                </mark>
              ),
            )}{' '}
          </div>
          <textarea
            {...control}
            ref={field}
            rows={kind === 'message' ? 8 : 1}
            onChange={(event) => onChange(isOneLine ? onOneLine(event.target.value) : event.target.value)}
            onKeyDown={(event) => {
              if (isOneLine && event.key === 'Enter') event.preventDefault();
            }}
          />
        </div>
        {faults ? (
          <ul className="mail-faults" id={`${id}-faults`}>
            {faults}
          </ul>
        ) : null}
      </div>
      <div className={classNames('mail-foot', isTooLong && 'is-over')} id={`${id}-foot`}>
        {foot}
        {limit === undefined ? null : <Counter used={[...value].length} limit={limit} />}
      </div>
    </div>
  );
}

/** Said when it begins to matter. */
const NEAR = 0.8;

function Counter({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation('mail-field');
  return used < limit * NEAR ? null : <p className="hint">{t('counter', { used, limit })}</p>;
}

const TOOLS: readonly [Markup, IconName][] = [
  ['bold', 'bold'],
  ['link', 'link'],
  ['list', 'list'],
  ['quote', 'message'],
  ['button', 'hand'],
];

interface ToolsProps {
  controls: string;
  onUse: (markup: Markup, sample: string) => void;
}

function Tools({ onUse, controls }: ToolsProps) {
  const { t } = useTranslation('mail-field');
  return (
    <div
      className="text-tools"
      role="toolbar"
      aria-label={t('label')}
      aria-controls={controls}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => handleToolbarKey(event)}
    >
      {TOOLS.map(([markup, icon], at) => (
        <button
          key={markup}
          type="button"
          className="text-tool"
          tabIndex={at === 0 ? 0 : -1}
          onClick={() => onUse(markup, t('sample'))}
        >
          <Icon name={icon} />
          {t(markup)}
        </button>
      ))}
    </div>
  );
}
