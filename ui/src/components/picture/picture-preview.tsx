// How a picture will look where it is shown: its part, cut to the frame around the point that stays in view.
import { useTranslation } from 'react-i18next';
import type { PercentCrop } from 'react-image-crop';

interface Size {
  width: number;
  height: number;
}

/** Percent of the frame's width and height at which the whole picture lies, so that the part fills the frame. */
export function placed(
  { width, height }: Size,
  part: Pick<PercentCrop, 'x' | 'y' | 'width' | 'height'>,
  focus: { x: number; y: number },
  ratio: number,
): { left: number; top: number; width: number } {
  const [partWidth, partHeight] = [(width * part.width) / 100, (height * part.height) / 100];
  // The frame is one wide and 1 / ratio high.
  const scale = Math.max(1 / partWidth, 1 / ratio / partHeight);
  const [over, under] = [partWidth * scale - 1, partHeight * scale - 1 / ratio];
  return {
    left: -100 * ((width * scale * part.x) / 100 + (over * focus.x) / 100),
    top: -100 * ratio * ((height * scale * part.y) / 100 + (under * focus.y) / 100),
    width: 100 * width * scale,
  };
}

interface PicturePreviewsProps {
  preview: string;
  size: Size;
  part: PercentCrop;
  focus: { x: number; y: number };
  /** Of the place that it is for. */
  ratio: number;
}

export function PicturePreviews({ preview, size, part, focus, ratio }: PicturePreviewsProps) {
  const { t } = useTranslation('picture');
  const frames = [
    { key: 'wide', ratio },
    { key: 'phone', ratio: Math.min(ratio, 4 / 3) },
  ] as const;
  return (
    <div className="picture-previews">
      {frames.map((frame) => {
        const { left, top, width } = placed(size, part, focus, frame.ratio);
        return (
          <figure key={frame.key} className={`is-${frame.key}`}>
            <div style={{ aspectRatio: frame.ratio }}>
              <img src={preview} alt="" style={{ left: `${left}%`, top: `${top}%`, width: `${width}%` }} />
            </div>
            <figcaption>{t(`preview.${frame.key}`)}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
