// The answers of a question: where a visitor gives them, and those to choose from.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../components/actions/button.tsx';
import type { Question } from '../../components/form/questions/question.ts';

/** Where a visitor answers, as a drawing: nothing is filled in here. */
export function AnswerPlace({ question: { questionType, options, longAnswer } }: { question: Question }) {
  const { t } = useTranslation('form-builder');
  if (questionType === 'info_section') return null;
  const shown = questionType === 'checkbox' && options.length === 0 ? [t('yes')] : options;
  if (questionType === 'multiple_choice' || questionType === 'checkbox') {
    return (
      <ul className={questionType === 'checkbox' ? 'builder-options is-boxes' : 'builder-options'}>
        {shown.map((option) => (
          <li key={option}>{option}</li>
        ))}
      </ul>
    );
  }
  return <div className={longAnswer ? 'builder-place is-long' : 'builder-place'} aria-hidden="true" />;
}

interface OptionsProps {
  question: Question;
  onChange: (change: Partial<Question>) => void;
}

/** The answers to choose from, one under the other, each with its English. */
export function Options({ question, onChange }: OptionsProps) {
  const { t } = useTranslation('form-builder');
  const { options, optionsEn } = question;
  const list = useRef<HTMLUListElement>(null);
  const isAdding = useRef(false);
  const rows = options.length === 0 ? [''] : options;
  useEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus();
  });
  // The English ones stand at the same places.
  const english = rows.map((_, at) => optionsEn[at] ?? '');
  const set = (nextRows: readonly string[], nextEnglish: readonly string[]) =>
    onChange({
      options: [...nextRows],
      optionsEn: nextEnglish.some((each) => each !== '') ? [...nextEnglish] : [],
    });
  function handleAdd() {
    isAdding.current = true;
    set([...rows, ''], [...english, '']);
  }
  return (
    <fieldset className="builder-answers">
      <legend>{t('question.options')}</legend>
      <ul ref={list}>
        {rows.map((option, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an answer is its place in the list
          <li key={at}>
            <input
              className="input"
              aria-label={t('question.optionOf', { number: at + 1 })}
              value={option}
              maxLength={150}
              onChange={(event) => set(rows.with(at, event.target.value), english)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                handleAdd();
              }}
            />
            <input
              className="input"
              lang="en"
              aria-label={t('question.optionEnOf', { number: at + 1 })}
              placeholder={t('question.optionEn')}
              value={english[at] ?? ''}
              maxLength={150}
              onChange={(event) => set(rows, english.with(at, event.target.value))}
            />
            <IconButton
              icon="close"
              label={t('question.optionRemove', { text: option || String(at + 1) })}
              onClick={() => set(rows.toSpliced(at, 1), english.toSpliced(at, 1))}
            />
          </li>
        ))}
      </ul>
      <Button small variant="quiet" icon="plus" onClick={handleAdd}>
        {t('question.optionAdd')}
      </Button>
    </fieldset>
  );
}
