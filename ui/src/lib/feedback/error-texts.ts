// The words of an error that takes the screen, and the way on. Apart from errors.ts: no first view needs it.
import { language, pathIn } from '../locale/language.ts';
import type { Problem } from './errors.ts';

export interface ErrorTexts {
  titleKey: string;
  descriptionKey: string;
  values: { code?: number };
}

export const isWrongCenter = ({ message }: Pick<Problem, 'message'>): boolean =>
  message.toLowerCase().includes('wrong center');

/** Which of the texts of the error screen belongs to an error. */
export function errorTexts(
  problem: Pick<Problem, 'message' | 'statusCode' | 'hasCode' | 'data'>,
  path = location.pathname,
): ErrorTexts {
  const named = (name: string): ErrorTexts => ({
    titleKey: `errors:screen.${name}.title`,
    descriptionKey: `errors:screen.${name}.description`,
    values: {},
  });
  if (isWrongCenter(problem)) return named('wrongCenter');
  if (!problem.hasCode) return named('unknown');
  if (problem.statusCode === 401) return named('unauthorized');
  if (problem.statusCode === 403) return named('forbidden');
  if (problem.statusCode === 404) return named('notFound');
  if (problem.statusCode === 410) return named(goneFor(problem.data, path));
  return { ...named('withCode'), values: { code: problem.statusCode } };
}

/** A link in a letter, a vacancy and anything else are gone in different ways. */
function goneFor(data: unknown, path: string): string {
  const codes = errorsIn(data).map(({ code }) => code);
  if (codes.includes('link_used')) return 'linkUsed';
  if (codes.includes('link_expired')) return 'linkExpired';
  return ONE_VACANCY.test(path) ? 'gone' : 'goneOther';
}

const ONE_VACANCY = /\/vacancies\/[^/]+/;

interface ServerError {
  code?: string;
  meta?: Record<string, unknown>;
}

const errorsIn = (data: unknown): ServerError[] => (Array.isArray(data) ? (data as ServerError[]) : []);

/** The site where an account belongs that is not at home here. */
export interface RightSite {
  /** The centre's. */
  name: string | null;
  /** Where one signs in there; where the centre has no address of its own, where it is chosen. Null when not known. */
  href: string | null;
}

const SIGN_IN_THERE = '/auth/login-1';
export const CHOOSE_CENTRE = '/switch';

/** As the server says it. A host alone is an address as well. */
export function rightSite(errors: unknown): RightSite {
  const list = errorsIn(errors);
  const detail = (key: string): string | null => {
    const said = list.map((error) => error.meta?.[key]).find((each) => typeof each === 'string');
    return typeof said === 'string' && said !== '' ? said : null;
  };
  const [name, url] = [detail('center_name'), detail('url')];
  return { name, href: url === null && name !== null ? CHOOSE_CENTRE : signInAt(url) };
}

function signInAt(address: string | null): string | null {
  if (address === null) return null;
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return null;
  return new URL(pathIn(language.peek(), SIGN_IN_THERE), whole).href;
}
