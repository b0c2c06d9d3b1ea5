// The picture in its dialog: the part that is cut out of it, and the point that stays in view.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import ReactCrop, { type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';

/** Percent of the part for a press of an arrow. */
const STEP = 2;

/** Percent of the part from its left and from its top. */
export interface Point {
  x: number;
  y: number;
}

const within = (number: number): number => Math.min(100, Math.max(0, Math.round(number)));

interface CropStageProps {
  preview: string;
  alt: string;
  crop: PercentCrop;
  ratio: number | undefined;
  isFixed: boolean;
  focus: Point;
  onCrop: (crop: PercentCrop) => void;
  onFocus: (focus: Point) => void;
  onLoaded: (image: HTMLImageElement) => void;
}

export function CropStage(props: CropStageProps) {
  const { preview, alt, crop, ratio, isFixed, focus, onCrop, onFocus, onLoaded } = props;
  const { t } = useTranslation('picture');
  const stage = useRef<HTMLDivElement>(null);
  const image = <img src={preview} alt={alt} onLoad={(event) => onLoaded(event.currentTarget)} />;

  function handleDrag(event: PointerEvent<HTMLButtonElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || !stage.current) return;
    const box = stage.current.getBoundingClientRect();
    const at = {
      x: ((event.clientX - box.left) / box.width) * 100,
      y: ((event.clientY - box.top) / box.height) * 100,
    };
    onFocus({
      x: within(((at.x - crop.x) / crop.width) * 100),
      y: within(((at.y - crop.y) / crop.height) * 100),
    });
  }
  function handleKey(event: KeyboardEvent) {
    const moves: Record<string, Point> = {
      ArrowLeft: { x: -STEP, y: 0 },
      ArrowRight: { x: STEP, y: 0 },
      ArrowUp: { x: 0, y: -STEP },
      ArrowDown: { x: 0, y: STEP },
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    onFocus({ x: within(focus.x + move.x), y: within(focus.y + move.y) });
  }

  return (
    <div className="crop-stage" ref={stage}>
      {isFixed ? (
        image
      ) : (
        <ReactCrop
          crop={crop}
          {...(ratio === undefined ? {} : { aspect: ratio })}
          keepSelection
          ruleOfThirds
          minWidth={24}
          ariaLabels={{
            cropArea: t('crop.area'),
            nwDragHandle: t('crop.nw'),
            nDragHandle: t('crop.n'),
            neDragHandle: t('crop.ne'),
            eDragHandle: t('crop.e'),
            seDragHandle: t('crop.se'),
            sDragHandle: t('crop.s'),
            swDragHandle: t('crop.sw'),
            wDragHandle: t('crop.w'),
          }}
          onChange={(_, percent) => onCrop(percent)}
        >
          {image}
        </ReactCrop>
      )}
      <button
        className="focus-point"
        type="button"
        aria-label={t('focus', { x: focus.x, y: focus.y })}
        style={{
          left: `${crop.x + (focus.x * crop.width) / 100}%`,
          top: `${crop.y + (focus.y * crop.height) / 100}%`,
        }}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={handleDrag}
        onKeyDown={handleKey}
      />
    </div>
  );
}
