// What somebody types as a phone number, as it is kept: '06 - 12 34 56 78' is '+31612345678'.

const WRITTEN = /^[-\d+ ()./]+$/;
const INTERNATIONAL = /^\+\d{9,15}$/;

/** As the server keeps it; null for what is no phone number. Both are held against phone-numbers.json. */
export function keptPhone(written: string): string | null {
  if (!WRITTEN.test(written)) return null;
  const kept = written
    .replace(/[^\d+]/g, '')
    .replace(/^00/, '+')
    .replace(/^0/, '+31')
    // As in +31 (0)6: the nought is dialled within the country only.
    .replace(/^\+310/, '+31');
  return INTERNATIONAL.test(kept) ? kept : null;
}
