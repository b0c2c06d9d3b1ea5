// A photo of one's own, one of the ten drawings, or none: then the centre chooses one that fits the subject.
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './image-choice.css';
import { sendPicture } from '../../lib/pictures/send-picture.ts';
import { Button } from '../actions/button.tsx';
import { fieldId } from '../form/field.tsx';
import { FieldFrame } from '../form/field-frame.tsx';
import { useForm } from '../form/form-context.ts';
import { PictureDialog } from './picture-field.tsx';

const DRAWINGS = [
  'koffie',
  'wandelen',
  'tuin',
  'taal',
  'lezen',
  'voedsel',
  'computer',
  'repair',
  'sport',
  'bus',
] as const;

/** The shape of a card and of the page. */
const RATIO = 3 / 2;
const SEND = sendPicture('vacancy');

interface ImageChoiceProps {
  name: string;
  altName: string;
  /** What happens without one. */
  hint: string;
}

export function ImageChoice({ name, altName, hint }: ImageChoiceProps) {
  const { t } = useTranslation('image-choice');
  const form = useForm();
  const [isOpen, setIsOpen] = useState(false);
  const id = fieldId(form.id, name);
  const chosen = form.value[name] || '';
  const own = typeof chosen === 'string' && chosen !== '' && !DRAWINGS.some((each) => srcOf(each) === chosen);
  const choices = [
    ...(own ? [{ src: String(chosen), label: t('own') }] : []),
    ...DRAWINGS.map((each) => ({ src: srcOf(each), label: t(each) })),
  ];
  function choose(url: string, alt: string) {
    form.set(name, url);
    form.set(altName, alt);
  }
  return (
    <FieldFrame id={id} label={t('label')} hint={hint} required={false} isGroup>
      <div className="button-row">
        <Button icon="upload" onClick={() => setIsOpen(true)}>
          {t('upload')}
        </Button>
      </div>
      <div className="image-choices">
        {choices.map(({ src, label }, at) => (
          <label className="image-choice" key={src}>
            <input
              id={at === 0 ? id : undefined}
              type="radio"
              name={id}
              value={src}
              checked={chosen === src}
              onChange={() => choose(src, '')}
            />
            <img src={src} alt="" width={240} height={160} loading="lazy" />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {isOpen ? (
        <Suspense fallback={null}>
          <PictureDialog
            hasAlt
            ratio={RATIO}
            send={SEND}
            onChosen={({ url, alt }) => {
              choose(url, alt);
              setIsOpen(false);
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </FieldFrame>
  );
}

const srcOf = (drawing: string): string => `/img/${drawing}.svg`;
