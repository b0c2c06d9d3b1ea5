// A phone number as people write it here: '+31612345678' is '06 - 12 34 56 78'. The other way round is kept-phone.ts.

/** Area codes of three digits; all others have four. */
const SHORT_AREAS =
  /^(10|13|15|20|23|24|26|30|33|35|36|38|40|43|45|46|50|53|55|58|7\d|85|88)(\d{3})(\d{2})(\d{2})$/;

export function formatPhone(number: string): string {
  const local = /^\+31(\d{9})$/.exec(number)?.[1];
  if (local === undefined) return number;
  if (local.startsWith('6')) return `06 - ${local.slice(1).replace(/(\d{2})(?=\d)/g, '$1 ')}`;
  const short = SHORT_AREAS.exec(local);
  if (short) return `0${short[1]} - ${short[2]} ${short[3]} ${short[4]}`;
  return `0${local.slice(0, 3)} - ${local.slice(3).replace(/(\d{2})(?=\d)/g, '$1 ')}`;
}
