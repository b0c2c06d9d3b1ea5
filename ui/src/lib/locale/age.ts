// How old somebody is. Pure but for today.

/** Whether somebody who was born that day, `1984-03-05`, is not yet so old; no for what is no day, or has yet to come. */
export function isYounger(birthDate: string, years: number, today: Date = new Date()): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(birthDate);
  if (!match) return false;
  const born = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  if (born.getTime() > today.getTime()) return false;
  const grown = new Date(Number(match[1]) + years, Number(match[2]) - 1, Number(match[3]));
  return grown.getTime() > today.getTime();
}
