// Reads QR codes from the picture of a camera: by the browser where it can, else by a package that is fetched for it.

export type QrReader = (video: HTMLVideoElement) => Promise<string | null>;

interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

/** Large enough for a code that fills a third of the picture, small enough for an old phone. */
const LONGEST_SIDE = 800;
/** Of one picture; the next one comes soon. */
const PATIENCE_MS = 60;

async function browserReader(): Promise<QrReader | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  try {
    const formats = await BarcodeDetector?.getSupportedFormats();
    if (!BarcodeDetector || !formats?.includes('qr_code')) return null;
    const detector = new BarcodeDetector({ formats: ['qr_code'] });
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  } catch {
    return null;
  }
}

async function packageReader(): Promise<QrReader> {
  const { decodePicture } = await import('./qr-decode.ts');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, LONGEST_SIDE / Math.max(videoWidth, videoHeight));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    if (!drawing || width === 0 || height === 0) return null;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    drawing.drawImage(video, 0, 0, width, height);
    return decodePicture(drawing.getImageData(0, 0, width, height), PATIENCE_MS);
  };
}

let reader: Promise<QrReader> | null = null;

/** Also asked for before it is needed: without a connection nothing can be fetched. */
export function qrReader(): Promise<QrReader> {
  reader ??= makeReader().catch((cause: unknown) => {
    reader = null;
    throw cause;
  });
  return reader;
}

async function makeReader(): Promise<QrReader> {
  const own = await browserReader();
  if (!own) return packageReader();
  let current: QrReader = own;
  return async (video) => {
    try {
      return await current(video);
    } catch (cause) {
      // Some phones have the detector without the service behind it.
      if (current !== own) throw cause;
      current = await packageReader();
      return null;
    }
  };
}
