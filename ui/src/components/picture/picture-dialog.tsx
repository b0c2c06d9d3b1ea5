// Choosing a picture: drop or choose a file, cut it to the shape of its place, mark what stays in view, say what it
// shows, send it. Mouse, finger and keyboard do all of it.
import { type DragEvent, lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { centerCrop, makeAspectCrop, type PercentCrop } from 'react-image-crop';
import './picture-dialog.css';
import '../layout/stepper.css';
import type { SendPicture } from '../../lib/pictures/picture-types.ts';
import { fileOfStockImage, type StockPicture } from '../../lib/pictures/stock-images.ts';
import { Button } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import { Dialog } from '../feedback/dialog.tsx';
import { FieldError } from '../form/field-frame.tsx';
import { CropStage, type Point } from './crop-stage.tsx';
import { ACCEPTED, LARGEST, type ReadyPicture, readyPicture } from './picture-file.ts';
import { PicturePreviews } from './picture-preview.tsx';

const StockPicker = lazy(async () => ({ default: (await import('./stock-picker.tsx')).StockPicker }));

const LONGEST_ALT = 200;
const WHOLE: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };

/** What it is called: what is asked for, and which files are taken. */
export type PictureSubject = 'photo' | 'logo' | 'icon';

export interface PictureDialogProps {
  /** Whether it is asked what the picture shows. */
  hasAlt: boolean;
  ratio?: number | undefined;
  drawings?: boolean | undefined;
  subject?: PictureSubject | undefined;
  send: SendPicture;
  onChosen: (picture: { url: string; alt: string }) => void;
  onClose: () => void;
}

export function PictureDialog({
  hasAlt,
  ratio,
  drawings = false,
  subject = 'photo',
  send,
  onChosen,
  onClose,
}: PictureDialogProps) {
  const { t, i18n } = useTranslation('picture');
  const { t: common } = useTranslation('components');
  const id = useId();
  const [picture, setPicture] = useState<ReadyPicture | null>(null);
  const [fileProblem, setFileProblem] = useState<{ name: string; text: string; more?: string } | null>(null);
  const [isWhole, setIsWhole] = useState(ratio === undefined);
  const [crop, setCrop] = useState<PercentCrop>(WHOLE);
  const [focus, setFocus] = useState<Point>({ x: 50, y: 50 });
  const [alt, setAlt] = useState('');
  const [isDecorative, setIsDecorative] = useState(false);
  const [altProblem, setAltProblem] = useState<string>();
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef<AbortController>(null);
  const altField = useRef<HTMLInputElement>(null);
  const [isLibrary, setIsLibrary] = useState(false);
  const [stockImageId, setStockImageId] = useState<string>();
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function handleStock(chosen: StockPicture) {
    try {
      await handleFile(await fileOfStockImage(chosen));
    } catch {
      setFileProblem({ name: chosen.name, text: t('library.failed') });
      return;
    }
    setStockImageId(chosen.id);
    setAlt(chosen.shortDescription);
    setAltProblem(undefined);
  }

  async function handleFile(file: File) {
    setStockImageId(undefined);
    const ready = await readyPicture(file, { drawings });
    if (typeof ready === 'string') {
      const megabytes = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(
        file.size / 1024 / 1024,
      );
      setPicture(null);
      setFileProblem({
        name: file.name,
        text: t(`${subject}.${ready}`, { largest: LARGEST / 1024 / 1024 }),
        ...(ready === 'tooLarge' ? { more: t(`${subject}.tooLargeMore`, { size: megabytes }) } : {}),
      });
      return;
    }
    setFileProblem(null);
    setFocus({ x: 50, y: 50 });
    setSize(null);
    setPicture(ready);
  }

  function handleLoaded(image: HTMLImageElement) {
    const { naturalWidth: width, naturalHeight: height } = image;
    setSize({ width, height });
    if (ratio !== undefined) setCrop(fitting(ratio, width, height));
  }

  async function handleUse() {
    if (!picture || share !== null) return;
    const said = isDecorative ? '' : alt.trim();
    if (hasAlt && !isDecorative && said === '') {
      setAltProblem(t('alt.missing'));
      altField.current?.focus();
      return;
    }
    stop.current = new AbortController();
    setShare(0);
    const part = isWhole ? WHOLE : crop;
    const sent = await send(
      {
        file: picture.file,
        name: picture.name,
        crop: {
          x: part.x / 100,
          y: part.y / 100,
          width: part.width / 100,
          height: part.height / 100,
        },
        focus,
        alt: said,
        stockImageId,
      },
      { onProgress: setShare, signal: stop.current.signal },
    );
    setShare(null);
    if (sent.ok) onChosen(sent);
    else if (!sent.isStopped) {
      setFileProblem({ name: picture.name, text: sent.problem ?? t('problem.offline') });
    }
  }

  return (
    <Dialog
      open
      wide
      title={t(`${subject}.title`)}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button variant="primary" off={!picture} busy={share !== null} onClick={() => void handleUse()}>
            {t(`${subject}.use`)}
          </Button>
        </>
      }
    >
      <div className="picture-layout">
        <div className="picture-source">
          {hasAlt ? (
            // biome-ignore lint/a11y/useSemanticElements: buttons, not fields.
            <div className="view-switch" role="group" aria-label={t('from.label')}>
              {[false, true].map((library) => (
                <button
                  key={String(library)}
                  type="button"
                  aria-pressed={isLibrary === library}
                  onClick={() => setIsLibrary(library)}
                >
                  {t(library ? 'from.library' : 'from.device')}
                </button>
              ))}
            </div>
          ) : null}
          {isLibrary ? (
            <Suspense>
              <StockPicker onChoose={(chosen) => void handleStock(chosen)} />
            </Suspense>
          ) : (
            <DropZone subject={subject} onFile={(file) => void handleFile(file)} />
          )}
          {picture && share !== null ? (
            <UploadRow picture={picture} share={share} onStop={() => stop.current?.abort()} />
          ) : null}
          {fileProblem ? (
            <div className="upload-row has-error" role="alert">
              <b>{fileProblem.name}</b>
              <div>
                <FieldError id={`${id}-file`} error={fileProblem.text} />
                {fileProblem.more ? <p className="small soft">{fileProblem.more}</p> : null}
              </div>
            </div>
          ) : null}
        </div>
        <div className="picture-result">
          <h3>{t(`${subject}.result`)}</h3>
          {picture ? (
            <>
              <CropStage
                preview={picture.preview}
                alt={t(`${subject}.chosen`)}
                crop={isWhole ? WHOLE : crop}
                ratio={isWhole ? undefined : ratio}
                isFixed={isWhole}
                focus={focus}
                onCrop={setCrop}
                onFocus={setFocus}
                onLoaded={handleLoaded}
              />
              {subject === 'photo' ? <p className="hint">{t('focusHint')}</p> : null}
              {ratio === undefined || size === null ? null : (
                <PicturePreviews
                  preview={picture.preview}
                  size={size}
                  part={isWhole ? WHOLE : crop}
                  focus={focus}
                  ratio={ratio}
                />
              )}
              {ratio === undefined ? null : (
                <fieldset className="field">
                  <legend>{t('shape.label')}</legend>
                  {[false, true].map((whole) => (
                    <label className="choice" key={String(whole)}>
                      <input
                        type="radio"
                        name={`${id}-shape`}
                        checked={isWhole === whole}
                        onChange={() => setIsWhole(whole)}
                      />
                      <span>{whole ? t('shape.whole') : t('shape.fitting')}</span>
                    </label>
                  ))}
                </fieldset>
              )}
            </>
          ) : (
            <p className="soft">{t(`${subject}.none`)}</p>
          )}
          {hasAlt ? (
            <div className={classNames('field', altProblem && 'has-error')}>
              <label htmlFor={`${id}-alt`}>{t('alt.label')}</label>
              <p className="hint" id={`${id}-alt-hint`}>
                {t('alt.hint')}
              </p>
              <FieldError id={`${id}-alt`} error={altProblem} />
              <input
                ref={altField}
                className="input"
                id={`${id}-alt`}
                value={alt}
                maxLength={LONGEST_ALT}
                required={!isDecorative}
                disabled={isDecorative}
                aria-invalid={altProblem ? true : undefined}
                aria-describedby={`${id}-alt-hint ${id}-alt-error`}
                onChange={(event) => {
                  setAlt(event.target.value);
                  setAltProblem(undefined);
                }}
              />
              <label className="choice">
                <input
                  type="checkbox"
                  checked={isDecorative}
                  onChange={(event) => {
                    setIsDecorative(event.target.checked);
                    setAltProblem(undefined);
                  }}
                />
                <span>{t('alt.decorative')}</span>
              </label>
            </div>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

/** The largest part of this shape, in the middle. */
function fitting(ratio: number, width: number, height: number): PercentCrop {
  const part = makeAspectCrop({ unit: '%', width: 100 }, ratio, width, height);
  const fits = part.height <= 100 ? part : makeAspectCrop({ unit: '%', height: 100 }, ratio, width, height);
  return centerCrop(fits, width, height);
}

function DropZone({ subject, onFile }: { subject: PictureSubject; onFile: (file: File) => void }) {
  const { t } = useTranslation('picture');
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={classNames('drop-zone', isOver && 'is-over')}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <div>
        <b>{t(`${subject}.drop`)}</b>
        <p className="hint" id={id}>
          {t(`${subject}.limit`, { largest: LARGEST / 1024 / 1024 })}
        </p>
      </div>
      <Button icon="upload" aria-describedby={id} onClick={() => field.current?.click()}>
        {t(`${subject}.upload`)}
      </Button>
      <input
        ref={field}
        type="file"
        accept={ACCEPTED}
        hidden
        data-testid="picture-file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

function UploadRow({ picture, share, onStop }: { picture: ReadyPicture; share: number; onStop: () => void }) {
  const { t } = useTranslation('picture');
  const { t: common } = useTranslation('components');
  const percent = Math.round(share * 100);
  return (
    <div className="upload-row">
      <img src={picture.preview} alt="" />
      <b>{picture.name}</b>
      <div>
        <progress max={100} value={percent} aria-label={t('uploading', { name: picture.name })} />
        <span className="small soft">{t('percent', { percent })}</span>
      </div>
      <Button variant="quiet" aria-label={t('stop', { name: picture.name })} onClick={onStop}>
        {common('cancel')}
      </Button>
    </div>
  );
}
