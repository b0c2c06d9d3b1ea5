// For browsers without a reader of QR codes of their own; a file of its own, as most never need it.
import { decodeQR } from 'qr/decode.js';

export function decodePicture(
  picture: Pick<ImageData, 'data' | 'width' | 'height'>,
  timeLimit?: number,
): string | null {
  try {
    return decodeQR(picture, timeLimit === undefined ? {} : { timeLimit });
  } catch {
    // It throws when there is no code in the picture, which is so most of the time.
    return null;
  }
}
