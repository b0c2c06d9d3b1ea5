// Sending an application: what goes over the wire, and what each answer means. Draws nothing.

import { CALLS } from '../../../api/calls.ts';
import { ApiError } from '../../../api/client.ts';
import type { FieldProblem } from '../../../api/jsonapi.ts';
import { send } from '../../../api/requests.ts';
import { answerField, type SentAnswer } from './answers.ts';

export interface ApplyValues {
  name: string;
  phoneNumber: string;
  email: string;
  message: string;
  consent: boolean;
  answers: readonly SentAnswer[];
  /** Where no place is free: to wait in line. */
  waitlist: boolean;
  /** That they are at least so old, where the vacancy asks it and no date of birth is known. */
  ageAtLeast: number | null;
  /** Of help between people: that they keep to the rules for helping safely. */
  agreesToSafetyRules: boolean;
}

export const REFUSALS = [
  'already_applied',
  'reapply_refused',
  'vacancy_closed',
  'vacancy_full',
  'own_vacancy',
  'limit_reached',
  'limit_today',
  'one_request',
  'under_age',
] as const;
/** account_first: known before anything is typed, where the centre takes no applications of guests. */
export type Refusal = (typeof REFUSALS)[number] | 'sign_in' | 'account_first';

export type ApplyOutcome =
  | { kind: 'sent' }
  | { kind: 'waiting'; position: number | null }
  /** A mentor agrees first: the School's name, and the mentor's where there is one. */
  | { kind: 'held'; school: string; mentor: string | null }
  | { kind: 'mailed'; email: string }
  | { kind: 'refused'; because: Refusal };

/** The first word is the first name; the rest, with its "van der", is the last name. */
export function splitName(name: string): { firstName: string; lastName?: string } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/);
  return rest.length === 0 ? { firstName } : { firstName, lastName: rest.join(' ') };
}

/** Of somebody signed in the server knows the rest. */
export function attributesOf(vacancyId: string, values: ApplyValues, isGuest: boolean): object {
  const message = values.message.trim();
  const more = {
    ...(values.answers.length > 0 ? { answers: values.answers } : {}),
    ...(values.waitlist ? { waitlist: true } : {}),
    ...(values.ageAtLeast === null ? {} : { ageAtLeast: values.ageAtLeast }),
    ...(values.agreesToSafetyRules ? { agreesToSafetyRules: true } : {}),
  };
  if (!isGuest) return { vacancyId, message, ...more };
  const phoneNumber = values.phoneNumber.trim();
  return {
    vacancyId,
    ...splitName(values.name),
    email: values.email.trim(),
    ...(phoneNumber === '' ? {} : { phoneNumber }),
    message,
    consent: values.consent,
    ...more,
  };
}

/** An answer that no other wording of the form changes; null: something in the form can be mended. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError)) return null;
  if (error.statusCode === 401) return 'sign_in';
  if (error.errors.some(({ code, meta }) => code === 'limit_reached' && meta?.per === 'day'))
    return 'limit_today';
  return REFUSALS.find((code) => error.hasCode(code)) ?? null;
}

/** The names of the server stand in one field here. */
export function problemsForForm(problems: readonly FieldProblem[]): FieldProblem[] {
  return problems.map((problem) =>
    problem.field === 'firstName' || problem.field === 'lastName'
      ? { ...problem, field: 'name' }
      : { ...problem, field: problem.field === 'ageAtLeast' ? 'isOfAge' : answerField(problem.field) },
  );
}

/** Throws what the form shows: `{ problems }` for its fields, anything else when it failed. */
export async function sendApplication(
  vacancyId: string,
  values: ApplyValues,
  isGuest: boolean,
  idempotencyKey: string,
): Promise<ApplyOutcome> {
  try {
    const body = attributesOf(vacancyId, values, isGuest);
    const { status, item: made, meta } = await send(CALLS.apply, { body, idempotencyKey });
    if (status !== 202) {
      if (made?.stage === 'waitlisted') return { kind: 'waiting', position: made.waitlistPosition };
      if (made?.stage !== 'mentor_review') return { kind: 'sent' };
      return { kind: 'held', school: made.schoolName ?? '', mentor: made.mentorName ?? null };
    }
    const { sentTo } = meta;
    return { kind: 'mailed', email: typeof sentTo === 'string' ? sentTo : values.email.trim() };
  } catch (error) {
    const because = refusalOf(error);
    if (because) return { kind: 'refused', because };
    if (error instanceof ApiError && error.problems.length > 0)
      throw Object.assign(new Error(error.message, { cause: error }), {
        problems: problemsForForm(error.problems),
      });
    throw error;
  }
}
