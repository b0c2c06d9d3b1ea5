// One of a few: with a drawing where it is about a place.
import { useTranslation } from 'react-i18next';
import { FieldFrame } from '../../../../components/form/field-frame.tsx';
import { ChoicePicture } from '../canvas/block-picture.tsx';
import { useBlockWords } from '../canvas/block-words.ts';
import { GROUNDS, type Ground } from '../state/document.ts';
import type { ControlProps } from './block-form.tsx';

const FEW = 4;

export function ChoiceField({ id, label, hint, error, field, value, onChange }: ControlProps) {
  const words = useBlockWords();
  const choices = field.choices ?? [];
  const chosen = typeof value === 'string' && choices.includes(value) ? value : choices[0];
  if (choices.length > FEW) {
    return (
      <FieldFrame id={id} label={label} hint={hint || undefined} error={error} required>
        <select className="select" id={id} value={chosen} onChange={(event) => onChange(event.target.value)}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {words.choice(field.name, choice)}
            </option>
          ))}
        </select>
      </FieldFrame>
    );
  }
  return (
    <FieldFrame id={id} label={label} hint={hint || undefined} error={error} required isGroup>
      <div className="picture-choices">
        {choices.map((choice) => (
          <label className="picture-choice" key={choice}>
            <input type="radio" name={id} checked={choice === chosen} onChange={() => onChange(choice)} />
            <ChoicePicture field={field.name} choice={choice} />
            <span>{words.choice(field.name, choice)}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

interface GroundFieldProps {
  id: string;
  value: Ground;
  onChange: (ground: Ground) => void;
}

/** On which colour the block stands. */
export function GroundField({ id, value, onChange }: GroundFieldProps) {
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  return (
    <fieldset className="field">
      <legend>{t('ground.title')}</legend>
      <div className="picture-choices">
        {GROUNDS.map((ground) => (
          <label className="picture-choice" key={ground}>
            <input type="radio" name={id} checked={ground === value} onChange={() => onChange(ground)} />
            <span className={`tone is-${ground}`} />
            <span>{words.ground(ground)}</span>
          </label>
        ))}
      </div>
      <p className="hint">{t('ground.hint')}</p>
    </fieldset>
  );
}
