// The centre's stock images, to choose a picture from.
import { listResource } from '../../api/requests.ts';
import type { StockImage } from '../../api/schema.d.ts';

export type StockPicture = Pick<StockImage, 'id' | 'name' | 'imageUrl' | 'shortDescription'>;

const SHOWN = 60;

/** Those that these words find; all of them without words. */
export async function findStockImages(words: string, signal: AbortSignal): Promise<readonly StockPicture[]> {
  const filter = words === '' ? {} : { filter: { keywordsCont: words } };
  return (await listResource('stock_images', { ...filter, page: { size: SHOWN } }, { signal })).items;
}

/** The picture as a file, to be cut and sent like any other. */
export async function fileOfStockImage({ imageUrl, name }: StockPicture): Promise<File> {
  const image = new Image();
  image.src = imageUrl;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const paper = canvas.getContext('2d');
  if (!paper) throw new Error('no canvas');
  paper.drawImage(image, 0, 0);
  const file = await canvas.convertToBlob({ type: 'image/webp', quality: 0.95 });
  return new File([file], `${name}.webp`, { type: file.type });
}
