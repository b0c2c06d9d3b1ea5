// A file that somebody chose, made ready to be sent: kinds that the server does not read become JPEG here, and what is
// too large is refused before it is uploaded.

/** As the server has it (docs/domain/limits.md#uploads). */
export const LARGEST = 5 * 1024 * 1024;
export const ACCEPTED =
  'image/jpeg,image/png,image/webp,image/avif,image/heic,image/gif,image/svg+xml,image/x-icon,image/vnd.microsoft.icon,.ico';

/** Taken where it is a logo, and made into a picture elsewhere. */
const DRAWING = 'image/svg+xml';
/** Small, with what is clear left clear. */
const ICONS = ['image/x-icon', 'image/vnd.microsoft.icon'];
const AS_IT_IS = ['image/jpeg', 'image/png', 'image/webp'];
const QUALITY = 0.92;

export type PictureProblem = 'tooLarge' | 'notAPicture';

export interface ReadyPicture {
  file: Blob;
  name: string;
  /** To show it: the page's policy allows no address of a blob. */
  preview: string;
}

export async function readyPicture(
  file: File,
  { drawings = false }: { drawings?: boolean } = {},
): Promise<ReadyPicture | PictureProblem> {
  if (!file.type.startsWith('image/')) return 'notAPicture';
  let sent: Blob = file;
  if (file.type === DRAWING) {
    // The server draws a logo anew; elsewhere a drawing becomes a picture of its lines, with what is clear left clear.
    if (!drawings) {
      try {
        sent = await asPng(file);
      } catch {
        return 'notAPicture';
      }
    }
  } else if (ICONS.includes(file.type)) {
    try {
      sent = await asPng(file, { isDrawing: false });
    } catch {
      return 'notAPicture';
    }
  } else if (!AS_IT_IS.includes(file.type)) {
    try {
      sent = await asJpeg(file);
    } catch {
      return 'notAPicture';
    }
  }
  if (sent.size >= LARGEST) return 'tooLarge';
  return { file: sent, name: file.name, preview: await previewOf(sent) };
}

/** Side of the picture that is made of a drawing: that of the largest icon. */
const DRAWN_SIDE = 512;

async function asPng(file: Blob, { isDrawing = true } = {}): Promise<Blob> {
  const image = new Image();
  image.src = await previewOf(file);
  await image.decode();
  const longest = Math.max(image.naturalWidth, image.naturalHeight, 1);
  const scale = isDrawing ? DRAWN_SIDE / longest : 1;
  const [width, height] = [Math.round(image.naturalWidth * scale), Math.round(image.naturalHeight * scale)];
  const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('no canvas');
  paper.drawImage(image, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/png' });
}

/** Upright, and of a moving picture the first frame. */
async function asJpeg(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('no canvas');
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, picture.width, picture.height);
  paper.drawImage(picture, 0, 0);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

function previewOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
