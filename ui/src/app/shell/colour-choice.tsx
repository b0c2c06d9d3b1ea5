// System, light or dark, for the sheet on a phone and the footer.
import { useTranslation } from 'react-i18next';
import { type ColourPreference, chooseColour, colourPreference } from '../../lib/colour-mode.ts';

const CHOICES: readonly ColourPreference[] = ['system', 'light', 'dark'];

export function ColourChoice({ id }: { id: string }) {
  const { t } = useTranslation('shell');
  return (
    <div className="field colour-choice">
      <label htmlFor={id}>{t('colour.label')}</label>
      <select
        id={id}
        className="select"
        value={colourPreference.value}
        onChange={(event) => chooseColour(event.target.value as ColourPreference)}
      >
        {CHOICES.map((each) => (
          <option key={each} value={each}>
            {t(`colour.${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
