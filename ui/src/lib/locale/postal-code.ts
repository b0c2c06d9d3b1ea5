// Dutch postal codes, as the server reads them: both are held against postal-codes.json.

const CODE = /^([1-9]\d{3})([A-Z]{2})$/;
/** Never given out. */
const NO_LETTERS = ['SA', 'SD', 'SS'];

/** Four digits of one, as is asked of somebody who says about where they live. */
export const FOUR_DIGITS = /^[1-9]\d{3}$/;

/** '1234ab' is '1234 AB'; null for what is no postal code. */
export function keptPostalCode(written: string): string | null {
  const [, digits, letters = ''] = CODE.exec(written.replace(/\s/g, '').toUpperCase()) ?? [];
  return digits === undefined || NO_LETTERS.includes(letters) ? null : `${digits} ${letters}`;
}
