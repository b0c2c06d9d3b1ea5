// System, light or dark, for the sheet on a phone and the footer.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/media/icon.tsx';
import { type ColourPreference, chooseColour, colourPreference } from '../../../lib/centre/colour-mode.ts';
import './colour-choice.css';

export const COLOURS: readonly { preference: ColourPreference; icon: 'laptop' | 'sun' | 'moon' }[] = [
  { preference: 'system', icon: 'laptop' },
  { preference: 'light', icon: 'sun' },
  { preference: 'dark', icon: 'moon' },
];

export function ColourChoice() {
  const { t } = useTranslation('shell');
  const id = useId();
  return (
    <fieldset className="colour-choice" aria-labelledby={id}>
      <span id={id}>{t('colour.label')}</span>
      <span className="colour-buttons">
        {COLOURS.map(({ preference, icon }) => (
          <button
            key={preference}
            type="button"
            aria-label={t(`colour.${preference}`)}
            title={t(`colour.${preference}`)}
            aria-pressed={preference === colourPreference.value}
            onClick={() => chooseColour(preference)}
          >
            <Icon name={icon} />
          </button>
        ))}
      </span>
    </fieldset>
  );
}
