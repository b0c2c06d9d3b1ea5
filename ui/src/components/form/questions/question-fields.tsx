// The fields of a form, one for each question that is shown.
import { useTranslation } from 'react-i18next';
import { Field, type FieldKind } from '../field.tsx';
import type { FormValue } from '../form-context.ts';
import { fieldName, type Question, shownQuestions, spoken } from './question.ts';

const KINDS: Readonly<Record<Question['questionType'], FieldKind>> = {
  text: 'text',
  multiple_choice: 'radio',
  checkbox: 'checkboxes',
  date: 'date',
  time: 'text',
  number: 'number',
  email: 'email',
  phone: 'tel',
  url: 'url',
  info_section: 'text',
};

export function QuestionFields({ questions, value }: { questions: readonly Question[]; value: FormValue }) {
  const { i18n } = useTranslation();
  return shownQuestions(questions, value).map((question) => (
    <QuestionField key={question.key} question={question} locale={i18n.language} />
  ));
}

function QuestionField({ question, locale }: { question: Question; locale: string }) {
  const label = spoken(locale, question.text, question.textEn);
  const hint = spoken(locale, question.hint, question.hintEn);
  if (question.questionType === 'info_section') {
    return (
      <section className="stack">
        <h2>{label}</h2>
        {hint ? <p className="as-typed">{hint}</p> : null}
      </section>
    );
  }
  const isBox = question.questionType === 'checkbox' && question.options.length === 0;
  const choices = question.options.map((option, at) => ({
    value: option,
    label: spoken(locale, option, question.optionsEn[at]),
  }));
  const isLong = question.questionType === 'text' && question.longAnswer;
  return (
    <Field
      name={fieldName(question)}
      label={label}
      hint={hint || undefined}
      kind={isBox ? 'checkbox' : isLong ? 'textarea' : KINDS[question.questionType]}
      choices={choices}
      rules={{ required: question.required, ...(question.questionType === 'time' ? { format: 'time' } : {}) }}
      {...(question.questionType === 'time' ? { placeholder: '19:30', narrow: true } : {})}
    />
  );
}
