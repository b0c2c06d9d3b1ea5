// A scale of colours: one of the presets, or eleven shades of one's own.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shades } from '../../../api/calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { presetField, readShades, type ScaleName, STEPS, shadesField, writeShades } from './theme-form.ts';

/** The step that a preset is known by. */
const SHOWN_STEP = '600';

export interface SwatchesProps {
  scale: ScaleName | 'muted';
  label: string;
  hint: string;
  palettes: Readonly<Record<string, Shades>>;
  /** As the server understood them. */
  shades: Shades | undefined;
}

export function Swatches({ scale, label, hint, palettes, shades }: SwatchesProps) {
  const { t } = useTranslation('settings-design');
  const form = useForm();
  const id = useId();
  const name = presetField(scale);
  const own = scale === 'muted' ? null : readShades(form.value[shadesField(scale)]);
  const error = form.errors[name];

  function choose(preset: string) {
    form.set(name, preset);
    if (scale !== 'muted') form.set(shadesField(scale), '');
  }

  return (
    <fieldset className="field">
      <legend>{label}</legend>
      <p className="hint">{hint}</p>
      {error ? <p className="field-error">{error}</p> : null}
      <div className="swatch-row">
        {Object.entries(palettes).map(([preset, colours]) => (
          <label key={preset} className="swatch" title={serverWords(t)(`palette.${preset}`)}>
            <input
              type="radio"
              name={`${id}-${scale}`}
              aria-label={serverWords(t)(`palette.${preset}`)}
              checked={own === null && form.value[name] === preset}
              onChange={() => choose(preset)}
            />
            <span style={{ background: colours[SHOWN_STEP] }} />
          </label>
        ))}
      </div>
      {shades ? (
        <div className="shade-strip" aria-hidden="true">
          {STEPS.map((step) => (
            <span key={step} style={{ background: shades[step] }} />
          ))}
        </div>
      ) : null}
      {scale === 'muted' || !shades ? null : (
        <OwnShades scale={scale} shades={shades} own={own} label={label} />
      )}
    </fieldset>
  );
}

interface OwnShadesProps {
  scale: ScaleName;
  shades: Shades;
  own: Shades | null;
  label: string;
}

function OwnShades({ scale, shades, own, label }: OwnShadesProps) {
  const { t } = useTranslation('settings-design');
  const form = useForm();
  const name = shadesField(scale);
  const [isOpen, setIsOpen] = useState(own !== null);
  const text = String(form.value[name] ?? '');
  return (
    <details className="own-shades" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('shades.title')}</summary>
      <p className="hint">{t('shades.hint')}</p>
      <div className="shade-fields">
        {STEPS.map((step) => (
          <label key={step}>
            <input
              type="color"
              aria-label={t('shades.step', { field: label, step })}
              value={shades[step] ?? '#000000'}
              onChange={(event) => form.set(name, writeShades({ ...shades, [step]: event.target.value }))}
            />
            <small>{step}</small>
          </label>
        ))}
      </div>
      <Field name={name} kind="textarea" rows={4} label={t('shades.json')} hint={t('shades.jsonHint')} />
      {text.trim() !== '' && own === null ? <Notice tone="warning">{t('shades.ignored')}</Notice> : null}
      {text.trim() === '' ? null : (
        <Button small variant="quiet" onClick={() => form.set(name, '')}>
          {t('shades.remove')}
        </Button>
      )}
    </details>
  );
}
