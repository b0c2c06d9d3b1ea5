// What the editor of a form holds: the form as it is on the screen, and what is sent of it.
import type { FormInput } from '../../api/schema.d.ts';
import type { Question, QuestionType } from '../../components/form/questions/question.ts';

export interface EditedForm {
  title: string;
  titleEn: string;
  description: string;
  descriptionEn: string;
  accessPermission: 'anonymous' | 'token_holder';
  opensOn: string;
  closesOn: string;
  mostSubmissions: string;
  thanks: string;
  thanksEn: string;
  thanksPageId: string;
  sendsReceipt: boolean;
  confidential: boolean;
  ownerId: string;
  retentionMonths: string;
  erasesAfterClose: boolean;
  questions: readonly Question[];
}

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The editor's form of what was read. */
export function editedOf(form: Record<string, unknown>): EditedForm {
  return {
    title: text(form.title),
    titleEn: text(form.titleEn),
    description: text(form.description),
    descriptionEn: text(form.descriptionEn),
    accessPermission: form.accessPermission === 'token_holder' ? 'token_holder' : 'anonymous',
    opensOn: text(form.opensOn),
    closesOn: text(form.closesOn),
    mostSubmissions: text(form.mostSubmissions),
    thanks: text(form.thanks),
    thanksEn: text(form.thanksEn),
    thanksPageId: text(form.thanksPageId),
    sendsReceipt: form.sendsReceipt === true,
    confidential: form.confidential === true,
    ownerId: text(form.ownerId),
    retentionMonths: text(form.retentionMonths),
    erasesAfterClose: form.erasesAfterClose === true,
    questions: (form.questions ?? []) as readonly Question[],
  };
}

/**
 * What is sent: empty texts as none, the questions in their order, each as the row that is stored under its key, and those
 * that are stored and no longer asked with `_destroy`.
 */
export function inputOf(form: EditedForm, stored: readonly Question[], mayHide: boolean): FormInput {
  const { questions, confidential, mostSubmissions, retentionMonths, ...plain } = form;
  const texts = Object.fromEntries(
    Object.entries(plain).map(([name, value]) => [name, value === '' ? null : value]),
  );
  const rows = new Map(stored.map((question) => [question.key, question]));
  const keys = new Set(questions.map(({ key }) => key));
  const removed = stored.filter(({ key, isHidden }) => !isHidden && !keys.has(key));
  return {
    ...texts,
    ...(mayHide ? { confidential } : {}),
    mostSubmissions: mostSubmissions === '' ? null : Number(mostSubmissions),
    retentionMonths: retentionMonths === '' ? 12 : Number(retentionMonths),
    questions: [
      ...questions.map((question, at) => ({
        ...Object.fromEntries(
          Object.entries(question).map(([name, value]) => [name, value === '' ? null : value]),
        ),
        ...written(question),
        id: rows.get(question.key)?.id ?? null,
        position: at + 1,
      })),
      ...removed.map(({ id }) => ({ id, _destroy: true })),
    ],
  } as unknown as FormInput;
}

/** Without the choices that nobody has filled in yet; the English ones stay beside their own. */
function written({ options, optionsEn }: Question): Pick<Question, 'options' | 'optionsEn'> {
  const places = options
    .map((option, at) => [option, at] as const)
    .filter(([option]) => option.trim() !== '');
  return {
    options: places.map(([option]) => option),
    optionsEn: optionsEn.length > 0 ? places.map(([, at]) => optionsEn[at] ?? '') : [],
  };
}

export function newQuestion(questionType: QuestionType, text: string): Question {
  return {
    id: null,
    key: `q${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`,
    text,
    questionType,
    required: false,
    longAnswer: false,
    options: questionType === 'multiple_choice' ? ['Ja', 'Nee'] : [],
    optionsEn: [],
    isHidden: false,
  };
}

/** The list with the question at `from` at the place `to`. */
export function moved(questions: readonly Question[], from: number, to: number): readonly Question[] {
  const question = questions[from];
  if (!question || to < 0 || to >= questions.length) return questions;
  return questions.toSpliced(from, 1).toSpliced(to, 0, question);
}

/** A copy below, under a key of its own. */
export function duplicated(questions: readonly Question[], at: number): readonly Question[] {
  const question = questions[at];
  if (!question) return questions;
  const copy = { ...question, id: null, key: newQuestion(question.questionType, '').key };
  return questions.toSpliced(at + 1, 0, copy);
}
