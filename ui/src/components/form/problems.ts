// What the server refused, brought back to the fields it is about. Pure.

/** As the api client gives it (`field`), or as it came over the wire (`source.pointer`). */
export interface Problem {
  field?: string | undefined;
  code?: string | undefined;
  title?: string | undefined;
  detail?: string | undefined;
  source?: { pointer?: string | undefined } | undefined;
}

export interface SortedProblems {
  /** One error message per field: the first of the response. */
  byField: Readonly<Record<string, string>>;
  /** Sentences about no field of this form. */
  rest: readonly string[];
}

/** `/data/attributes/address/postal_code` → `address.postalCode` */
export function fieldOfPointer(pointer: string | undefined): string {
  const path = pointer?.match(/^\/data\/(?:attributes|relationships)\/(.+)$/)?.[1] ?? '';
  return path
    .replace(/\/data(\/id)?$/, '')
    .replaceAll('/', '.')
    .replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A problem below a field (`tags.0`) lands on the field; one about something else is kept apart. */
export function sortProblems(problems: readonly Problem[], fields: readonly string[]): SortedProblems {
  const byField: Record<string, string> = {};
  const rest: string[] = [];
  for (const problem of problems) {
    const text = problem.detail || problem.title || problem.code || '';
    const path = problem.field || fieldOfPointer(problem.source?.pointer);
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`));
    if (field === undefined) rest.push(text);
    else byField[field] ??= text;
  }
  return { byField, rest: [...new Set(rest.filter(Boolean))] };
}

/** The problems an error carries, whatever class it is. */
export function problemsOf(error: unknown): readonly Problem[] | null {
  if (typeof error !== 'object' || error === null) return null;
  for (const key of ['problems', 'errors'] as const) {
    const list = (error as Record<string, unknown>)[key];
    if (Array.isArray(list) && list.length > 0) return list as Problem[];
  }
  return null;
}
