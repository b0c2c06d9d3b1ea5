/** A part of a picture, as fractions of it. */
export interface PicturePart {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture as it was chosen. */
export interface ChosenPicture {
  file: Blob;
  name: string;
  /** Left out: all of it. */
  crop: PicturePart | undefined;
  /** In percent of the part. */
  focus: { x: number; y: number };
  /** Empty: decoration. */
  alt: string;
  /** The stock image that it was made of. */
  stockImageId?: string | undefined;
}

export type SentPicture =
  | { ok: true; id?: string; url: string; alt: string }
  | { ok: false; isStopped?: boolean; problem?: string | undefined };

export type SendPicture = (
  picture: ChosenPicture,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<SentPicture>;
