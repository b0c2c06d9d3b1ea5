// Language and colours. Both hold at once and are kept with the account.
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Card } from '../../../components/layout/card.tsx';
import '../../../components/form/form.css';
import { type ColourPreference, chooseColour, colourPreference } from '../../../lib/centre/colour-mode.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import {
  LANGUAGES,
  type Language,
  language,
  pathIn,
  rememberLanguage,
} from '../../../lib/locale/language.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { changeOwn } from '../own-account.ts';

const COLOURS: readonly ColourPreference[] = ['system', 'light', 'dark'];

export function SettingsLook() {
  const { t } = useTranslation('account-settings');
  const { pathname, search } = useLocation();

  async function handleLanguage(locale: Language) {
    if (!(await keep({ locale }))) return;
    rememberLanguage(locale);
    // The server says the whole page in the other language.
    if (locale !== language.peek())
      navigateTo(location.origin + pathIn(locale, pathname, search), { external: true });
  }

  async function handleColours(colorMode: ColourPreference) {
    const before = colourPreference.peek();
    chooseColour(colorMode);
    if (!(await keep({ colorMode }))) chooseColour(before);
  }

  async function keep(choice: Parameters<typeof changeOwn>[0]): Promise<boolean> {
    try {
      await changeOwn(choice);
      addToast({ id: 'settings-kept', title: t('saved'), color: 'success' });
      return true;
    } catch {
      addToast({ id: 'settings-kept', title: t('failed'), color: 'danger' });
      return false;
    }
  }

  return (
    <Card title={t('look.title')} className="stack">
      <Choice
        legend={t('look.language')}
        hint={t('look.languageHint')}
        name="language"
        values={LANGUAGES}
        chosen={language.value}
        words={(value) => t(`look.${value}`)}
        onChoose={(value) => void handleLanguage(value)}
      />
      <Choice
        legend={t('look.colours')}
        name="colours"
        values={COLOURS}
        chosen={colourPreference.value}
        words={(value) => t(`look.${value}`)}
        onChoose={(value) => void handleColours(value)}
      />
    </Card>
  );
}

interface ChoiceProps<T extends string> {
  legend: string;
  hint?: string;
  name: string;
  values: readonly T[];
  chosen: T;
  words: (value: T) => string;
  onChoose: (value: T) => void;
}

function Choice<T extends string>({ legend, hint, name, values, chosen, words, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset className="field" aria-describedby={hint ? `${name}-hint` : undefined}>
      <legend>{legend}</legend>
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <div className="choice-cards">
        {values.map((value) => (
          <label className="choice" key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span>
              <strong>{words(value)}</strong>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
