// One question in the editor: its words in both languages, its options, and when it is shown.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import {
  QUESTION_TYPES,
  type Question,
  type QuestionType,
} from '../../components/form/questions/question.ts';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { AnswerPlace, Options } from './question-options.tsx';
import '../../components/form/form.css';

export const TYPE_ICONS: Readonly<Record<QuestionType, IconName>> = {
  text: 'pen',
  multiple_choice: 'list',
  checkbox: 'check',
  date: 'calendar',
  time: 'clock',
  number: 'numbers',
  email: 'mail',
  phone: 'phone',
  url: 'link',
  info_section: 'info',
};

interface QuestionEditorProps {
  question: Question;
  number: number;
  /** Those above it, on which it may depend. */
  earlier: readonly Question[];
  isLast: boolean;
  isOpen: boolean;
  error: string | undefined;
  onChange: (change: Partial<Question>) => void;
  onOpen: (isOpen: boolean) => void;
  /** Dragged to that place. */
  onDrop: (place: number) => void;
  onMove: (by: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
}

export function QuestionEditor(props: QuestionEditorProps) {
  const { question, number, isLast, error, onMove, onOpen, onDrop, onDuplicate, onRemove } = props;
  // What is refused is shown.
  const isOpen = props.isOpen || error !== undefined;
  const { t } = useTranslation('form-builder');
  const id = useId();
  const name = question.text || t(`type.${question.questionType}`);
  const toggle = (
    <Button
      variant="quiet"
      small
      icon={isOpen ? 'check' : 'pen'}
      className="builder-toggle"
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'question.doneOf' : 'question.editOf', { text: name })}
      onClick={() => onOpen(!isOpen)}
    >
      {t(isOpen ? 'question.done' : 'question.edit')}
    </Button>
  );
  return (
    <section
      className={isOpen ? 'card builder-question is-open' : 'card builder-question'}
      aria-label={t('question.name', { number, text: name })}
      id={`question-${question.key}`}
    >
      <div className="builder-head">
        <span
          className="builder-handle"
          aria-hidden="true"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerUp={(event) => {
            const under = document.elementFromPoint(event.clientX, event.clientY);
            const place = under?.closest<HTMLElement>('li[data-at]')?.dataset.at;
            if (place !== undefined) onDrop(Number(place));
          }}
        >
          <Icon name="grip" />
          <span className="visually-hidden">{t('question.drag')}</span>
        </span>
        <span className="builder-kind">
          <Icon name={TYPE_ICONS[question.questionType]} /> {number}. {t(`type.${question.questionType}`)}
        </span>
        {isOpen ? (
          <ButtonRow>
            <Button
              small
              variant="quiet"
              icon="sort-up"
              disabled={number === 1}
              aria-label={t('question.upOf', { text: name })}
              onClick={() => onMove(-1)}
            >
              {t('question.up')}
            </Button>
            <Button
              small
              variant="quiet"
              icon="sort"
              disabled={isLast}
              aria-label={t('question.downOf', { text: name })}
              onClick={() => onMove(1)}
            >
              {t('question.down')}
            </Button>
            <Button
              small
              variant="quiet"
              icon="copy"
              aria-label={t('question.copyOf', { text: name })}
              onClick={onDuplicate}
            >
              {t('question.copy')}
            </Button>
            <Button
              small
              variant="quiet"
              icon="trash"
              aria-label={t('question.removeOf', { text: name })}
              onClick={onRemove}
            >
              {t('question.remove')}
            </Button>
          </ButtonRow>
        ) : (
          toggle
        )}
      </div>
      {error ? <p className="field-error">{error}</p> : null}
      {isOpen ? <Fields {...props} id={id} /> : <Summary {...props} />}
      {isOpen ? toggle : null}
    </section>
  );
}

/** What a visitor reads of it, and when it is asked. */
function Summary({ question, earlier }: QuestionEditorProps) {
  const { t } = useTranslation('form-builder');
  const on = earlier.find((other) => other.key === question.showIfKey);
  return (
    <div>
      <p>
        <b>{question.text}</b>{' '}
        {question.required || question.questionType === 'info_section' ? null : (
          <span className="optional">{t('question.optional')}</span>
        )}
      </p>
      {question.hint ? <p className="soft small">{question.hint}</p> : null}
      <AnswerPlace question={question} />
      {on ? (
        <p className="soft small">
          {t(`question.only.${question.showIfOperator ?? 'filled'}`, {
            text: on.text,
            value: question.showIfValue ?? '',
          })}
        </p>
      ) : null}
    </div>
  );
}

function Fields(props: QuestionEditorProps & { id: string }) {
  const { question, onChange, id } = props;
  const { t } = useTranslation('form-builder');
  const takesOptions = question.questionType === 'multiple_choice' || question.questionType === 'checkbox';
  const isInfo = question.questionType === 'info_section';
  return (
    <>
      <div className="builder-pair">
        <TextInput
          id={`${id}-text`}
          label={t('question.text')}
          value={question.text}
          most={300}
          onChange={(text) => onChange({ text })}
        />
        <TextInput
          id={`${id}-en`}
          label={t('question.textEn')}
          value={question.textEn ?? ''}
          most={300}
          onChange={(textEn) => onChange({ textEn })}
        />
        <TextInput
          id={`${id}-hint`}
          label={t('question.hint')}
          value={question.hint ?? ''}
          most={1000}
          isLong={isInfo}
          onChange={(hint) => onChange({ hint })}
        />
        <TextInput
          id={`${id}-hint-en`}
          label={t('question.hintEn')}
          value={question.hintEn ?? ''}
          most={1000}
          isLong={isInfo}
          onChange={(hintEn) => onChange({ hintEn })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-type`}>{t('question.type')}</label>
        <select
          id={`${id}-type`}
          className="select"
          value={question.questionType}
          onChange={(event) => onChange({ questionType: event.target.value as QuestionType })}
        >
          {QUESTION_TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`type.${type}`)}
            </option>
          ))}
        </select>
      </div>
      {takesOptions ? <Options question={question} onChange={onChange} /> : null}
      {isInfo ? null : (
        <label className="choice">
          <input
            type="checkbox"
            checked={question.required}
            onChange={(event) => onChange({ required: event.target.checked })}
          />
          <span>{t('question.required')}</span>
        </label>
      )}
      {question.questionType === 'text' ? (
        <label className="choice">
          <input
            type="checkbox"
            checked={question.longAnswer}
            onChange={(event) => onChange({ longAnswer: event.target.checked })}
          />
          <span>{t('question.long')}</span>
        </label>
      ) : null}
      <Condition {...props} />
    </>
  );
}

/** "Shown only if": the earlier question, how it is compared, and with what. */
function Condition({ question, earlier, onChange }: QuestionEditorProps) {
  const { t } = useTranslation('form-builder');
  const possible = earlier.filter((other) => other.questionType !== 'info_section');
  const on = possible.find((other) => other.key === question.showIfKey);
  if (possible.length === 0 && !question.showIfKey) return null;
  return (
    <fieldset className="builder-pair">
      <legend>{t('condition.title')}</legend>
      <select
        className="select"
        aria-label={t('condition.question')}
        value={question.showIfKey ?? ''}
        onChange={(event) =>
          onChange({ showIfKey: event.target.value, showIfOperator: 'filled', showIfValue: '' })
        }
      >
        <option value="">{t('condition.always')}</option>
        {possible.map((other) => (
          <option key={other.key} value={other.key}>
            {other.text}
          </option>
        ))}
      </select>
      {on ? (
        <select
          className="select"
          aria-label={t('condition.how')}
          value={question.showIfOperator ?? 'filled'}
          onChange={(event) => onChange({ showIfOperator: event.target.value as 'is' | 'is_not' | 'filled' })}
        >
          {(['filled', 'is', 'is_not'] as const).map((each) => (
            <option key={each} value={each}>
              {t(`condition.${each}`)}
            </option>
          ))}
        </select>
      ) : null}
      {on && question.showIfOperator !== 'filled' ? (
        on.options.length > 0 ? (
          <select
            className="select"
            aria-label={t('condition.value')}
            value={question.showIfValue ?? ''}
            onChange={(event) => onChange({ showIfValue: event.target.value })}
          >
            <option value="">{t('condition.choose')}</option>
            {on.options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
        ) : (
          <input
            className="input"
            aria-label={t('condition.value')}
            value={question.showIfValue ?? ''}
            onChange={(event) => onChange({ showIfValue: event.target.value })}
          />
        )
      ) : null}
    </fieldset>
  );
}

interface TextInputProps {
  id: string;
  label: string;
  value: string;
  most?: number;
  isLong?: boolean;
  type?: string;
  onChange: (text: string) => void;
}

export function TextInput({ id, label, value, most, isLong, type = 'text', onChange }: TextInputProps) {
  const limit = most === undefined ? {} : { maxLength: most };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isLong ? (
        <textarea
          id={id}
          className="input"
          rows={4}
          value={value}
          {...limit}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          id={id}
          className="input"
          type={type}
          value={value}
          {...limit}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}
