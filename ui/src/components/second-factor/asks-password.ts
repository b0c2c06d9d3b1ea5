// Who signed in a while ago is asked for their password again before something changes. Pure.
import { problemsOf } from '../form/problems.ts';

/** An answer that is about the password of now. */
export function asksPassword(thrown: unknown): boolean {
  return (problemsOf(thrown) ?? []).some(({ field, source }) =>
    `${field ?? ''}${source?.pointer ?? ''}`.toLowerCase().replace('_', '').includes('currentpassword'),
  );
}
