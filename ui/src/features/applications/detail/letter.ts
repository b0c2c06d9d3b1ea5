// The letter on paper about an application. Pure.
import type { Application } from '../../../api/schema.d.ts';

export const LETTER_PARAM = 'letter';

/** Who was registered at a desk or left no address gets it on paper. */
export const needsLetter = ({ source, email }: Pick<Application, 'source' | 'email'>): boolean =>
  source === 'walk_in' || !email;
