// Answers to the questions of a vacancy, between the form and the wire. Pure.

export interface SentAnswer {
  questionId: string;
  answer: string;
}

const PREFIX = 'answer_';

/** The field of a question. */
export const answerName = (id: string): string => `${PREFIX}${id}`;

export function answersOf(value: Readonly<Record<string, unknown>>): SentAnswer[] {
  return Object.entries(value).flatMap(([name, answer]) =>
    name.startsWith(PREFIX) && typeof answer === 'string' && answer.trim() !== ''
      ? [{ questionId: name.slice(PREFIX.length), answer: answer.trim() }]
      : [],
  );
}

/** The server names a question by its id: `answers/12`. */
export function answerField(field: string): string {
  const id = /^answers\W(\d+)$/.exec(field)?.[1];
  return id === undefined ? field : answerName(id);
}
