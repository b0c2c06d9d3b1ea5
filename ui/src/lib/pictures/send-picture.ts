// Sends a picture for one purpose.
import { ApiError } from '../../api/client.ts';
import { sendFile } from '../../api/upload.ts';
import type { SendPicture } from './picture-types.ts';

export type PictureKind =
  | 'avatar'
  | 'vacancy'
  | 'organization_logo'
  | 'organization_photo'
  | 'center_logo'
  | 'favicon'
  | 'contact_photo'
  | 'content';

export function sendPicture(kind: PictureKind): SendPicture {
  return async ({ file, name, crop, focus, alt, stockImageId }, options) => {
    const fields: Record<string, string> = { kind, focus: `${focus.x},${focus.y}` };
    if (alt === '') fields.decorative = 'true';
    else fields.alt = alt;
    if (stockImageId) fields.stock_image = stockImageId;
    if (crop) fields.crop = [crop.x, crop.y, crop.width, crop.height].map((part) => part.toFixed(5)).join();
    try {
      return { ok: true, ...(await sendFile(file, name, fields, options)) };
    } catch (thrown) {
      if (thrown instanceof DOMException) return { ok: false, isStopped: true };
      if (!(thrown instanceof ApiError)) throw thrown;
      const [error] = thrown.errors;
      return { ok: false, problem: thrown.isOffline ? undefined : error?.detail };
    }
  };
}
