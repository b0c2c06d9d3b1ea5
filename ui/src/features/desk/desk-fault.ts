// What the server refuses at the desk, said of the person who stands there.
import { ApiError } from '../../api/client.ts';
import type { Problem } from '../../components/form/problems.ts';

export const REFUSALS = [
  'already_applied',
  'already_registered',
  'vacancy_closed',
  'vacancy_full',
  'activity_full',
  'registration_closed',
  'own_vacancy',
  'limit_reached',
  'one_request',
  'under_age',
  'consent_missing',
] as const;
export type Refusal = (typeof REFUSALS)[number] | 'not_allowed';

/** A refusal that this screen has words for; else null. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof ApiError)) return null;
  const rules = error.problems.map(({ meta }) => meta.rule);
  return REFUSALS.find((code) => error.hasCode(code) || rules.includes(code)) ?? null;
}

/** Problems for a form: one sentence where there are words for it, and nothing typed is lost. */
export function faultFor(
  error: unknown,
  say: (refusal: Refusal) => string,
  rename: (field: string) => string = (field) => field,
): readonly Problem[] {
  const refusal = refusalOf(error);
  if (refusal !== null) return [{ detail: say(refusal) }];
  if (error instanceof ApiError && error.statusCode === 403) return [{ detail: say('not_allowed') }];
  if (error instanceof ApiError && error.problems.length > 0)
    return error.problems.map((each) => ({ ...each, field: rename(each.field) }));
  throw error;
}
