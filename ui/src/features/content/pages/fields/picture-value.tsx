// A picture of a block: chosen in the dialog, with what it shows said here, or that it is only decoration.
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/actions/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { FieldError } from '../../../../components/form/field-frame.tsx';
import { PictureDialog } from '../../../../components/picture/picture-field.tsx';
import type { SendPicture } from '../../../../lib/pictures/picture-types.ts';
import { pictureOf } from '../../../../lib/pictures/picture-url.ts';
import { sendPicture } from '../../../../lib/pictures/send-picture.ts';
import type { ControlProps } from './block-form.tsx';

export interface Picture {
  upload_id?: string;
  url?: string;
  /** A drawing of the program. */
  stock?: string;
  alt?: string;
  decorative?: boolean;
}

const LONGEST_ALT = 200;

export const addressOfPicture = ({ url, stock }: Picture): string =>
  url ?? (stock ? `/img/${stock}.svg` : '');

/** Sends a picture of a page, and knows afterwards which upload an address is of. */
export function useSentPictures(): { send: SendPicture; idOf: (url: string) => string | undefined } {
  const ids = useRef(new Map<string, string>());
  return {
    send: async (picture, options) => {
      const sent = await sendPicture('content')(picture, options);
      if (sent.ok && sent.id) ids.current.set(sent.url, sent.id);
      return sent;
    },
    idOf: (url) => ids.current.get(url),
  };
}

interface PictureValueProps extends Omit<ControlProps, 'field'> {
  /** Whether it is asked what the picture shows. */
  hasAlt?: boolean;
  /** Whether it may say nothing. */
  mayDecorate?: boolean;
}

export function PictureValue(props: PictureValueProps) {
  const { id, label, hint, error, required, value, onChange, hasAlt = true, mayDecorate = true } = props;
  const { t } = useTranslation('content-pages');
  const picture = (typeof value === 'object' && value !== null ? value : {}) as Picture;
  const [isOpen, setIsOpen] = useState(false);
  const { send, idOf } = useSentPictures();
  const src = addressOfPicture(picture);
  const isDecorative = picture.decorative === true;
  return (
    <fieldset className={classNames('field', error && 'has-error')}>
      <legend>{label}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      <FieldError id={id} error={error} />
      <div className="side-picture">
        {src ? <img {...pictureOf(src)} sizes="120px" alt="" /> : null}
        <Button icon="image" id={id} onClick={() => setIsOpen(true)}>
          {t(src ? 'picture.other' : 'picture.choose')}
        </Button>
        {src && !required ? (
          <Button variant="quiet" onClick={() => onChange(undefined)}>
            {t('picture.remove')}
          </Button>
        ) : null}
      </div>
      {src && hasAlt ? (
        <div className="side-alt">
          <label htmlFor={`${id}-alt`}>{t('picture.alt')}</label>
          <p className="hint" id={`${id}-alt-hint`}>
            {t('picture.altHint')}
          </p>
          <input
            className="input"
            id={`${id}-alt`}
            value={picture.alt ?? ''}
            maxLength={LONGEST_ALT}
            disabled={isDecorative}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-alt-hint`}
            onChange={(event) => onChange({ ...picture, alt: event.target.value })}
          />
          {mayDecorate ? (
            <label className="choice">
              <input
                type="checkbox"
                checked={isDecorative}
                onChange={(event) => onChange({ ...picture, decorative: event.target.checked })}
              />
              <span>{t('picture.decorative')}</span>
            </label>
          ) : null}
        </div>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <PictureDialog
            hasAlt={hasAlt}
            send={send}
            onChosen={({ url, alt }) => {
              const upload = idOf(url);
              onChange({ ...(upload ? { upload_id: upload } : {}), url, alt, decorative: alt === '' });
              setIsOpen(false);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </fieldset>
  );
}
