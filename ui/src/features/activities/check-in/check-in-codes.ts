// The code of a registration: in the QR code of a mail, or typed at the door. Pure.

/** What a QR code holds ends so: `https://…/activiteitenkalender#inchecken=7c3a09f2be`. */
const FRAGMENT = 'inchecken';
const CODE = /^[0-9a-f]{10}$/;

/** A code as somebody types it: capitals, spaces, an O for a 0. */
function cleanCode(text: string): string | null {
  const code = text
    .toLowerCase()
    .replace(/[\s-]+/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1');
  return CODE.test(code) ? code : null;
}

/** The code behind the # of an address. */
export function codeInHash(hash: string): string | null {
  return cleanCode(new URLSearchParams(hash.replace(/^#/, '')).get(FRAGMENT) ?? '');
}

/** What a QR code says, or somebody typed. Null: not a code of ours. */
export function readScan(text: string): string | null {
  const at = text.indexOf('#');
  return at === -1 ? cleanCode(text) : codeInHash(text.slice(at));
}
