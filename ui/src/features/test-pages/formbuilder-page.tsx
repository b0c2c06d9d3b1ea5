// The renderer of forms, with a definition that is typed beside it.
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import {
  fieldName,
  QUESTION_TYPES,
  type Question,
  shownQuestions,
} from '../../components/form/questions/question.ts';
import { QuestionFields } from '../../components/form/questions/question-fields.tsx';
import { Card } from '../../components/layout/card.tsx';
import '../../components/form/form.css';
import { SAMPLE } from './formbuilder-sample.ts';
import { Output, TestPage } from './test-page.tsx';

type Definition =
  | { questions: readonly Question[]; fault: null }
  | { questions: null; fault: 'json' | 'list' | 'type' };

const isTyped = (value: unknown): value is Question => {
  const { key, text, questionType } = (value ?? {}) as Partial<Question>;
  return (
    typeof key === 'string' &&
    typeof text === 'string' &&
    QUESTION_TYPES.some((type) => type === questionType)
  );
};

/** A question as the server would give it; what is left out is as in a new one. */
const whole = (question: Question): Question => ({
  ...question,
  required: question.required ?? false,
  longAnswer: question.longAnswer ?? false,
  options: question.options ?? [],
  optionsEn: question.optionsEn ?? [],
  isHidden: question.isHidden ?? false,
});

function readDefinition(text: string): Definition {
  let typed: unknown;
  try {
    typed = JSON.parse(text);
  } catch {
    return { questions: null, fault: 'json' };
  }
  if (!Array.isArray(typed)) return { questions: null, fault: 'list' };
  if (!typed.every(isTyped)) return { questions: null, fault: 'type' };
  return { questions: typed.map(whole), fault: null };
}

export default function FormbuilderPage() {
  const { t } = useTranslation('test-pages');
  const id = useId();
  const [text, setText] = useState(() => JSON.stringify(SAMPLE, null, 2));
  const [value, setValue] = useState<FormValue>({});
  const [sent, setSent] = useState<FormValue | null>(null);
  const { questions, fault } = useMemo(() => readDefinition(text), [text]);

  function handleSubmit(given: FormValue) {
    const shown = shownQuestions(questions ?? [], given).filter(
      ({ questionType }) => questionType !== 'info_section',
    );
    setSent(Object.fromEntries(shown.map((question) => [question.key, given[fieldName(question)] ?? null])));
  }

  return (
    <TestPage name="formbuilder">
      <div className="test-halves">
        <Card title={t('formbuilder.definition')} className="stack">
          <div className="field">
            <label htmlFor={id}>{t('formbuilder.json')}</label>
            <p className="hint" id={`${id}-hint`}>
              {t('formbuilder.types', { types: QUESTION_TYPES.join(', ') })}
            </p>
            <textarea
              id={id}
              className="input"
              rows={24}
              spellCheck={false}
              aria-describedby={`${id}-hint`}
              aria-invalid={fault !== null}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </div>
          {fault ? (
            <Notice tone="danger" live>
              <p>{t(`formbuilder.fault.${fault}`)}</p>
            </Notice>
          ) : null}
        </Card>
        <Card title={t('formbuilder.form')} className="stack">
          {questions ? (
            <Form value={value} onChange={setValue} onSubmit={handleSubmit} label={t('formbuilder.form')}>
              <QuestionFields questions={questions} value={value} />
              <ButtonRow>
                <SubmitButton>{t('formbuilder.send')}</SubmitButton>
              </ButtonRow>
            </Form>
          ) : null}
          {sent ? <Output value={sent} label={t('formbuilder.answers')} /> : null}
        </Card>
      </div>
    </TestPage>
  );
}
