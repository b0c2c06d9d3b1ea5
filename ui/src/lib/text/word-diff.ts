// Which words of two texts differ. Pure.
export interface Piece {
  text: string;
  /** Only in the text that is shown. */
  isChanged: boolean;
}

/** More words than this are compared as wholes: the table grows with the product. */
const MOST = 1500;

const words = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** The words of `shown`, of which those that `other` does not have at that place are marked. */
export function wordDiff(shown: string, other: string): Piece[] {
  const a = words(shown);
  const b = words(other);
  if (a.length > MOST || b.length > MOST) return [{ text: shown, isChanged: shown !== other }];
  const rows = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = rows[i] as Uint16Array;
      const below = rows[i + 1] as Uint16Array;
      row[j] = a[i] === b[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  const pieces: Piece[] = [];
  const add = (text: string, isChanged: boolean) => {
    const last = pieces.at(-1);
    if (last && last.isChanged === isChanged) last.text += text;
    else pieces.push({ text, isChanged });
  };
  for (let i = 0, j = 0; i < a.length; ) {
    if (j < b.length && a[i] === b[j]) {
      add(a[i] ?? '', false);
      i += 1;
      j += 1;
    } else if (j < b.length && (rows[i]?.[j + 1] ?? 0) >= (rows[i + 1]?.[j] ?? 0)) j += 1;
    else {
      add(a[i] ?? '', true);
      i += 1;
    }
  }
  return pieces;
}
