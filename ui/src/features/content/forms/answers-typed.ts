// Answers as the server's form names them, as the app's form wants them.
import type { FormValue } from '../../../components/form/form-context.ts';
import { fieldName, type Question } from '../../../components/form/questions/question.ts';
import type { FieldValue } from '../../../components/form/rules.ts';

/** From fields such as `a.12`; a question without an answer is left out. */
export function answersTyped(
  questions: readonly Question[],
  typed: ReadonlyMap<string, readonly string[]>,
): FormValue {
  const answers = questions.flatMap((question): [string, FieldValue][] => {
    const values = typed.get(`a.${question.id}`);
    return values ? [[fieldName(question), answerOf(question, values)]] : [];
  });
  return Object.fromEntries(answers);
}

function answerOf(question: Question, values: readonly string[]): FieldValue {
  const [first = ''] = values;
  if (question.questionType === 'checkbox') return question.options.length > 0 ? [...values] : true;
  if (question.questionType !== 'number') return first;
  const number = Number(first.trim().replace(',', '.'));
  // What is no number stays as typed, and is refused by the field.
  return Number.isNaN(number) ? first : number;
}
