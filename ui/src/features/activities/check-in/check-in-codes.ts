// The code of a registration: in the QR code of a mail, or typed at the door. Pure.
import type { ActivityRegistration } from '../../../api/schema.d.ts';

/** In the address that a QR code holds: `/activiteitenkalender/12-taalcafe#inchecken=7K3MQ9T2XA`. */
const FRAGMENT = 'inchecken';
const ADDRESS = /\/activiteitenkalender\/(?:overzicht\/)?(\d+)/;
/** Crockford's base32: no I, L, O and U. */
const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/;

export interface Scanned {
  code: string;
  /** None: it was typed. */
  activityId: string | null;
}

/** A code as somebody types it: small letters, spaces, an O for a 0. */
function cleanCode(text: string): string | null {
  const code = text
    .toUpperCase()
    .replace(/[\s-]+/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return CODE.test(code) ? code : null;
}

/** The code behind the # of an address. */
export function codeInHash(hash: string): string | null {
  return cleanCode(new URLSearchParams(hash.replace(/^#/, '')).get(FRAGMENT) ?? '');
}

/** What a QR code says, or somebody typed. Null: not a code of ours. */
export function readScan(text: string): Scanned | null {
  const typed = cleanCode(text);
  if (typed) return { code: typed, activityId: null };
  const at = text.indexOf('#');
  const code = at === -1 ? null : codeInHash(text.slice(at));
  const activityId = ADDRESS.exec(text.slice(0, at))?.[1];
  return code && activityId ? { code, activityId } : null;
}

/** None: somebody who reads the list, and does not run the activity. */
export const codeOf = (registration: ActivityRegistration): string | null =>
  (registration as ActivityRegistration & { checkInCode?: string | null }).checkInCode ?? null;
