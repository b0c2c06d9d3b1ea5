// One of the ten drawings, or none: then the centre chooses one that fits the subject.
import { useTranslation } from 'react-i18next';
import './vacancy-form.css';
import { fieldId } from '../../../components/form/field.tsx';
import { FieldFrame } from '../../../components/form/field-frame.tsx';
import { useForm } from '../../../components/form/form-context.ts';

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

export function ImageChoice({ name }: { name: string }) {
  const { t } = useTranslation('vacancies');
  const form = useForm();
  const id = fieldId(form.id, name);
  const chosen = form.value[name] || '';
  const own = typeof chosen === 'string' && chosen !== '' && !DRAWINGS.some((each) => srcOf(each) === chosen);
  const choices = [
    ...(own ? [{ src: String(chosen), label: t('image.own') }] : []),
    ...DRAWINGS.map((each) => ({ src: srcOf(each), label: t(`image.${each}`) })),
  ];
  return (
    <FieldFrame id={id} label={t('field.image')} hint={t('field.imageHint')} required={false} isGroup>
      <div className="image-choices">
        {choices.map(({ src, label }, at) => (
          <label className="image-choice" key={src}>
            <input
              id={at === 0 ? id : undefined}
              type="radio"
              name={id}
              value={src}
              checked={chosen === src}
              onChange={() => form.set(name, src)}
            />
            <img src={src} alt="" width={240} height={160} loading="lazy" />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

const srcOf = (drawing: string): string => `/img/${drawing}.svg`;
