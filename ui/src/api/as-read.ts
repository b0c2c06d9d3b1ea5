// What a decision says of the row that it is about: which version of it was on the screen.
import type { Resource } from './jsonapi.ts';

/** Headers with the version that was read: a 412 when the row has changed since. */
export const asRead = ({ rowVersion }: Pick<Resource, 'rowVersion'>): Record<string, string> =>
  rowVersion === undefined ? {} : { 'If-Match': `"${rowVersion}"` };
