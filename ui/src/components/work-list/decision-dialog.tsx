// What has to be said with a decision: why, in a list of which each reason has its number, and a sentence of one's own.

import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../../lib/navigation/key-choice.ts';
import { dropDraft, readDraft, saveDraft } from '../../lib/unsaved/drafts.ts';
import { Button } from '../actions/button.tsx';
import { Chip, ChipRow } from '../content/badge.tsx';
import { ENTER, Key } from '../content/key.tsx';
import { Dialog } from '../feedback/dialog.tsx';
import { Icon } from '../media/icon.tsx';
import type { Answer, Question } from './decisions.ts';
import { MailPreview } from './mail-preview.tsx';

interface DecisionDialogProps<Row> {
  question: Question<Row>;
  rows: readonly Row[];
  /** Under which name what is typed is kept until it is sent. */
  draft: string;
  onAnswer: (answer: Answer) => void;
  onClose: () => void;
}

interface SnippetsProps {
  label: string;
  load: () => Promise<readonly string[]>;
  onChoose: (text: string) => void;
}

/** Sentences used before. That they cannot be had keeps nobody from deciding. */
function Snippets({ label, load, onChoose }: SnippetsProps) {
  const [texts, setTexts] = useState<readonly string[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    load().then(setTexts, () => undefined);
  }, []);
  if (texts.length === 0) return null;
  return (
    <ChipRow label={label}>
      {texts.map((text) => (
        <Chip key={text} onClick={() => onChoose(text)}>
          {text.length > 60 ? `${text.slice(0, 57)}…` : text}
        </Chip>
      ))}
    </ChipRow>
  );
}

const NOTHING: Answer = { reason: '', message: '' };

export function DecisionDialog<Row>({ question, rows, draft, onAnswer, onClose }: DecisionDialogProps<Row>) {
  const { t } = useTranslation('work-list');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState<Answer>(() => readDraft<Answer>(draft) ?? NOTHING);
  const [problem, setProblem] = useState<'reason' | 'message' | null>(null);
  const { reasons, message } = question;
  const chosen = reasons.find(({ value }) => value === answer.reason);
  const needsMessage = chosen?.needsMessage || message?.isRequired;
  const [keeps, setKeeps] = useState(false);

  function change(part: Partial<Answer>) {
    const next = { ...answer, ...part };
    setAnswer(next);
    setProblem(null);
    saveDraft(draft, next);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const missing =
      reasons.length > 0 && !chosen
        ? 'reason'
        : needsMessage && answer.message.trim() === ''
          ? 'message'
          : null;
    setProblem(missing);
    if (missing !== null) {
      const field = missing === 'reason' ? 'input' : 'textarea';
      form.current?.querySelector<HTMLElement>(field)?.focus();
      return;
    }
    dropDraft(draft);
    // Not kept is no reason to stop: the decision is what counts.
    if (keeps && answer.message.trim() !== '')
      message?.snippets?.keep(rows, answer.message.trim()).catch(() => undefined);
    onAnswer({ ...answer, message: answer.message.trim() });
  }

  // From anywhere in the dialog, also from its title, which is no part of the form.
  const latest = useRef(change);
  latest.current = change;
  const values = reasons.map(({ value }) => value).join();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isOther = event.ctrlKey || event.metaKey || event.altKey;
      if (isOther || isTyping(event.target) || form.current === null) return;
      const reason = /^[1-9]$/.test(event.key) ? values.split(',')[Number(event.key) - 1] : undefined;
      if (reason) latest.current({ reason });
      // A radio button and a button answer to it by themselves.
      else if (event.key === 'Enter' && event.target instanceof HTMLHeadingElement)
        form.current.requestSubmit();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [values]);

  return (
    <Dialog
      open
      title={question.title(rows)}
      description={question.text?.(rows)}
      onClose={onClose}
      wrap={(content) => (
        <form ref={form} className="decision-form" noValidate onSubmit={handleSubmit}>
          {content}
        </form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit">
            {question.confirm}
            <Key>{ENTER}</Key>
          </Button>
        </>
      }
    >
      {reasons.length > 0 ? (
        <fieldset
          className="reason-list"
          aria-describedby={problem === 'reason' ? `${id}-reason` : undefined}
        >
          <legend>{t('decision.why')}</legend>
          {problem === 'reason' ? (
            <p id={`${id}-reason`} className="field-error" role="alert">
              {t('decision.chooseReason')}
            </p>
          ) : null}
          {reasons.map(({ value, label }, at) => (
            <label className="reason" key={value}>
              <input
                type="radio"
                name="reason"
                value={value}
                checked={answer.reason === value}
                onChange={() => change({ reason: value })}
              />
              <Icon name="check" />
              {label}
              {at < 9 ? <Key>{String(at + 1)}</Key> : null}
            </label>
          ))}
        </fieldset>
      ) : null}
      {message ? (
        <div className="field">
          <label htmlFor={`${id}-message`}>{message.label}</label>
          {message.hint ? (
            <p className="hint" id={`${id}-hint`}>
              {message.hint}
            </p>
          ) : null}
          {problem === 'message' ? (
            <p id={`${id}-wrong`} className="field-error" role="alert">
              {t('decision.sayMore')}
            </p>
          ) : null}
          <textarea
            id={`${id}-message`}
            className="input"
            rows={3}
            maxLength={message.atMost}
            aria-invalid={problem === 'message' || undefined}
            aria-describedby={[message.hint ? `${id}-hint` : '', problem === 'message' ? `${id}-wrong` : '']
              .filter(Boolean)
              .join(' ')}
            value={answer.message}
            onChange={(event) => change({ message: event.target.value })}
          />
          {message.snippets ? (
            <Snippets
              label={message.snippets.label}
              load={() => message.snippets?.load(rows) ?? Promise.resolve([])}
              onChoose={(text) => change({ message: text })}
            />
          ) : null}
          {message.snippets && answer.message.trim() !== '' ? (
            <label className="keep-snippet">
              <input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.target.checked)} />
              {message.snippets.keepLabel}
            </label>
          ) : null}
        </div>
      ) : null}
      {question.preview ? (
        <MailPreview
          key={`${answer.reason}|${answer.message}`}
          isReady={
            (reasons.length === 0 || chosen !== undefined) && (!needsMessage || answer.message.trim() !== '')
          }
          load={() => question.preview?.(rows, answer) ?? Promise.resolve(null)}
        />
      ) : null}
    </Dialog>
  );
}
